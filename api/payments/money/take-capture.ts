import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { keptOf } from '../../../resources/payments/late-success.ts'
import type { CaptureFit, CaptureSource } from '../../../resources/payments/money/capture-states.ts'
import { captureStates } from '../../../resources/payments/money/capture-states.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { isUnpaid } from '../../../resources/payments/payment-states.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { PaymentMode } from '../../../resources/payments/payment-words.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { isDuplicate } from '../../platform/errors.ts'
import { lostRace } from '../../platform/transact.ts'
import { maskedWords } from '../gateways/redact.ts'
import { locksOf } from '../item-locks.ts'
import { postCapture } from '../posting/post-money.ts'
import { lockCaptures, moveMoney, type Placed } from './ledger.ts'
import { mailCapture } from './mail-capture.ts'
import { recountPayment } from './recount.ts'

/** What a gateway took, as it says; whole paise of its currency. */
export interface CaptureFacts {
  gatewayTxnId: string
  amount: number
  currency: string
  bankRefNo?: string | null
  mode?: PaymentMode | null
  charges?: number | null
}

/** How a capture is taken in beside its facts. */
interface Taking {
  via: CaptureSource
  attemptId?: number | null
  /** What people found out about it; otherwise it follows from the payment. */
  fit?: CaptureFit
  /** It had gone back before the portal came to know of it: it serves nothing, and SAP never has it. */
  isReturned?: boolean
}

/**
 * Takes in what a gateway captured for a locked payment, once for each of its ids: as much as fits the plan goes to its
 * free items, money paid ahead goes on account, and the rest waits for Finance. SAP has it at once, in the same
 * transaction. `isNew` is false for a capture that was known.
 */
export async function takeCapture(
  trx: Knex,
  payment: PaymentTransaction,
  facts: CaptureFacts,
  taking: Taking,
  author: Author,
): Promise<{ capture: PaymentCapture; isNew: boolean; payment: PaymentTransaction }> {
  const others = await lockCaptures(trx, [payment.id])
  const gatewayTxnId = numberOf(facts.gatewayTxnId)
  const known = others.find(one => one.gatewayTxnId === gatewayTxnId)
  if (known) return { capture: known, isNew: false, payment }
  const plan = await planOf(trx, payment, facts, others, taking)
  const row = {
    transactionId: payment.id,
    attemptId: taking.attemptId ?? null,
    customerId: payment.customerId,
    accountId: payment.accountId,
    gatewayTxnId,
    amount: facts.amount,
    currency: facts.currency.slice(0, 3),
    capturedAt: now(),
    seenVia: taking.via,
    // A bank may write a card number or a UPI id into it.
    bankRefNo: facts.bankRefNo ? maskedWords(facts.bankRefNo).slice(0, 40) : null,
    mode: facts.mode ?? null,
    chargesAmount: facts.charges ?? null,
    fit: plan.fit,
    status: captureStates.start,
    returnedAmount: 0,
    unresolvedAmount: 0,
    sapReference: sapReferenceOf(payment.txnNo, others.length + 1),
    postingStatus: 'NOT_DUE' as const,
    clearingRequest: 'NONE' as const,
  }
  const [capture] = await insertRows(trx, paymentCapture, [row], author).catch(error => {
    // Another payment has the number by now: read again, that is known.
    throw isDuplicate(error) ? lostRace() : error
  })
  await moveMoney(trx, capture!, { to: plan.placed }, author)
  await leaveOtherCarts(trx, plan.placed)
  if (!taking.isReturned) await postCapture(trx, capture!.id, author)
  const after = await recountPayment(trx, payment.id, author)
  const [counted] = await rowsOf(trx, paymentCapture, rows => rows.where('id', capture!.id))
  if (!taking.isReturned) await mailCapture(trx, after, counted!, plan.isLate)
  return { capture: counted!, isNew: true, payment: after }
}

/** The number of the payment of the same account with which a gateway's number of a capture stands; null for none or this one. */
export async function otherPaymentWith(
  trx: Knex,
  { id, accountId }: PaymentTransaction,
  gatewayTxnId: string,
): Promise<string | null> {
  const other: { txnNo: string } | undefined = await trx('payment_capture')
    .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
    .where({ 'payment_capture.accountId': accountId, 'payment_capture.gatewayTxnId': numberOf(gatewayTxnId) })
    .whereNot('payment_transaction.id', id)
    .first('txnNo')
  return other?.txnNo ?? null
}

const numberOf = (gatewayTxnId: string) => gatewayTxnId.slice(0, 40)

/** SAP's reference of the n-th capture of a payment, at most 16 characters: `PT2627000123`, `PT2627000123C2`. */
const sapReferenceOf = (txnNo: string, n: number) => (n === 1 ? txnNo.slice(-16) : `${txnNo.slice(-13)}C${nth(n)}`)

const nth = (n: number) => (n < 10 ? `${n}` : String.fromCharCode('A'.charCodeAt(0) + n - 10))

/** Where the rupees of a new capture go, and how it fits. */
interface Plan {
  fit: CaptureFit
  placed: Placed[]
  isLate: boolean
}

async function planOf(
  trx: Knex,
  payment: PaymentTransaction,
  facts: CaptureFacts,
  others: readonly PaymentCapture[],
  { fit, isReturned }: Taking,
): Promise<Plan> {
  const isLate = isUnpaid(payment)
  const nowhere = (why: CaptureFit): Plan => ({ fit: why, placed: [], isLate })
  if (facts.currency !== payment.currency) return nowhere('FOREIGN')
  if (others.some(one => !isReturnedState(one.status))) return nowhere('SECOND')
  if (fit) return nowhere(fit)
  if (facts.amount < payment.amount) return nowhere('SHORT')
  const usual = facts.amount > payment.amount ? 'OVER' : 'EXACT'
  if (isReturned) return nowhere(usual)
  const { kept, released } = await freeOf(trx, payment)
  const ahead: Placed[] = payment.advanceAmount === 0 ? [] : [{ target: 'ON_ACCOUNT', amount: payment.advanceAmount }]
  return { fit: isLate || released > 0 ? 'LATE' : usual, placed: [...kept, ...ahead], isLate: isLate || released > 0 }
}

const isReturnedState = (status: PaymentCapture['status']) =>
  captureStates.sets.returned.some(returned => returned === status)

/** What of a payment's plan its items still take, and how many of them do not. */
async function freeOf(trx: Knex, payment: PaymentTransaction): Promise<{ kept: Placed[]; released: number }> {
  const plan = await rowsOf(trx, paymentAllocation, rows => rows.where({ transactionId: payment.id }).orderBy('itemId'))
  const ids = plan.map(({ itemId }) => itemId)
  const items = await rowsOf(trx, uploadOutstanding, rows => rows.whereIn('id', ids).orderBy('id').forUpdate())
  const locks = await locksOf(trx, ids)
  const itemOf = new Map(items.map(item => [item.id, { ...item, ...locks.get(item.id)! }]))
  const free = plan.filter(one => isFree(itemOf.get(one.itemId), one, payment.id))
  const kept = keptOf(free, payment.amount - payment.advanceAmount)
  return { kept: kept.map(one => placedOn(itemOf.get(one.itemId)!, one)), released: plan.length - kept.length }
}

/** What is put on an item, with what was open of it. */
export const placedOn = (
  { id, documentNo, balanceAmount }: OutstandingItem,
  { amount, tdsAmount }: Pick<PaymentAllocation, 'amount' | 'tdsAmount'>,
): Placed => ({ target: 'ITEM', itemId: id, documentNo, amount, tdsAmount, balanceBefore: balanceAmount })

/** Whether an item is open for so much, in no dispute, and held by nobody but this payment. */
export function isFree(
  item: OutstandingItem | undefined,
  { amount, tdsAmount }: Pick<PaymentAllocation, 'amount' | 'tdsAmount'>,
  paymentId: number,
): boolean {
  if (!item || item.isDisputed || (item.lockedById !== null && item.lockedById !== paymentId)) return false
  const isEnough = Math.abs(amount) + tdsAmount <= Math.abs(item.balanceAmount)
  return item.isActive && item.closedOn === null && isEnough && Math.sign(item.balanceAmount) === Math.sign(amount)
}

/** An item that is paid stands in no cart any more. */
export async function leaveOtherCarts(
  trx: Knex,
  placed: readonly { readonly itemId?: number | null }[],
): Promise<void> {
  const ids = placed.flatMap(({ itemId }) => itemId ?? [])
  if (ids.length === 0) return
  await trx('payment_cart_item')
    .whereIn('itemId', ids)
    .whereIn('cartId', trx('payment_cart').where('status', 'OPEN').select('id'))
    .delete()
}
