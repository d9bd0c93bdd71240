import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { shareFreight } from '../freight/recalculate-freight.ts'
import { tellTransporter } from './bill-news.ts'
import { openSetOffs } from './decide-finding.ts'
import { demandStep, isTaxOpen, matchBill, moveLrs, submitBill } from './submit-bill.ts'

const billOf = ({ rows }: ActionInput) => rows[0] as unknown as TransporterBill

/** Submits a draft. */
export const submit: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  await demandStep(trx, bill, 'submit', taken.person)
  const { status } = await submitBill(trx, bill, taken.author)
  return status === 'MATCHED'
    ? 'The bill matches what was agreed.'
    : 'The bill differs from what was agreed: Finance has to accept it.'
}

/** Accepts the difference of one LR, in full or up to an amount; the last one makes the bill match. */
export const acceptLine: ActionHandler = async (trx, taken) => {
  const line = taken.rows[0] as unknown as TransporterBillLine
  const [bill] = await rowsOf(trx, transporterBill, rows => rows.where('id', line.transporterBillId))
  await demandStep(trx, bill!, 'accept', taken.person)
  const billed = line.billedFreight + line.billedOther
  const acceptedAmount = taken.values.acceptedAmount as number | null
  if (acceptedAmount !== null && acceptedAmount > billed)
    throw invalidField(
      'acceptedAmount',
      'RANGE',
      `Amount accepted must not be more than ${rupees(billed)}, which is billed`,
    )
  const remarks = String(taken.values.remarks)
  await updateRow(trx, transporterBillLine, line, { isAccepted: true, acceptedAmount, remarks }, taken.author)
  const { status } = await matchBill(trx, bill!, taken.author)
  return status === 'MATCHED' ? 'Every difference is accepted: the bill waits for approval.' : undefined
}

/** Accepts a GST that differs from its rate. */
export const acceptTax: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  await demandStep(trx, bill, 'accept', taken.person)
  if (!isTaxOpen(bill))
    throw refused([{ field: '', code: 'NOT_ALLOWED_STATE', message: 'The GST of this bill fits its rate' }])
  await matchBill(trx, await updateRow(trx, transporterBill, bill, { isTaxAccepted: true }, taken.author), taken.author)
  return undefined
}

/** What was deducted LR by LR, in paise. */
const deductedOf = (lines: readonly { line: TransporterBillLine }[]) =>
  sum(lines.map(({ line }) => line.billedFreight + line.billedOther - acceptedOf(line)))

const acceptedOf = ({ acceptedAmount, billedFreight, billedOther }: TransporterBillLine) =>
  acceptedAmount ?? billedFreight + billedOther

/** What is to be paid for a bill, in paise. */
const netOf = ({ totalAmount, deductionAmount, tdsAmount }: TransporterBill) =>
  totalAmount - deductionAmount - tdsAmount

/** Approves a matched bill: the freight of its LRs is shared once more, by what was accepted, and is final then. */
export const approveBill: ActionHandler = async (trx, taken) => {
  const { values, author, person } = taken
  const bill = billOf(taken)
  const lines = await demandStep(trx, bill, 'approve', taken.person)
  const tdsAmount = values.tdsAmount as number
  const ownDeduction = deductedOf(lines) + (values.deductionAmount as number)
  const setOff = await openSetOffs(trx, bill, netOf({ ...bill, deductionAmount: ownDeduction, tdsAmount }))
  const deductionAmount = ownDeduction + setOff.amount
  const debitNoteNo = values.debitNoteNo as string | null
  if (deductionAmount > 0 && debitNoteNo === null)
    throw invalidField(
      'debitNoteNo',
      'REQUIRED',
      `Debit note is required: ${rupees(deductionAmount)} is deducted${setOffText(setOff.amount)}`,
    )
  if (netOf({ ...bill, deductionAmount, tdsAmount }) < 0)
    throw invalidField('deductionAmount', 'RANGE', 'Deduction and TDS must not be more than the total of the bill')
  for (const { line, lr } of lines) await shareFreight(trx, lr.id, acceptedOf(line), author)
  await moveLrs(
    trx,
    lines.map(one => one.lr),
    'APPROVED',
    author,
  )
  const sapInvoiceDoc = values.sapInvoiceDoc as string | null
  const decided = { status: 'APPROVED' as const, approvedById: person.id, approvedOn: today() }
  const approved = await updateRow(
    trx,
    transporterBill,
    bill,
    { ...decided, deductionAmount, debitNoteNo, tdsAmount, sapInvoiceDoc },
    author,
  )
  await updateRows(trx, transporterBillLine, setOff.lines, { setOffBillId: bill.id }, author)
  return `${rupees(netOf(approved))} is to be paid${setOffText(setOff.amount)}.`
}

const setOffText = (amount: number) =>
  amount > 0 ? `, with ${rupees(amount)} set off for losses on earlier bills` : ''

/** Enters the payment of an approved bill. Throws 400 unless the amount is the total less deduction and TDS. */
export const payBill: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  const lines = await demandStep(trx, bill, 'pay', taken.person)
  const net = netOf(bill)
  if (taken.values.paidAmount !== net)
    throw invalidField('paidAmount', 'RANGE', `Amount paid must be ${rupees(net)}: the total less deduction and TDS`)
  await moveLrs(
    trx,
    lines.map(one => one.lr),
    'PAID',
    taken.author,
  )
  const paid = { status: 'PAID' as const, paymentRef: String(taken.values.paymentRef), paidOn: today() }
  await updateRow(trx, transporterBill, bill, paid, taken.author)
  await tellTransporter(trx, bill, 'PAID', `${rupees(net)} with ${paid.paymentRef}`)
  return undefined
}

/** Rejects a bill and tells its transporter and who entered it; its LRs can be billed again. */
export const rejectBill: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  await release(trx, bill, 'reject', taken)
  await tellTransporter(trx, bill, 'REJECTED', String(taken.values.reason))
  return undefined
}

/** Takes a bill back that the person entered; its LRs can be billed again. */
export const withdrawBill: ActionHandler = async (trx, taken) => {
  await release(trx, billOf(taken), 'withdraw', taken)
  return undefined
}

async function release(trx: Knex, bill: TransporterBill, step: 'reject' | 'withdraw', taken: ActionInput) {
  const lines = await demandStep(trx, bill, step, taken.person)
  await updateRows(
    trx,
    transporterBillLine,
    lines.map(({ line }) => line),
    { releasedNo: bill.id },
    taken.author,
  )
  await moveLrs(
    trx,
    lines.map(one => one.lr),
    'UNBILLED',
    taken.author,
  )
  const released = { status: 'REJECTED' as const, releasedNo: bill.id, rejectReason: String(taken.values.reason) }
  await updateRow(trx, transporterBill, bill, released, taken.author)
}

/** Lets an LR be billed later than 180 days after its date. */
export const allowLateBill: ActionHandler = async (trx, { values, author }) => {
  const [row] = await rowsOf(trx, lr, rows => rows.where('id', values.lrId as number))
  if (row!.billStatus !== 'UNBILLED')
    throw invalidField('lrId', 'NOT_ALLOWED_STATE', `LR ${row!.lrNo} is billed already: choose another`)
  await updateRow(trx, lr, row!, { lateBillReason: String(values.reason) }, author)
  return `LR ${row!.lrNo} may be billed.`
}
