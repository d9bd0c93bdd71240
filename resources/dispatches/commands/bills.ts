import { type BodyOf, command, fileOf, may, rowOf, rowsOf } from '../../define/command.ts'
import { choice, flag, integer, money, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { many } from '../../define/shape.ts'
import { cartingCharge } from '../bills/carting-charge.ts'
import { debitNote } from '../bills/debit-note.ts'
import { transporterBill } from '../bills/transporter-bill.ts'
import { transporterBillLine } from '../bills/transporter-bill-line.ts'
import { chargeKinds, chargeWords } from '../freight/agreed-charges.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
/** The most LRs on one bill or voucher that is entered by hand. */
const most = 1_000

const { transporterId, ...printed } = pick(transporterBill.fields, [
  ...(['transporterId', 'billNo', 'billDate', 'baseAmount', 'gstAmount', 'attachmentId'] as const),
])
const kind = { kind: choice(chargeKinds, { label: 'Charge', words: chargeWords }), amount: money() }
const billed = {
  ...pick(transporterBillLine.fields, ['lrId', 'billedFreight', 'billedOther', 'billedWeightKg']),
  kinds: many(kind, {
    most: chargeKinds.length,
    distinct: 'kind',
    optional: true,
    label: 'Billed by charge',
    hint: 'Where the bill says it: freight and fuel add up to the billed freight, the others to the other charges',
  }),
}
const lines = many(billed, { least: 1, most, distinct: 'lrId', label: 'LRs' })
const isTaken = {
  LR_BILLED: [409, 'an LR is on another bill'],
  DUPLICATE_KEY: [409, 'the bill number is entered already'],
} as const

export const enterBill = command('POST dispatches/lr-transporter-bill', {
  room,
  summary: 'Enters a transporter’s bill over LRs, and matches it unless it is a draft',
  who: may(transporterBill, 'create'),
  sees: 'latest',
  idempotent: 'must',
  body: { transporterId, ...printed, lines, isDraft: flag() },
  answer: rowOf(transporterBill),
  refusals: isTaken,
})
/** A bill as it is entered, amounts in paise. */
export type BillInput = BodyOf<typeof enterBill>
/** A bill as it is printed. */
export type PrintedBill = Omit<BillInput, 'isDraft'>

export const correctBill = command('PATCH dispatches/lr-transporter-bill/{id}', {
  room,
  summary: 'Corrects a bill by who entered it, with the reason, until it is approved, and matches it again',
  who: may(transporterBill, 'create'),
  body: { id, rowVersion: id, reason: text({ max: 255 }), ...printed, lines },
  answer: rowOf(transporterBill),
  refusals: {
    STALE_ROW: [409, 'it was changed meanwhile'],
    ...isTaken,
    NOT_ALLOWED_STATE: [422, 'it is approved by now'],
  },
})
/** What a bill is corrected to, and why; its transporter stays. */
export type BillCorrection = Omit<BodyOf<typeof correctBill>, 'id'>

const voucher = pick(cartingCharge.fields, ['vendorName', 'voucherNo', 'voucherDate', 'attachmentId', 'remarks'])
const charge = pick(cartingCharge.fields, ['lrId', 'chargeType', 'amount', 'gateInAt', 'gateOutAt'])

export const enterCarting = command('POST dispatches/add-carting-charges', {
  room,
  summary: 'Enters a voucher of carting, split over LRs; answers with its charges',
  who: may(cartingCharge, 'create'),
  sees: 'latest',
  idempotent: 'must',
  body: { ...voucher, lines: many(charge, { least: 1, most, label: 'Charges' }) },
  answer: rowsOf(cartingCharge),
  refusals: { DUPLICATE_KEY: [409, 'the voucher is entered already'] },
})
/** A voucher of a cartage vendor as it is entered: one amount in paise for each LR and type of charge. */
export type VoucherInput = BodyOf<typeof enterCarting>

export const printDebitNote = command('GET dispatches/debit-notes/{id}/pdf', {
  room,
  summary: 'A debit note to a transporter as a PDF',
  who: may(debitNote, 'read'),
  answer: fileOf('application/pdf'),
})
