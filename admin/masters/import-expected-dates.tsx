import { expectedDateSheet } from '../../resources/uploads/expected-dates.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports expected delivery dates from a file. */
export default function ImportExpectedDates() {
  return (
    <ImportPage
      resource={expectedDateSheet}
      extraFields={<p className="quiet">The dates apply to the orders at once, and customers are notified by mail.</p>}
    />
  )
}
