import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { differenceOf, type FoundDifference } from '../../../resources/payments/settlement-rules.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { lockCaptures } from '../money/ledger.ts'
import { takeReturn } from '../money/take-return.ts'
import { noteDifference, settleDifferences } from './differences.ts'
import type { Accounts } from './settlement-accounts.ts'

/** What of a row names its capture. */
type NamedCapture = Pick<PaymentSettlementRow, 'gatewayTxnId' | 'txnNo'>

/** The captures and payments that rows name; a payment by our number or that of one of its attempts. */
export interface Named {
  captures: Map<number, PaymentCapture>
  /** Captures as they were read, by the gateway's reference and by their payment. */
  byReference: ReadonlyMap<string, readonly PaymentCapture[]>
  byPayment: ReadonlyMap<number, readonly PaymentCapture[]>
  /** The id and account of each payment by the order numbers under which the gateway knows it. */
  payments: Map<string, { id: number; accountId: number }>
}

/** Rows whose captures are read in one statement. */
const AT_ONCE = 500

/** Reads the captures and payments that rows name, under lock: payments before captures, each by its id. */
export async function capturesNamed(trx: Knex, rows: readonly NamedCapture[]): Promise<Named> {
  const payments = new Map<string, { id: number; accountId: number }>()
  const paymentIds = new Set<number>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const references = some.flatMap(({ gatewayTxnId }) => gatewayTxnId ?? [])
    const numbers = some.flatMap(({ txnNo }) => txnNo ?? [])
    for (const id of await trx('payment_capture').whereIn('gatewayTxnId', references).pluck('transactionId'))
      paymentIds.add(id)
    const known: { id: number; accountId: number; orderNo: string }[] = [
      ...(await trx('payment_transaction').whereIn('txnNo', numbers).select('id', 'accountId', 'txnNo as orderNo')),
      ...(await trx('payment_attempt')
        .join('payment_transaction', 'payment_transaction.id', 'payment_attempt.transactionId')
        .whereIn('gatewayOrderNo', numbers)
        .select('payment_transaction.id', 'accountId', 'gatewayOrderNo as orderNo')),
    ]
    for (const { orderNo, ...payment } of known) {
      payments.set(orderNo.toLowerCase(), payment)
      paymentIds.add(payment.id)
    }
  }
  const ids = [...paymentIds].sort((a, b) => a - b)
  const captures: PaymentCapture[] = []
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    await trx('payment_transaction').whereIn('id', some).orderBy('id').forUpdate().select('id')
    captures.push(...(await lockCaptures(trx, some)))
  }
  return {
    captures: new Map(captures.map(one => [one.id, one])),
    byReference: Map.groupBy(captures, ({ gatewayTxnId }) => gatewayTxnId.toLowerCase()),
    byPayment: Map.groupBy(captures, ({ transactionId }) => transactionId),
    payments,
  }
}

/** The payment that a row names by an order number, at an account of its code. */
export function paymentOf(row: PaymentSettlementRow, { payments }: Named, { idsOf }: Accounts) {
  const payment = row.txnNo === null ? undefined : payments.get(row.txnNo.toLowerCase())
  const ids = idsOf.get(row.accountId) ?? [row.accountId]
  return payment && ids.includes(payment.accountId) ? payment : undefined
}

/**
 * The capture of a row at an account of its code, by the gateway's reference; what went back also by our number. Money
 * that was taken once more under another reference is a capture of its own.
 */
function captureOf(row: PaymentSettlementRow, named: Named, accounts: Accounts): PaymentCapture | undefined {
  const ids = accounts.idsOf.get(row.accountId) ?? [row.accountId]
  const ofAccount = (some: readonly PaymentCapture[] = []) => some.find(({ accountId }) => ids.includes(accountId))
  const now = (one: PaymentCapture | undefined) => one && named.captures.get(one.id)
  const referred = now(ofAccount(named.byReference.get(row.gatewayTxnId?.toLowerCase() ?? '')))
  if (referred || (row.kind === 'SALE' && row.gatewayTxnId !== null)) return referred
  const payment = paymentOf(row, named, accounts)
  return payment && now(ofAccount(named.byPayment.get(payment.id)))
}

/** A saved row, and as what it takes money back. */
export interface RowToMatch {
  row: PaymentSettlementRow
  returned: RefundKind | null
  refundNo: string | null
}

/** What a row did. */
interface Matched {
  row: PaymentSettlementRow
  different?: FoundDifference
  /** The payment of which it settled a capture, which is to be counted anew. */
  settled?: number
}

/**
 * Settles the capture of a saved row, or takes in what went back of it, or notes in what they differ. The captures of
 * `named` are held under lock, and are as the row has left them afterwards.
 */
export async function matchRow(
  trx: Knex,
  { row, returned, refundNo }: RowToMatch,
  named: Named,
  accounts: Accounts,
  author: Author,
): Promise<Matched> {
  const capture = captureOf(row, named, accounts)
  const payment = paymentOf(row, named, accounts)
  const isSettled = capture !== undefined && row.kind === 'SALE' && (await isSettledByOther(trx, capture, row))
  const hasCaptures = payment !== undefined && named.byPayment.has(payment.id)
  const different = differenceOf(row, capture && { ...capture, isSettled }, payment !== undefined && !hasCaptures)
  const transactionId = capture?.transactionId ?? payment?.id ?? null
  const found = { transactionId, captureId: capture?.id ?? null }
  const kept =
    row.transactionId === found.transactionId && row.captureId === found.captureId
      ? row
      : await updateRow(trx, paymentSettlementRow, row, found, author)
  if (different) {
    const { accountId, settlementDate: onDay } = row
    const about = { accountId, onDay, about: aboutRow(row), settlementRowId: row.id, ...found }
    await noteDifference(trx, { ...different, ...about }, author)
    return { row: kept, different }
  }
  if (!capture) return { row: kept }
  if (returned !== null) return { row: await takeBack(trx, kept, capture, { returned, refundNo }, named, author) }
  const { settlementDate, settlementRef } = row
  const settledCapture = await updateRow(trx, paymentCapture, capture, { settlementDate, settlementRef }, author)
  named.captures.set(capture.id, settledCapture)
  const late = { kind: 'NOT_SETTLED', captureId: capture.id } as const
  await settleDifferences(trx, late, `Settled on ${dayText(settlementDate)}`, author)
  return { row: kept, settled: capture.transactionId }
}

/** Whether another row settled a capture before. */
async function isSettledByOther(trx: Knex, capture: PaymentCapture, row: PaymentSettlementRow): Promise<boolean> {
  if (capture.settlementRef === null) return false
  if (capture.settlementRef !== row.settlementRef) return true
  const other = trx('payment_settlement_row').where({ captureId: capture.id, kind: 'SALE' }).whereNot('id', row.id)
  return (await other.where('settlementRef', row.settlementRef).first('id')) !== undefined
}

/** Takes in that money of a capture went back, or came again; the row names the refund from then on. */
async function takeBack(
  trx: Knex,
  row: PaymentSettlementRow,
  capture: PaymentCapture,
  { returned: kind, refundNo }: { returned: RefundKind; refundNo: string | null },
  named: Named,
  author: Author,
): Promise<PaymentSettlementRow> {
  const text = `Settlement of ${dayText(row.settlementDate)}, UTR ${row.settlementRef}`
  const eventId = row.eventId ?? row.rowKey.slice(-40)
  const returned = { kind, amount: Math.abs(row.grossAmount), eventId, text, ...(refundNo && { refundNo }) }
  const refund = await takeReturn(trx, capture.id, returned, author)
  for (const one of await lockCaptures(trx, [capture.transactionId])) named.captures.set(one.id, one)
  if (!refund) return row
  const missing = { kind: 'RETURN_NOT_TAKEN', captureId: capture.id, about: refund.refundNo } as const
  await settleDifferences(trx, missing, `Taken on ${dayText(row.settlementDate)}`, author)
  return updateRow(trx, paymentSettlementRow, row, { refundId: refund.id }, author)
}

/** What a difference of a row is about: names the row among all of its account. */
export const aboutRow = ({ kind, rowKey }: Pick<PaymentSettlementRow, 'kind' | 'rowKey'>) =>
  `${kind === 'SALE' ? '' : `${kind} `}${rowKey.replace('/', ' ')}`.slice(0, 100)
