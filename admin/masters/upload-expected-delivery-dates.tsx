import { uploadExpectedDeliveryDates } from '../../resources/masters/upload-expected-delivery-dates.ts'
import { RecordPages } from './record-pages.tsx'

/** The expected delivery dates that were brought in (M42); its import writes them. */
export default function UploadExpectedDeliveryDates() {
  return <RecordPages resource={uploadExpectedDeliveryDates} />
}
