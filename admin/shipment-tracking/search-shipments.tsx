import { searchShipments } from '../../resources/shipment-tracking/search-shipments.ts'
import { useMay } from '../account/person.ts'
import ReportPage from '../derive/list/report-page.tsx'
import { ButtonLink } from '../shell/button-link.tsx'
import { ShipmentJourney } from './shipment-journey.tsx'

/** Every shipment that the person follows; the chosen one beside the list, with what happened on its way. */
export default function SearchShipments() {
  const may = useMay()
  return (
    <ReportPage
      report={searchShipments}
      more={id => <ShipmentJourney shipmentId={id} />}
      actions={
        may('import', 'shipments') && (
          <ButtonLink to="/shipment-tracking/sigma-shipments/import">Import Sigma shipments</ButtonLink>
        )
      }
    />
  )
}
