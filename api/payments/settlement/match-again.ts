import type { Knex } from 'knex'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { recountPayment } from '../money/recount.ts'
import { askAboutAll } from '../results/apply-gateway-result.ts'
import { hasGateways } from '../results/gateways-at-work.ts'
import { settleDifferences } from './differences.ts'
import { capturesNamed, matchRow } from './match-rows.ts'
import { type Accounts, readAccounts } from './settlement-accounts.ts'

/** The kinds of difference that end once the capture of their row is known. */
const ENDING = ['NOT_IN_PORTAL', 'NOT_PAID', 'REFUND_UNKNOWN'] as const

/** So many payments are asked about in one run; the others in the next. */
const MOST = 50

/**
 * Asks gateways about payments that they settled and the portal does not know as paid, outside any transaction, and
 * settles those that they then confirm (§F2.3, 41). A gateway that denies it was asked; two people decide (42), and what
 * was paid by then is compared at once. Returns how many were asked about or ended.
 */
export async function askAboutSettled(db: Knex): Promise<number> {
  return (await matchAgain(db, db('payment_capture').select('transactionId'))) + (await askAboutUnknown(db))
}

async function askAboutUnknown(db: Knex): Promise<number> {
  const waiting = await rowsOf(db, paymentDifference, rows =>
    rows
      .whereIn('kind', ['NOT_PAID', 'NOT_IN_PORTAL'])
      .where('status', 'OPEN')
      .whereNotNull('transactionId')
      .whereNull('askedAt')
      .orderBy('id')
      .limit(MOST),
  )
  if (waiting.length === 0 || !hasGateways(db)) return 0
  const accounts = await readAccounts(db)
  for (const { id, transactionId } of waiting) {
    const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where('id', transactionId))
    const { answer } = await askAboutAll(db, payment!, { kind: 'POLL' })
    // A gateway that is silent is asked again in the next run.
    if (answer.status === 'UNKNOWN' && answer.why === 'TIMEOUT') continue
    await transact(db, async trx => {
      const [difference] = await rowsOf(trx, paymentDifference, rows => rows.where({ id }).forUpdate())
      if (difference!.status !== 'OPEN' || (await matchOne(trx, difference!, accounts))) return
      await updateRow(trx, paymentDifference, difference!, { askedAt: now() }, author)
    })
  }
  return waiting.length
}

const author = systemAuthor('settlement compared again')

/**
 * Compares rows whose capture was not known once more, those of some payments where they are named; returns how many of
 * their differences ended.
 */
export async function matchAgain(db: Knex, transactionIds?: Knex.QueryBuilder): Promise<number> {
  const waiting = await rowsOf(db, paymentDifference, rows => {
    const ending = rows.whereIn('kind', ENDING).whereIn('status', ['OPEN', 'PROPOSED']).whereNotNull('settlementRowId')
    return (transactionIds ? ending.whereIn('transactionId', transactionIds) : ending).orderBy('id')
  })
  if (waiting.length === 0) return 0
  const accounts = await readAccounts(db)
  let closed = 0
  for (const difference of waiting) if (await transact(db, trx => matchOne(trx, difference, accounts))) closed++
  return closed
}

/** Compares the row of a difference with its capture once more; whether that ended the difference. */
async function matchOne(trx: Knex, { id, kind, settlementRowId }: PaymentDifference, accounts: Accounts) {
  const [row] = await rowsOf(trx, paymentSettlementRow, rows => rows.where('id', settlementRowId!))
  const named = await capturesNamed(trx, [row!])
  if (named.captures.size === 0) return false
  const returned = row!.kind === 'REFUND' || row!.kind === 'CHARGEBACK' ? returnedAs(row!.kind, row!.grossAmount) : null
  const {
    row: matched,
    different,
    settled,
  } = await matchRow(trx, { row: row!, returned, refundNo: null }, named, accounts, author)
  if (settled) await recountPayment(trx, settled, author)
  if (different?.kind === kind) return false
  const { txnNo } = await trx('payment_transaction').where('id', matched.transactionId).first('txnNo')
  const reason = different ? 'It became another difference' : `Settled by ${txnNo}, which was paid meanwhile`
  await settleDifferences(trx, { id }, reason, author)
  return true
}

/** A chargeback that is a credit was won. */
const returnedAs = (kind: 'REFUND' | 'CHARGEBACK', grossAmount: number) =>
  kind === 'CHARGEBACK' && grossAmount > 0 ? ('CHARGEBACK_WON' as const) : kind
