import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** The targets of the distributors; files alone write them. */
export default function UploadTarget() {
  return <RecordPages resource={customerTarget} />
}
