import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { agreedFor, billedFor, differencesOf, reverseCharge } from '../../../resources/dispatches/bills/bill-rules.ts'
import type { DeductionReason } from '../../../resources/dispatches/bills/deduction-reasons.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import {
  type TransporterBillLine,
  transporterBillLine,
} from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateEach, updateRow, updateRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { shareFreight } from '../freight/recalculate-freight.ts'
import { isLineOpen } from './bill-lines.ts'
import { tellTransporter } from './bill-news.ts'
import { acceptedOf, deductionsOf, lossesOf, writeDebitNote } from './debit-notes.ts'
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
  const acceptedAmount = taken.values.acceptedAmount as number | null
  if (acceptedAmount !== null && acceptedAmount > billedFor(line))
    throw invalidField(
      'acceptedAmount',
      'RANGE',
      `Amount accepted must not be more than ${rupees(billedFor(line))}, which is billed`,
    )
  const decision = { acceptedAmount, ...decisionOf(taken, (acceptedAmount ?? billedFor(line)) < billedFor(line)) }
  await updateRow(trx, transporterBillLine, line, { isAccepted: true, ...decision }, taken.author)
  return matchedAnswer(await matchBill(trx, bill!, taken.author))
}

/** Accepts all differences of LRs that are open, as billed, or as agreed, and deducts the rest. */
export const acceptAll: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  const open = (await demandStep(trx, bill, 'accept', taken.person)).filter(isLineOpen)
  if (open.length === 0)
    throw refused([{ field: '', code: 'NOT_ALLOWED_STATE', message: 'No LR differs: accept or reject the GST' }])
  const isDeducted = taken.values.paid === 'AGREED'
  const decision = decisionOf(taken, isDeducted)
  const decided = open.map(({ line }) => ({
    before: line,
    asked: { isAccepted: true, acceptedAmount: isDeducted ? agreedFor(line) : null, ...decision },
  }))
  await updateEach(trx, transporterBillLine, decided, taken.author)
  return matchedAnswer(await matchBill(trx, bill, taken.author))
}

/** Why less is paid than was billed. Throws 400 where that is not said. */
function decisionOf({ values }: ActionInput, isDeducted: boolean) {
  const deductionReason = values.deductionReason as DeductionReason | null
  if (isDeducted && deductionReason === null)
    throw invalidField(
      'deductionReason',
      'REQUIRED',
      'Deducted for is required: less is accepted than was billed, so choose why',
    )
  return { deductionReason: isDeducted ? deductionReason : null, remarks: String(values.remarks) }
}

const matchedAnswer = ({ status }: TransporterBill) =>
  status === 'MATCHED' ? 'Every difference is accepted: the bill waits for approval.' : undefined

/** Accepts a GST that differs from its rate. */
export const acceptTax: ActionHandler = async (trx, taken) => {
  const bill = billOf(taken)
  await demandStep(trx, bill, 'accept', taken.person)
  if (!isTaxOpen(bill))
    throw refused([{ field: '', code: 'NOT_ALLOWED_STATE', message: 'The GST of this bill fits its rate' }])
  await matchBill(trx, await updateRow(trx, transporterBill, bill, { isTaxAccepted: true }, taken.author), taken.author)
  return undefined
}

/** What is to be paid for a bill, in paise. */
const netOf = ({ totalAmount, deductionAmount, tdsAmount }: TransporterBill) =>
  totalAmount - deductionAmount - tdsAmount

/**
 * Approves a matched bill: the freight of its LRs is shared once more, by what was accepted, and is final then. What is
 * deducted becomes a debit note.
 */
export const approveBill: ActionHandler = async (trx, taken) => {
  const { values, author, person } = taken
  const bill = billOf(taken)
  const lines = await demandStep(trx, bill, 'approve', taken.person)
  const further = furtherOf(values)
  const tdsAmount = values.tdsAmount as number
  const deducted = deductionsOf(lines)
  const ownDeduction = sum(deducted.map(({ amount }) => amount)) + further.otherAmount
  const setOff = await openSetOffs(trx, bill, netOf({ ...bill, deductionAmount: ownDeduction, tdsAmount }))
  const deductionAmount = ownDeduction + setOff.amount
  if (netOf({ ...bill, deductionAmount, tdsAmount }) < 0)
    throw invalidField('deductionAmount', 'RANGE', 'Deduction and TDS must not be more than the total of the bill')
  for (const { line, lr } of lines) await shareFreight(trx, lr.id, acceptedOf(line), author)
  await moveLrs(
    trx,
    lines.map(one => one.lr),
    'APPROVED',
    author,
  )
  const debitNoteNo =
    deductionAmount > 0
      ? await writeDebitNote(trx, bill, { deducted: [...deducted, ...lossesOf(setOff.lines)], ...further }, author)
      : null
  const sapInvoiceDoc = values.sapInvoiceDoc as string | null
  const decided = { status: 'APPROVED' as const, approvedById: person.id, approvedOn: today() }
  const paid = {
    ...{ deductionAmount, debitNoteNo, tdsAmount, sapInvoiceDoc },
    // What is not paid is no service that we pay tax on.
    reverseCharge: reverseCharge(bill.gtaTaxMode, bill.baseAmount - ownDeduction),
  }
  const approved = await updateRow(trx, transporterBill, bill, { ...decided, ...paid }, author)
  await updateRows(trx, transporterBillLine, setOff.lines, { setOffBillId: bill.id }, author)
  const { over, lrsOver } = differencesOf(lines.map(({ line }) => ({ ...line, ...accepted(line) })))
  const beyond = over > 0 ? `, ${rupees(over)} over what was agreed on ${lrsOver} LRs` : ''
  const note = debitNoteNo === null ? '' : ` Debit note ${debitNoteNo} deducts ${rupees(deductionAmount)}.`
  return `${rupees(netOf(approved))} is to be paid${setOffText(setOff.amount)}${beyond}.${note}`
}

/** What is paid of an LR, as if it had been billed so. */
const accepted = (line: TransporterBillLine) => ({ billedFreight: acceptedOf(line), billedOther: 0 })

/** A deduction that belongs to no single LR. Throws 400 where nobody says why. */
function furtherOf(values: ActionInput['values']) {
  const otherAmount = values.deductionAmount as number
  const otherReason = values.deductionReason as DeductionReason | null
  if (otherAmount > 0 && otherReason === null)
    throw invalidField(
      'deductionReason',
      'REQUIRED',
      `Why it is deducted is required: a further ${rupees(otherAmount)} is deducted`,
    )
  return { otherAmount, otherReason: otherAmount > 0 ? otherReason : null, remarks: values.remarks as string | null }
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
  await tellTransporter(
    trx,
    bill,
    'PAID',
    `${rupees(net)} with ${paid.paymentRef}${bill.debitNoteNo === null ? '' : `, after debit note ${bill.debitNoteNo} of ${rupees(bill.deductionAmount)}`}`,
  )
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
