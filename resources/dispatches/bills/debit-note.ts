import { debitNotes } from '../../access.ts'
import { action } from '../../define/action.ts'
import { choice, code, date, money, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import { transporter } from '../../masters/transporter.ts'
import { deductionReasons, deductionWords } from './deduction-reasons.ts'
import { transporterBill } from './transporter-bill.ts'

const taxCreditWords = {
  NOT_DUE: 'None to come back',
  AWAITED: 'Credit note awaited',
  RECEIVED: 'Credit note received',
}

/** What we deduct from a transporter's bill, with a number of its own: made when the bill is approved. */
export const debitNote = record({
  path: 'dispatches/debit-notes',
  name: 'debit-note',
  title: 'Debit Notes To Transporters',
  one: 'debit note',
  purpose: 'Amounts deducted from transporter bills, and the credit notes expected for their GST.',
  fields: {
    noteNo: text({ max: 14, unique: true, label: 'Debit note' }),
    transporterBillId: reference(transporterBill, { label: 'Bill' }),
    transporterId: reference(transporter),
    noteDate: date({ label: 'Date' }),
    amount: money({ label: 'Deducted', hint: 'Before GST' }),
    otherAmount: money({ default: 0, label: 'Deducted from the whole bill' }),
    otherReason: choice(deductionReasons, { optional: true, words: deductionWords, label: 'Why from the whole bill' }),
    remarks: text({ audience: 'readers', max: 255, optional: true }),
    gstAmount: money({
      default: 0,
      label: 'GST to come back',
      hint: 'Charged by the transporter on what is deducted, until its credit note',
    }),
    taxCredit: choice(['NOT_DUE', 'AWAITED', 'RECEIVED'], {
      default: 'NOT_DUE',
      label: 'GST',
      words: { staff: taxCreditWords, buyer: taxCreditWords },
      tones: { AWAITED: 'wait', RECEIVED: 'ok' },
    }),
    taxNoteNo: code({ max: 16, optional: true, label: 'Credit note of the transporter' }),
    taxNoteOn: date({ optional: true, label: 'Credit note of' }),
  },
  key: ['noteNo'],
  display: ['noteNo'],
  list: ['noteNo', 'noteDate', 'transporterId', 'transporterBillId', 'amount', 'gstAmount', 'taxCredit'],
  filters: ['taxCredit', 'transporterId', 'noteDate'],
  totals: ['amount', 'gstAmount'],
  search: ['noteNo', 'taxNoteNo'],
  sort: ['-id'],
  indexes: [['transporterBillId'], ['transporterId', 'noteDate'], ['taxCredit']],
  actions: {
    enterCreditNote: action({
      label: 'Enter credit note',
      letter: 'A',
      when: { taxCredit: 'AWAITED' },
      inputs: {
        taxNoteNo: code({ max: 16, label: 'Credit note of the transporter' }),
        taxNoteOn: date({ label: 'Its date' }),
      },
    }),
  },
  access: debitNotes,
  within: { DISPATCH: { transporterBillId: 'billsOfMyPlants' }, TRANSPORTER: { transporterId: 'ownTransporter' } },
})

export type DebitNote = Row<typeof debitNote>
