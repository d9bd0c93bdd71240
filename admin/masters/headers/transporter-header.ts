import type { Row } from '../../../resources/define/resource.ts'
import { percentText } from '../../../resources/define/show.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { wordsFor } from '../../../resources/option-words.ts'
import type { Scorecard } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { gtaTaxWords } from '../../../resources/trade.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'

type TransporterRow = Row<typeof transporter> & { texts?: Record<string, string | null | undefined> }

/** What the header of a transporter says besides the row; what is not read, or not by this person, is absent. */
export interface BesideTransporter {
  card?: Scorecard | undefined
  /** Its LRs on the way, and those of them past their day. */
  moving?: { all: number; late: number } | undefined
}

function nextOf(row: TransporterRow, { card, moving }: BesideTransporter): Words | null {
  if (!row.isActive) return ['No new LR names it.']
  if (moving && moving.late > 0)
    return [
      {
        strong: `${countText(moving.late, 'LR is', 'LRs are')} past ${moving.late === 1 ? 'its day' : 'their days'}`,
      },
      `, of ${moving.all} on the way.`,
    ]
  if (card && card.podOverdue > 0)
    return [{ strong: `${countText(card.podOverdue, 'POD is', 'PODs are')} missing` }, ' a week after delivery.']
  if (!moving) return null
  return [
    moving.all === 0 ? 'Nothing is on the way.' : `${countText(moving.all, 'LR is', 'LRs are')} on the way, none late.`,
  ]
}

/** A transporter: its name, what it carries now, and whether it keeps its days. */
export const transporterHeader: RecordHeader<TransporterRow, BesideTransporter> = {
  resource: transporter,
  who: { of: ['name'], say: ({ name }) => name },
  keys: [
    { of: ['code'], say: ({ code }) => code },
    { of: ['cityId'], say: ({ texts }) => [texts?.cityId, nameIn(texts?.stateId)].filter(Boolean).join(', ') },
    { of: ['gstin'], say: ({ gstin }) => gstin && `GSTIN ${gstin}` },
    { of: ['sapVendorCode'], say: ({ sapVendorCode }) => sapVendorCode && `SAP ${sapVendorCode}` },
  ],
  amount: {
    of: ['code'],
    say: (_, { card }) =>
      card?.pct != null && { value: percentText(card.pct), small: `on time, ${card.kept} of ${card.due} in 90 days` },
  },
  state: {
    of: ['code'],
    say: ({ isActive }) => (isActive ? { tone: 'calm', word: 'Active' } : { tone: 'end', word: 'Inactive' }),
  },
  next: { of: ['code'], say: nextOf },
  facts: [
    {
      label: 'On the way',
      of: ['code'],
      say: (_, { moving }) =>
        moving && {
          value: countText(moving.all, 'LR'),
          small: moving.late > 0 ? `${moving.late} late` : 'none late',
          bad: moving.late > 0,
        },
    },
    {
      label: 'PODs missing',
      of: ['code'],
      say: (_, { card }) =>
        card && { value: String(card.podOverdue), small: 'a week after delivery', bad: card.podOverdue > 0 },
    },
    {
      label: 'Lost or damaged',
      of: ['code'],
      say: (_, { card }) =>
        card && {
          value: String(card.lost + card.damaged),
          small: `of ${countText(card.dispatched, 'LR')}`,
          bad: card.lost > 0,
        },
    },
    {
      label: 'Carries by',
      of: ['transModes'],
      say: ({ transModes }) => ({ value: transModes.map(mode => optionText(mode).toLowerCase()).join(', ') }),
    },
    {
      label: 'GST of carriage',
      of: ['gtaTaxMode'],
      say: ({ gtaTaxMode }) => ({
        value: wordsFor(gtaTaxWords, 'staff')[gtaTaxMode] ?? optionText(gtaTaxMode),
      }),
    },
    {
      label: 'Contact',
      of: ['contactPerson', 'mobile'],
      say: ({ contactPerson, mobile }) => ({ value: contactPerson, small: mobile }),
    },
  ],
}
