import { deliveryStatusSheet } from '../../resources/uploads/delivery-status.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Takes over events of many consignments from a file. */
export default function UploadDeliveryStatus() {
  return (
    <ImportPage
      resource={deliveryStatusSheet}
      title="Upload Delivery Status"
      list={{ title: 'Open LRs', path: '/dispatches/open-consignments' }}
      extraFields={
        <p className="quiet">
          Each row is an event. The rows of an LR are processed in time order; a wrong row does not block the others.
          “/” and “-” in LR numbers are treated alike.
        </p>
      }
    />
  )
}
