import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import type { PaymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { differenceOf, type FoundDifference } from '../../../resources/payments/settlement-rules.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { noteDifference, settleDifferences } from './differences.ts'
import type { Accounts } from './settlement-accounts.ts'

/** What of a row names its payment. */
type NamedPayment = Pick<PaymentSettlementRow, 'accountId' | 'gatewayTxnId' | 'txnNo' | 'kind'>

/** Rows whose payments are read in one statement. */
const AT_ONCE = 1000

/** Reads the payments that rows name, under lock. */
export async function paymentsNamed(trx: Knex, rows: readonly NamedPayment[]): Promise<PaymentTransaction[]> {
  const paymentsById = new Map<number, PaymentTransaction>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE)
    const references = some.map(({ gatewayTxnId }) => gatewayTxnId)
    const numbers = some.flatMap(({ txnNo }) => txnNo ?? [])
    const payments = await rowsOf(trx, paymentTransaction, query =>
      query
        .where(named => named.whereIn('gatewayTxnId', references).orWhereIn('txnNo', numbers))
        .orderBy('id')
        .forUpdate(),
    )
    for (const payment of payments) paymentsById.set(payment.id, payment)
  }
  return [...paymentsById.values()]
}

/**
 * The payment of a row, by the gateway's reference or else by our number, at the same account. Money that was taken once
 * more under another reference is no payment of the portal.
 */
export function paymentOf(
  row: NamedPayment,
  payments: readonly PaymentTransaction[],
  { idsOf }: Accounts,
): PaymentTransaction | undefined {
  const ids = idsOf.get(row.accountId) ?? [row.accountId]
  const same = payments.filter(({ accountId }) => ids.includes(accountId))
  const referred = same.filter(({ gatewayTxnId }) => gatewayTxnId === row.gatewayTxnId)
  const numbered = same.filter(
    ({ txnNo, gatewayTxnId }) => txnNo === row.txnNo && (row.kind !== 'SALE' || gatewayTxnId === null),
  )
  return referred.find(({ status }) => status === 'SUCCESS') ?? referred[0] ?? numbered[0]
}

/**
 * Settles the payment of a saved row, or notes in what they differ; returns the difference and the payment as it is
 * then. `payment` is held under lock.
 */
export async function matchRow(
  trx: Knex,
  row: PaymentSettlementRow,
  payment: PaymentTransaction | undefined,
  author: Author,
): Promise<{ different?: FoundDifference; payment?: PaymentTransaction }> {
  const back = row.kind === 'SALE' || !payment ? NOTHING_BACK : await backOf(trx, payment.id, row.id)
  const different = differenceOf(row, payment && { ...payment, ...back })
  if (different) {
    const { accountId, settlementDate: onDay } = row
    const newDifference = { ...different, accountId, onDay, about: aboutRow(row), settlementRowId: row.id }
    await noteDifference(trx, { ...newDifference, transactionId: payment?.id ?? null }, author)
    return { different, ...(payment && { payment }) }
  }
  if (!payment) return {}
  if (row.kind !== 'SALE' || payment.settlementRef !== null) return { payment }
  const { settlementDate, settlementRef } = row
  const settled = await updateRow(trx, paymentTransaction, payment, { settlementDate, settlementRef }, author)
  const late = { kind: 'NOT_SETTLED', transactionId: payment.id } as const
  await settleDifferences(trx, late, `Settled on ${dayText(settlementDate)}`, author)
  return { payment: settled }
}

/** What a difference of a row is about: names the row among all of its account. */
export const aboutRow = ({ kind, gatewayTxnId, settlementRef, eventRef }: PaymentSettlementRow) =>
  [kind === 'SALE' ? '' : kind, gatewayTxnId, settlementRef, eventRef === '#1' ? '' : eventRef]
    .filter(Boolean)
    .join(' ')

const NOTHING_BACK = { refundsKnown: 0, takenBack: 0 }

/** What went back of a payment: by the portal, and by the settlement files up to a row of theirs; in paise. */
async function backOf(trx: Knex, transactionId: number, rowId = Number.MAX_SAFE_INTEGER) {
  const refunds = await trx('refund')
    .where({ transactionId })
    .whereNot('status', 'REJECTED')
    .sum({ total: 'amount' })
    .first()
  const files = await trx('payment_settlement_row')
    .where({ transactionId })
    .whereIn('kind', ['REFUND', 'CHARGEBACK'])
    .where('id', '<=', rowId)
    .sum({ total: 'grossAmount' })
    .first()
  return { refundsKnown: Number(refunds?.total ?? 0), takenBack: 0 - Number(files?.total ?? 0) }
}

/** Closes what was found of a payment's refunds once the portal knows as much as the gateway took back. */
export async function settleKnownRefunds(trx: Knex, transactionId: number, author: Author): Promise<void> {
  const { refundsKnown, takenBack } = await backOf(trx, transactionId)
  if (refundsKnown < takenBack) return
  await settleDifferences(trx, { kind: 'REFUND_UNKNOWN', transactionId }, 'The refund is entered', author)
}
