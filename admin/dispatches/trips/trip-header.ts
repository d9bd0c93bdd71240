import { rupees } from '../../../resources/define/show.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { momentInWords, readOn } from '../../derive/record/when.ts'

type TripRow = Trip & { texts?: Record<string, string | null | undefined> }

const tones = tonesIn(trip.fields.status)!

/** What happens next with a trip, and who does it. */
function nextOf({ status, isOwnVehicle, vehicleNo, reason }: TripRow): Words {
  switch (status) {
    case 'PLANNED':
      return isOwnVehicle
        ? [{ strong: 'Name the vehicle' }, ' and its driver.']
        : [{ strong: 'Ask transporters' }, ' for a vehicle.']
    case 'ASKED':
      return ['Transporters are asked: ', { strong: 'accept an offer' }, ' once there is one.']
    case 'AGREED':
      return ['The transporter ', { strong: 'names vehicle and driver' }, '.']
    case 'PLACED':
      return [`${vehicleNo} is expected: `, { strong: 'let it in' }, ' at the gate.']
    case 'GATE_IN':
      return [`${vehicleNo} is inside: `, { strong: 'begin loading' }, '.']
    case 'LOADING':
      return ['Goods are loaded: ', { strong: 'count the packages' }, ' and finish loading.']
    case 'LOADED':
      return ['Put the seal on and ', { strong: 'let it out' }, '.']
    case 'GATE_OUT':
      return [`${vehicleNo} is on its way: `, { strong: 'record each stop' }, '.']
    case 'CLOSED':
      return ['All its stops are released.']
    case 'CANCELLED':
      return [`It was cancelled${reason ? `: ${reason}` : ''}.`]
  }
}

const whenSaid = (instant: string | null) => instant !== null && { value: momentInWords(instant, readOn()) }

/** A trip, by its vehicle and transporter. */
export const tripHeader: RecordHeader<TripRow, null> = {
  resource: trip,
  who: {
    of: ['vehicleNo', 'isOwnVehicle'],
    say: ({ vehicleNo, isOwnVehicle, texts }) => {
      const by = isOwnVehicle ? 'our own vehicle' : texts?.transporterId && nameIn(texts.transporterId)
      return [vehicleNo ?? 'Vehicle not named yet', by].filter(Boolean).join(', ')
    },
  },
  keys: [
    { of: ['tripNo'], say: ({ tripNo }) => `Trip ${tripNo}` },
    { of: ['plantId'], say: ({ texts }) => nameIn(texts?.plantId) },
    { of: ['vehicleType'], say: ({ vehicleType }) => optionLabel(trip.fields.vehicleType, vehicleType, 'staff') },
  ],
  amount: {
    of: ['agreedFreight'],
    say: ({ agreedFreight }) => agreedFreight !== null && { value: rupees(agreedFreight), small: 'agreed freight' },
  },
  state: {
    of: ['status'],
    say: ({ status }) => ({ tone: tones[status]!, word: optionLabel(trip.fields.status, status, 'staff') }),
  },
  next: { of: ['status', 'vehicleNo'], say: nextOf },
  facts: [
    { label: 'Needed', of: ['plannedAt'], say: ({ plannedAt }) => whenSaid(plannedAt) },
    {
      label: 'Driver',
      of: ['driverName', 'driverMobile'],
      say: ({ driverName, driverMobile }) => driverName !== null && { value: driverName, small: driverMobile },
    },
    { label: 'Gate in', of: ['gateInAt'], say: ({ gateInAt }) => whenSaid(gateInAt) },
    {
      label: 'Gate out',
      of: ['gateOutAt', 'sealNo'],
      say: ({ gateOutAt, sealNo }) =>
        gateOutAt !== null && { value: momentInWords(gateOutAt, readOn()), small: sealNo && `seal ${sealNo}` },
    },
    {
      label: 'Packages loaded',
      of: ['packagesLoaded'],
      say: ({ packagesLoaded }) => packagesLoaded !== null && { value: String(packagesLoaded) },
    },
  ],
}
