import { type EwayBillRow, ewayBill } from '../../../resources/dispatches/eway/eway-bill.ts'
import { extensionWindow } from '../../../resources/dispatches/eway.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { momentInWords, readOn } from '../../derive/record/when.ts'

type BillRow = EwayBillRow & { texts?: Record<string, string | null | undefined> }

const tones = { PART_A: 'wait', ACTIVE: 'ok', CANCELLED: 'end', REJECTED: 'bad', CLOSED: 'end' } as const
const HOURS = 8

function nextOf({ status, task, taskText, taskDue, validTo, vehicleNo, holder }: BillRow): Words {
  const [today, now] = [readOn(), new Date().toISOString()]
  if (status === 'CLOSED') return ['It is closed: the goods have arrived.']
  if (status === 'CANCELLED') return ['It is cancelled; its number stays in the register.']
  if (status === 'REJECTED')
    return ['The other party has rejected it: ', { strong: 'make another' }, ' if the goods travel further.']
  if (task !== 'NONE')
    return ['The transporter is asked to ', { strong: taskText ?? '' }, ` by ${momentInWords(taskDue!, today)}.`]
  if (holder === 'UNKNOWN') return ['It is not known who may act on it: ', { strong: 'ask the portal' }, '.']
  if (validTo === null || vehicleNo === null) return ['It has no vehicle yet: ', { strong: 'enter Part B' }, '.']
  const window = extensionWindow(validTo, HOURS)
  if (now > window.to) return ['It has ended and can no longer be extended.']
  if (now >= window.from)
    return ['Goods on their way: ', { strong: 'extend it' }, ` by ${momentInWords(window.to, today)}.`]
  return [`Nothing to do: it can be extended from ${momentInWords(window.from, today)}.`]
}

/** An e-way bill: its vehicle and end, and who may act on it. */
export const ewayBillHeader: RecordHeader<BillRow, null> = {
  resource: ewayBill,
  who: {
    of: ['docNo'],
    say: ({ texts, docNo }) => (texts?.lrId ? `Goods of LR ${texts.lrId}` : `Document ${docNo ?? '–'}`),
  },
  keys: [
    { of: ['ewayBillNo'], say: ({ ewayBillNo }) => `E-way bill ${ewayBillNo}` },
    {
      of: ['lrId'],
      say: ({ lrId, texts }) => lrId !== null && { text: `LR ${texts?.lrId ?? ''}`, to: `/dispatches/lr/${lrId}` },
    },
    { of: ['transporterId'], say: ({ texts }) => nameIn(texts?.transporterId) },
  ],
  state: {
    of: ['status'],
    say: ({ status }) => ({ tone: tones[status], word: optionLabel(ewayBill.fields.status, status, 'staff') }),
  },
  next: { of: ['status', 'task', 'validTo', 'vehicleNo', 'holder', 'taskText', 'taskDue'], say: nextOf },
  facts: [
    {
      label: 'Valid to',
      of: ['validTo', 'extendedTimes', 'status'],
      say: ({ validTo, extendedTimes, status }) => ({
        value: validTo === null ? '–' : momentInWords(validTo, readOn()),
        small: extendedTimes > 0 ? `extended ${extendedTimes === 1 ? 'once' : `${extendedTimes} times`}` : null,
        bad: status === 'ACTIVE' && validTo !== null && validTo < new Date().toISOString(),
      }),
    },
    {
      label: 'Vehicle',
      of: ['vehicleNo', 'groupNo'],
      say: ({ vehicleNo, groupNo }) => ({ value: vehicleNo ?? '–', small: groupNo && `group ${groupNo}` }),
    },
    {
      label: 'Held by',
      of: ['holder', 'namedTransporter'],
      say: ({ holder, namedTransporter }) => ({
        value: optionLabel(ewayBill.fields.holder, holder, 'staff'),
        small: namedTransporter && `names ${namedTransporter}`,
      }),
    },
    {
      label: 'Distance',
      of: ['distanceKm'],
      say: ({ distanceKm }) => ({ value: distanceKm === null ? '–' : `${distanceKm} km` }),
    },
    {
      label: 'Consolidated',
      of: ['consolidatedNo'],
      say: ({ consolidatedNo }) => consolidatedNo !== null && { value: consolidatedNo },
    },
  ],
}
