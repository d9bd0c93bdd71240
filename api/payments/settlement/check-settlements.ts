import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { netOf } from '../../../resources/payments/settlement-rules.ts'
import { onePersonOf } from '../../derive/rights/one-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Book } from '../../platform/books.ts'
import { aboutRow } from './match-rows.ts'

const all = (rows: Knex.QueryBuilder) => rows.orderBy('id')

/** Compares settlements and refunds with the payments they belong to; a sentence for each thing that does not agree. */
export async function checkSettlements(db: Knex): Promise<string[]> {
  const [rows, differences, refunds] = [
    await rowsOf(db, paymentSettlementRow, all),
    await rowsOf(db, paymentDifference, all),
    await rowsOf(db, refund, all),
  ]
  const payments = await rowsOf(db, paymentTransaction, some =>
    some
      .whereNotNull('settlementRef')
      .orWhere('refundedAmount', '<>', 0)
      .orWhere('status', 'REFUNDED')
      .orWhereIn('id', db('refund').where('status', 'CONFIRMED').select('transactionId'))
      .orderBy('id'),
  )
  return [
    ...utrFaults(rows, differences),
    ...settledFaults(rows, payments),
    ...refundFaults(refunds, payments),
    ...(await personFaults(db, differences, refunds)),
  ]
}

/** Settlements and refunds beside their payments; the night notes what a gateway did not settle as rows of its own. */
export const settlementBook: Book = {
  name: 'settlements',
  about: 'Settlements differ from their payments',
  differences: checkSettlements,
}

/** Σ net of a UTR is what the bank received, and net is amount less fee and tax, or a difference says otherwise. */
function utrFaults(rows: readonly PaymentSettlementRow[], differences: readonly PaymentDifference[]): string[] {
  const noted = new Set(differences.map(({ accountId, kind, about }) => `${accountId} ${kind} ${about}`))
  const wrongNets = rows
    .filter(row => netOf(row) !== row.netAmount && !noted.has(`${row.accountId} NET_DIFFERS ${aboutRow(row)}`))
    .map(row => `Settlement row ${aboutRow(row)}: net ${rupees(row.netAmount)} is not ${rupees(netOf(row))}`)
  const byUtr = Map.groupBy(rows, ({ accountId, settlementRef }) => `${accountId} UTR_SUM ${settlementRef}`)
  const wrongSums = [...byUtr].flatMap(([key, own]) => {
    const net = sum(own.map(({ netAmount }) => netAmount))
    const received = own.find(({ bankAmount }) => bankAmount !== null)?.bankAmount ?? net
    const isRight = net === received || noted.has(key)
    return isRight ? [] : [`UTR ${own[0]!.settlementRef}: its rows come to ${rupees(net)}, not ${rupees(received)}`]
  })
  return [...wrongNets, ...wrongSums]
}

/** A settled payment has its row of a settlement file, of its amount. */
function settledFaults(rows: readonly PaymentSettlementRow[], payments: readonly PaymentTransaction[]): string[] {
  const sales = Map.groupBy(
    rows.filter(({ kind }) => kind === 'SALE'),
    ({ transactionId }) => transactionId,
  )
  return payments.flatMap(({ id, txnNo, settlementRef, amount }) => {
    if (settlementRef === null) return []
    const fits = (sales.get(id) ?? []).some(row => row.settlementRef === settlementRef && row.grossAmount === amount)
    return fits ? [] : [`Payment ${txnNo}: settled as ${settlementRef}, but no settlement row has its amount`]
  })
}

/** What was given back is the sum of the confirmed refunds, and a payment is refunded when that is all of it. */
function refundFaults(refunds: readonly Refund[], payments: readonly PaymentTransaction[]): string[] {
  const confirmed = Map.groupBy(
    refunds.filter(({ status }) => status === 'CONFIRMED'),
    ({ transactionId }) => transactionId,
  )
  return payments.flatMap(({ id, txnNo, refundedAmount, amount, status }) => {
    const total = sum((confirmed.get(id) ?? []).map(refund => refund.amount))
    if (total !== refundedAmount)
      return [`Payment ${txnNo}: ${rupees(refundedAmount)} given back, but its refunds come to ${rupees(total)}`]
    const isAll = refundedAmount === amount
    return isAll === (status === 'REFUNDED')
      ? []
      : [`Payment ${txnNo}: ${rupees(refundedAmount)} of ${rupees(amount)} given back, but its state is ${status}`]
  })
}

/** What two people decide was decided by two, who are not one employee with two logins. */
async function personFaults(
  db: Knex,
  differences: readonly PaymentDifference[],
  refunds: readonly Refund[],
): Promise<string[]> {
  const closed = differences.filter(({ status }) => status === 'CLOSED')
  const confirmed = refunds.filter(({ status }) => status === 'CONFIRMED')
  const isOnePerson = await onePersonOf(db, [
    ...closed.flatMap(({ closedById, confirmedById }) => [closedById, confirmedById]),
    ...confirmed.flatMap(({ proposedById, confirmedById }) => [proposedById, confirmedById]),
  ])
  return [
    ...closed
      .filter(({ closedById, confirmedById }) => isOnePerson(closedById, confirmedById))
      .map(({ kind, about }) => `Difference ${kind} ${about} was closed and confirmed by one person`),
    ...confirmed
      .filter(({ proposedById, confirmedById }) => isOnePerson(proposedById, confirmedById))
      .map(({ reference }) => `Refund ${reference} was entered and confirmed by one person`),
  ]
}
