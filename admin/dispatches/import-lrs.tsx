import { lrSheet } from '../../resources/uploads/lrs.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports the LRs of a day from a file. */
export default function ImportLrs() {
  return (
    <ImportPage
      resource={lrSheet}
      extraFields={
        <p className="quiet">
          One row per invoice; the rows of an LR repeat its values. Hazardous goods need the TREM card of an earlier LR
          with the same UN number.
        </p>
      }
    />
  )
}
