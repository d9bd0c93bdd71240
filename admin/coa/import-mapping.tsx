import { coaMappingSheet } from '../../resources/uploads/coa-mapping.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Maps many files of the tray from a sheet. */
export default function ImportMapping() {
  return (
    <ImportPage
      resource={coaMappingSheet}
      list={{ title: 'Upload Mapping Data', path: '/coa/upload-mapping' }}
      extraFields={
        <p className="quiet">
          Each row names a file of the tray, and its product and batch. What the sheet says of a scan counts as
          compared; any other PDF must hold the batch.
        </p>
      }
    />
  )
}
