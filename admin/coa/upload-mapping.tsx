import { coaFile } from '../../resources/coa/coa-batch.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** The files that were sent as certificates; those in the tray are given their batch here, by hand or by a sheet. */
export default function UploadMapping() {
  return <RecordPages resource={coaFile} />
}
