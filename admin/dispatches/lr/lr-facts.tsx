import { dayText, quantityText, rupees } from '../../../resources/define/show.ts'
import { ewayVehicleNote } from '../../../resources/dispatches/eway-vehicle.ts'
import { optionText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

const kilograms = (thousandths: number) => `${quantityText(thousandths)} kg`

/** What is written on the LR; what is not set, or not the reader's to see, is left out. */
export default function LrFacts({ wholeLr: { lr, shipment } }: LrPartProps) {
  const facts: [string, React.ReactNode][] = [
    ['Transporter', lr.texts.transporterId],
    ['From', [lr.texts.plantId, lr.texts.fromCityId].filter(Boolean).join(', ')],
    ['To', lr.texts.toCityId],
    ['LR date', dayText(lr.lrDate)],
    ['Mode of transport', optionText(lr.transMode)],
    ['Freight terms', optionText(lr.freightTerms)],
    ['Packages', lr.packages],
    ['Actual weight', kilograms(lr.actualWeightKg)],
    ['Charged weight', kilograms(lr.chargedWeightKg)],
    ['Declared value', lr.declaredValue === undefined ? null : rupees(lr.declaredValue)],
    ['Freight to pay', lr.freightTerms === 'TO_PAY' && lr.freightAmount !== undefined && rupees(lr.freightAmount)],
    ['Vehicle', lr.vehicleNo && [lr.vehicleNo, ewayVehicleNote(lr.vehicleNo)].filter(Boolean).join(' · ')],
    ['Vehicle on the e-way bill', lr.partBDue ? (lr.partBVehicleNo ?? 'none yet') : null],
    ['Driver', [lr.driverName, lr.driverMobile].filter(Boolean).join(', ')],
    ['Seal', lr.sealNo],
    ['Temperature', lr.temperature != null && `${(lr.temperature / 10).toFixed(1)} °C`],
    ['Former numbers', lr.formerNos?.split(' ').join(', ')],
    ['Expected on', dayText(lr.expectedDeliveryDate)],
    ['Delivered on', lr.deliveredOn && dayText(lr.deliveredOn)],
    ['Received by', lr.receivedBy],
    ['Tracking number', shipment?.shipmentNo],
    ['Remarks', lr.remarks],
  ]
  return (
    <LrPanel id="facts" title="Shipment">
      <FactList className="facts" facts={facts} />
    </LrPanel>
  )
}
