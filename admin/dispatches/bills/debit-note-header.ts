import { dayText, rupees } from '../../../resources/define/show.ts'
import { type DebitNote, debitNote } from '../../../resources/dispatches/bills/debit-note.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { pathOf } from '../../shell/screens.ts'

type DebitNoteRow = DebitNote & { texts?: Record<string, string | null | undefined> }

const tones = { NOT_DUE: 'end', AWAITED: 'wait', RECEIVED: 'ok' } as const

function nextOf({ taxCredit, gstAmount, taxNoteNo, taxNoteOn }: DebitNoteRow): Words {
  if (taxCredit === 'AWAITED')
    return ['The transporter sends a credit note over the GST of ', { strong: rupees(gstAmount) }, '; then enter it.']
  if (taxCredit === 'RECEIVED') return [`Credit note ${taxNoteNo} of ${dayText(taxNoteOn!)} gave the GST back.`]
  return ['It was deducted when the bill was approved; no GST comes back.']
}

/** What is deducted from a transporter's bill, and whether the GST on it came back. */
export const debitNoteHeader: RecordHeader<DebitNoteRow, null> = {
  resource: debitNote,
  who: { of: ['transporterId'], say: ({ texts }) => nameIn(texts?.transporterId) },
  keys: [
    { of: ['noteNo'], say: ({ noteNo }) => `Debit note ${noteNo}` },
    {
      of: ['transporterBillId'],
      say: ({ texts, transporterBillId }) => ({
        text: `bill ${texts?.transporterBillId ?? ''}`,
        to: pathOf.show(transporterBill, transporterBillId),
      }),
    },
  ],
  amount: { of: ['amount'], say: ({ amount }) => ({ value: rupees(amount), small: 'deducted, before GST' }) },
  state: {
    of: ['taxCredit'],
    say: ({ taxCredit }) => ({
      tone: tones[taxCredit],
      word: optionLabel(debitNote.fields.taxCredit, taxCredit, 'staff'),
    }),
  },
  next: { of: ['taxCredit', 'gstAmount', 'taxNoteNo', 'taxNoteOn'], say: nextOf },
  facts: [
    { label: 'Date', of: ['noteDate'], say: ({ noteDate }) => ({ value: dayText(noteDate) }) },
    {
      label: 'GST to come back',
      of: ['gstAmount', 'taxCredit'],
      say: ({ gstAmount, taxCredit }) => gstAmount > 0 && { value: rupees(gstAmount), bad: taxCredit === 'AWAITED' },
    },
  ],
}
