import { expectedDateSheet } from '../../resources/uploads/expected-dates.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports expected delivery dates from a file. */
export default function ImportExpectedDates() {
  return (
    <ImportPage
      resource={expectedDateSheet}
      extraFields={
        <p className="quiet">
          The dates stand on the orders at once. Customers are not told by mail yet: that mail comes with a later
          release.
        </p>
      }
    />
  )
}
