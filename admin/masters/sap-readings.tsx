import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** Every reading from SAP; with an id in the address, one of them. */
export default function SapReadings() {
  return <RecordPages resource={sapSyncRun} />
}
