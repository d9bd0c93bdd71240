import { daysBetween } from '../../../resources/define/dates.ts'
import { kilograms, rupees } from '../../../resources/define/show.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { LrLineRow } from '../../../resources/dispatches/lr-line.ts'
import { type StatusReader, statusText } from '../../../resources/dispatches/lr-status.ts'
import { consigneeCauses } from '../../../resources/dispatches/on-time.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, dayInWords, daysText, lateBy, momentInWords, plainDay } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import { lrTones } from '../../orders/shipments/shipments.ts'
import type { LrRow } from '../lr-api.ts'
import type { EventRow } from './use-lr.ts'

/** What the header of an LR says besides the LR. */
export interface BesideLr {
  reader: StatusReader
  today: string
  /** The newest first. */
  events: readonly EventRow[]
  lines: readonly LrLineRow[]
  /** The ship-tos of the invoices on it, as far as they are read. */
  consignees: readonly string[]
}

const over: readonly LrRow['deliveryStatus'][] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

function whoOf({ texts }: LrRow, { consignees }: BesideLr): string {
  const names = [...new Set(consignees.map(nameIn))]
  if (names.length === 1) return names[0]!
  return names.length > 1
    ? `${names.length} consignees, ${texts.toCityId}`
    : `${nameIn(texts.transporterId)} to ${texts.toCityId}`
}

/** Whether goods could not be handed over for a reason of the receiver: the transporter is not late then. */
const isByReceiver = (events: readonly EventRow[]) =>
  events.some(({ reason, voidedAt }) => voidedAt === null && consigneeCauses.some(cause => cause === reason))

/** Where the goods were last, and who acts. */
function nextOf(row: LrRow, { events, today, reader }: BesideLr): Words | null {
  const { deliveryStatus, expectedDeliveryDate, deskTask } = row
  const last = events.find(({ voidedAt }) => voidedAt === null)
  const where = last
    ? `Last seen ${last.location ? `at ${last.location}, ` : ''}${dayInWords(last.eventOn, today)}.`
    : ''
  if (row.partBDue && reader !== 'buyer')
    return [{ strong: `Part B of the e-way bill names ${row.partBVehicleNo ?? 'no vehicle'}: update it.` }, ` ${where}`]
  if (deskTask) return [{ strong: `${deskTask}.` }, ` ${where}`]
  if (deliveryStatus === 'DELIVERED')
    return row.podStatus === 'NONE' && reader !== 'buyer'
      ? [{ strong: 'The proof of delivery is still to be uploaded.' }]
      : row.podStatus === 'REJECTED' && reader !== 'buyer'
        ? [{ strong: 'The proof of delivery was rejected: upload another one.' }]
        : [row.receivedBy ? `Received by ${row.receivedBy}.` : 'All goods have arrived.']
  if (over.includes(deliveryStatus)) return where ? [where] : null
  const late = lateBy(expectedDeliveryDate, today)
  if (late) {
    const cause = isByReceiver(events) ? ', caused by the receiver' : ''
    return [{ strong: `Promised for ${plainDay(expectedDeliveryDate, today)}, ${late}${cause}.` }, ` ${where}`]
  }
  return [`${where} Expected ${dayInWords(expectedDeliveryDate, today)}.`.trim()]
}

/** A lorry receipt, by the consignee and place. */
export const lrHeader: RecordHeader<LrRow, BesideLr> = {
  resource: lr,
  who: { of: ['toCityId'], say: whoOf },
  keys: [
    { of: ['lrNo', 'lrDate'], say: ({ lrNo, lrDate }, { today }) => `LR ${lrNo} of ${dayInWords(lrDate, today)}` },
    { of: ['transporterId'], say: ({ texts }) => nameIn(texts.transporterId) },
    { of: ['vehicleNo'], say: ({ vehicleNo }) => vehicleNo },
    { of: ['fromCityId', 'toCityId'], say: ({ texts }) => `${texts.fromCityId} to ${texts.toCityId}` },
  ],
  amount: {
    of: ['packages'],
    say: ({ packages, actualWeightKg, declaredValue }) => ({
      value: countText(packages, 'package'),
      small: [kilograms(actualWeightKg), declaredValue !== undefined && `goods ${rupees(declaredValue)}`]
        .filter(Boolean)
        .join(' · '),
    }),
  },
  state: {
    of: ['deliveryStatus'],
    say: ({ deliveryStatus }, { reader }) => ({
      tone: lrTones[deliveryStatus],
      word: statusText(deliveryStatus, reader),
    }),
  },
  next: { of: ['deliveryStatus'], say: nextOf },
  facts: [
    {
      label: 'Promised',
      of: ['expectedDeliveryDate', 'deliveryStatus'],
      say: ({ expectedDeliveryDate, deliveryStatus, originalExpectedDate }, { today }) => {
        const late = over.includes(deliveryStatus) ? undefined : lateBy(expectedDeliveryDate, today)
        const moved = originalExpectedDate && originalExpectedDate !== expectedDeliveryDate
        return {
          value: dayInWords(expectedDeliveryDate, today),
          small: late ?? (moved ? `first ${plainDay(originalExpectedDate, today)}` : null),
          bad: late !== undefined,
        }
      },
    },
    {
      label: 'Delivered',
      of: ['deliveredOn'],
      say: ({ deliveredOn, expectedDeliveryDate, receivedBy }, { events, today }) => {
        if (!deliveredOn) return null
        const late = daysBetween(expectedDeliveryDate, deliveredOn)
        return {
          value: plainDay(deliveredOn, today),
          small: [
            late > 0 ? `${daysText(late)} late${isByReceiver(events) ? ', caused by the receiver' : ''}` : 'on time',
            receivedBy && `${receivedBy} signed`,
          ]
            .filter(Boolean)
            .join(', '),
        }
      },
    },
    {
      label: 'E-way bill',
      of: ['packages'],
      say: (_, { lines, today }) => {
        const bills = lines.filter(({ ewayBillNo }) => ewayBillNo)
        const ends = bills.flatMap(({ ewayValidTo }) => ewayValidTo ?? []).toSorted()[0]
        if (lines.length === 0) return null
        if (bills.length === 0) return { value: '–', small: 'none is on the LR' }
        return {
          value: bills.length === 1 ? bills[0]!.ewayBillNo! : String(bills.length),
          small: ends ? `valid to ${momentInWords(ends, today)}` : null,
          bad: ends !== undefined && ends < new Date().toISOString(),
        }
      },
    },
    {
      label: 'Proof of delivery',
      of: ['podStatus'],
      say: ({ podStatus, deliveryStatus }) =>
        (podStatus !== 'NONE' || deliveryStatus === 'DELIVERED') && {
          value: podStatus === 'NONE' ? '–' : optionText(podStatus),
          small: podStatus === 'NONE' ? 'not uploaded yet' : null,
          bad: podStatus === 'REJECTED',
        },
    },
    {
      label: 'Freight',
      of: ['freightAmount', 'freightTerms', 'billStatus'],
      say: ({ freightAmount, expectedFreight, billStatus }) => {
        const over = expectedFreight == null ? 0 : freightAmount - expectedFreight
        const said = over > 0 ? `${rupees(over)} more than expected` : 'as expected'
        return {
          value: rupees(freightAmount),
          small: `${expectedFreight == null ? 'no lane to compare with' : said}, ${optionText(billStatus).toLowerCase()}`,
          bad: over > 0,
        }
      },
    },
    {
      label: 'Claim',
      of: ['claimStatus'],
      say: ({ claimStatus, claimDue }, { today }) =>
        claimStatus !== 'NONE' && {
          value: optionText(claimStatus),
          small: claimDue ? `notice due ${dayInWords(claimDue, today)}` : null,
          bad: claimStatus === 'NOTICE_DUE',
        },
    },
    {
      label: 'Hazardous goods',
      of: ['hasHazard'],
      say: ({ hasHazard, unNumber }) => hasHazard && { value: 'Yes', small: unNumber },
    },
  ],
}
