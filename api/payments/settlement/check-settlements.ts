import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { type PaymentSettlementRow, paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { type BankLine, bankLine } from '../../../resources/payments/settlement/bank-line.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { netOf } from '../../../resources/payments/settlement-rules.ts'
import { onePersonOf } from '../../derive/rights/one-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Book } from '../../platform/books.ts'
import { aboutRow } from './match-rows.ts'
import { transferSums } from './transfers.ts'

const all = (rows: Knex.QueryBuilder) => rows.orderBy('id')

/** Compares settlements, transfers and the bank with captures and refunds; a sentence for each thing that does not agree. */
export async function checkSettlements(db: Knex): Promise<string[]> {
  const [rows, differences, refunds] = [
    await rowsOf(db, paymentSettlementRow, all),
    await rowsOf(db, paymentDifference, all),
    await rowsOf(db, refund, all),
  ]
  const settled = await rowsOf(db, paymentCapture, some => some.whereNotNull('settlementRef').orderBy('id'))
  const transfers = await rowsOf(db, paymentTransfer, all)
  const lines = await rowsOf(db, bankLine, some => some.where('status', 'MATCHED').orderBy('id'))
  const noted = new Set(differences.map(({ accountId, kind, about }) => `${accountId} ${kind} ${about}`))
  return [
    ...netFaults(rows, noted),
    ...transferFaults(rows, transfers, lines, noted),
    ...settledFaults(rows, settled),
    ...returnFaults(rows, refunds, differences),
    ...ownerFaults(differences),
    ...(await personFaults(db, differences, refunds)),
  ]
}

/** Settlements and refunds beside their captures; the night notes what a gateway did not settle as rows of its own. */
export const settlementBook: Book = {
  name: 'settlements',
  about: 'Settlements differ from their payments',
  differences: checkSettlements,
}

/** Net is amount less fee and tax, or a difference says otherwise. */
const netFaults = (rows: readonly PaymentSettlementRow[], noted: ReadonlySet<string>): string[] =>
  rows
    .filter(row => netOf(row) !== row.netAmount && !noted.has(`${row.accountId} NET_DIFFERS ${aboutRow(row)}`))
    .map(row => `Settlement row ${aboutRow(row)}: net ${rupees(row.netAmount)} is not ${rupees(netOf(row))}`)

/** A transfer has the sums of its rows; that is what the file and the bank say of it, or a difference says otherwise. */
function transferFaults(
  rows: readonly PaymentSettlementRow[],
  transfers: readonly PaymentTransfer[],
  lines: readonly BankLine[],
  noted: ReadonlySet<string>,
): string[] {
  const rowsByUtr = Map.groupBy(rows, row => `${row.accountId} ${row.settlementRef}`)
  const known = new Set(transfers.map(({ accountId, utr }) => `${accountId} ${utr}`))
  const missing = [...rowsByUtr].filter(([key]) => !known.has(key))
  const lineOf = new Map(lines.map(line => [line.transferId, line]))
  return [
    ...missing.map(([, [first]]) => `UTR ${first!.settlementRef}: its rows have no transfer`),
    ...transfers.flatMap(transfer => {
      const { id, accountId, utr, netAmount, saidAmount } = transfer
      const sums = transferSums(rowsByUtr.get(`${accountId} ${utr}`) ?? [])
      const isRight = Object.entries(sums).every(([name, value]) => transfer[name as keyof typeof sums] === value)
      if (!isRight)
        return [`UTR ${utr}: its rows come to ${rupees(sums.netAmount)}, the transfer has ${rupees(netAmount)}`]
      const received = lineOf.get(id)?.amount ?? saidAmount ?? netAmount
      return received === netAmount || noted.has(`${accountId} UTR_SUM ${utr}`)
        ? []
        : [`UTR ${utr}: its rows come to ${rupees(netAmount)}, not ${rupees(received)}`]
    }),
  ]
}

/** A settled capture has its row of a settlement file, of its amount. */
function settledFaults(rows: readonly PaymentSettlementRow[], captures: readonly PaymentCapture[]): string[] {
  const sales = Map.groupBy(
    rows.filter(({ kind }) => kind === 'SALE'),
    ({ captureId }) => captureId,
  )
  return captures.flatMap(({ id, sapReference, currency, settlementRef, amount }) => {
    const own = (sales.get(id) ?? []).filter(row => row.settlementRef === settlementRef)
    const fits = own.some(row => row.grossAmount === amount || currency !== 'INR')
    return fits ? [] : [`Capture ${sapReference}: settled as ${settlementRef}, but no settlement row has its amount`]
  })
}

/** What a gateway took back of a capture is a settled refund, or a difference says otherwise. */
function returnFaults(
  rows: readonly PaymentSettlementRow[],
  refunds: readonly Refund[],
  differences: readonly PaymentDifference[],
): string[] {
  const settled = new Map(refunds.filter(({ status }) => status === 'SETTLED').map(one => [one.id, one]))
  const twice = new Set(differences.flatMap(one => (one.kind === 'RETURNED_TWICE' ? (one.captureId ?? []) : [])))
  return rows
    .filter(({ kind, captureId }) => (kind === 'REFUND' || kind === 'CHARGEBACK') && captureId !== null)
    .filter(({ refundId, captureId }) => !settled.has(refundId ?? 0) && !twice.has(captureId!))
    .map(row => `Settlement row ${aboutRow(row)}: ${rupees(row.grossAmount)} was taken back without a refund`)
}

/** What is open has an owner. */
const ownerFaults = (differences: readonly PaymentDifference[]): string[] =>
  differences
    .filter(({ status, ownerId }) => status !== 'CLOSED' && ownerId === null)
    .map(({ kind, about }) => `Difference ${kind} ${about} has no owner`)

/** What two people decide was decided by two, who are not one employee with two logins. */
async function personFaults(
  db: Knex,
  differences: readonly PaymentDifference[],
  refunds: readonly Refund[],
): Promise<string[]> {
  const closed = differences.filter(({ status }) => status === 'CLOSED')
  const confirmed = refunds.filter(({ proposedById, confirmedById }) => proposedById !== null && confirmedById !== null)
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
      .map(({ refundNo }) => `Refund ${refundNo} was proposed and confirmed by one person`),
  ]
}
