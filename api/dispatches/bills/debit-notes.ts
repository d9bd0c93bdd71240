import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { billedFor, taxOn } from '../../../resources/dispatches/bills/bill-rules.ts'
import { type DebitNote, debitNote } from '../../../resources/dispatches/bills/debit-note.ts'
import { type DebitNoteLine, debitNoteLine } from '../../../resources/dispatches/bills/debit-note-line.ts'
import type { TransporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import type { TransporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { nextNumber } from '../../platform/number-series.ts'
import type { BilledLr } from './bill-lines.ts'

/** What is paid of a line, in paise. */
export const acceptedOf = (line: TransporterBillLine): number => line.acceptedAmount ?? billedFor(line)

type Deduction = Pick<DebitNoteLine, 'lrId' | 'reason' | 'amount' | 'remarks'>

/** What is deducted LR by LR. */
export const deductionsOf = (lines: readonly Pick<BilledLr, 'line'>[]): Deduction[] =>
  lines.flatMap(({ line }) => {
    const amount = billedFor(line) - acceptedOf(line)
    return amount > 0
      ? [{ lrId: line.lrId, reason: line.deductionReason ?? 'OTHER', amount, remarks: line.remarks }]
      : []
  })

/** What is set off for losses on earlier bills, which is no part of a price. */
export const lossesOf = (lines: readonly TransporterBillLine[]): Deduction[] =>
  lines.map(({ lrId, setOffAmount, findingReason }) => ({
    ...{ lrId, reason: 'LOSS', amount: setOffAmount!, remarks: findingReason },
  }))

/** Makes the debit note of a bill; returns its number. A transporter that charges GST owes a credit note for its part. */
export async function writeDebitNote(
  trx: Knex,
  bill: TransporterBill,
  { deducted, ...other }: { deducted: Deduction[] } & Pick<DebitNote, 'otherAmount' | 'otherReason' | 'remarks'>,
  author: Author,
): Promise<string> {
  const amount = sum(deducted.map(one => one.amount)) + other.otherAmount
  const price = amount - sum(deducted.filter(({ reason }) => reason === 'LOSS').map(one => one.amount))
  const gstAmount = bill.gstAmount > 0 ? taxOn(bill.gtaTaxMode, price, bill) : 0
  const noteNo = await nextNumber(trx, 'DN', today())
  const of = { noteNo, transporterBillId: bill.id, transporterId: bill.transporterId, noteDate: today() }
  const taxCredit = gstAmount > 0 ? ('AWAITED' as const) : ('NOT_DUE' as const)
  const note = withDefaults(debitNote, { ...of, ...other, amount, gstAmount, taxCredit })
  const [made] = await insertRows(trx, debitNote, [note], author)
  const lines = deducted.map(one => withDefaults(debitNoteLine, { ...one, debitNoteId: made!.id }))
  if (lines.length > 0) await insertRows(trx, debitNoteLine, lines, author)
  return noteNo
}

/** Enters the credit note with which a transporter takes back the GST on what was deducted. */
export const enterCreditNote: ActionHandler = async (trx, { rows, values, author }) => {
  const note = rows[0] as unknown as DebitNote
  const taxNoteOn = String(values.taxNoteOn)
  if (taxNoteOn > today()) throw invalidField('taxNoteOn', 'RANGE', 'Its date must not be in the future')
  if (taxNoteOn < note.noteDate) throw invalidField('taxNoteOn', 'RANGE', 'Its date must not be before the debit note')
  const received = { taxCredit: 'RECEIVED' as const, taxNoteNo: String(values.taxNoteNo), taxNoteOn }
  await updateRow(trx, debitNote, note, received, author)
  return undefined
}
