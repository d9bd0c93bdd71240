import { coaMappingSheet } from '../../resources/uploads/coa-mapping.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Maps many files of the tray from a sheet. */
export default function ImportMapping() {
  return (
    <ImportPage
      resource={coaMappingSheet}
      list={{ title: 'Match certificate files', path: '/coa/upload-mapping' }}
      extraFields={
        <p className="quiet">
          Each row names a file in the tray with its product and batch. Scans are taken as mapped; any other PDF must
          contain the batch number.
        </p>
      }
    />
  )
}
