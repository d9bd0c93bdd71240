import { uploadExpectedDeliveryDates } from '../../resources/masters/upload-expected-delivery-dates.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** The imported expected delivery dates; the import of the page writes them. */
export default function UploadExpectedDeliveryDates() {
  return <RecordPages resource={uploadExpectedDeliveryDates} />
}
