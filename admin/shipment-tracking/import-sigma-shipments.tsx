import { sigmaShipmentSheet } from '../../resources/uploads/sigma-shipments.ts'
import ImportPage from '../derive/import/import-page.tsx'

/** Imports shipments of the sister business from a file. */
export default function ImportSigmaShipments() {
  return (
    <ImportPage
      resource={sigmaShipmentSheet}
      list={{ title: 'Search Shipments', path: '/shipment-tracking/search-shipments' }}
      extraFields={
        <p className="quiet">
          Each row is an invoice; the rows of one LR become one shipment. Existing LRs are not changed, and refused if
          the file has other invoices for them.
        </p>
      }
    />
  )
}
