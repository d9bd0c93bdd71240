import type { Knex } from 'knex'
import { addDays, dayOf, instantOf } from '../../../resources/define/dates.ts'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { paymentSettlementRow } from '../../../resources/payments/payment-settlement-row.ts'
import { paidStates } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { isSettlementLate, SETTLEMENT_DAYS } from '../../../resources/payments/settlement-days.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { noteDifference, settleDifferences } from './differences.ts'
import { matchRow, paymentOf, paymentsNamed } from './match-rows.ts'
import { type Accounts, readAccounts } from './settlement-accounts.ts'

/**
 * Once a night: notes payments that no gateway settled within three working days, and settles those that came to be paid
 * only after their row of a settlement file. Returns how many differences it noted or closed.
 */
export async function compareSettlements(db: Knex): Promise<number> {
  return (await matchAgain(db)) + (await noteLate(db))
}

/** Holidays of the whole country, on which banks do not settle. */
const bankHolidays = async (db: Knex): Promise<Set<string>> =>
  new Set(await db('holiday').where('isActive', 1).whereNull('stateId').pluck('holidayDate'))

async function noteLate(db: Knex): Promise<number> {
  const holidays = await bankHolidays(db)
  const unsettled = await rowsOf(db, paymentTransaction, rows =>
    rows
      .whereIn('status', paidStates)
      .whereNull('settlementRef')
      .where('paidAt', '<', instantOf(addDays(today(), -SETTLEMENT_DAYS)))
      // Of a payment that a file has with another amount, that is the difference.
      .whereNotExists(
        db('payment_settlement_row')
          .whereRaw('?? = ??', ['payment_settlement_row.transactionId', 'payment_transaction.id'])
          .where('kind', 'SALE'),
      )
      .whereNotExists(
        db('payment_difference')
          .whereRaw('?? = ??', ['payment_difference.transactionId', 'payment_transaction.id'])
          .where('kind', 'NOT_SETTLED'),
      )
      .orderBy('id'),
  )
  const late = unsettled.filter(({ paidAt }) => isSettlementLate(paidAt!, holidays, today()))
  for (const { id } of late) await transact(db, trx => noteOne(trx, id))
  return late.length
}

async function noteOne(trx: Knex, id: number) {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
  const { settlementRef, accountId, amount, paidAt, txnNo } = payment as PaymentTransaction
  if (settlementRef !== null) return
  const difference = { accountId, kind: 'NOT_SETTLED', about: txnNo, onDay: dayOf(paidAt!), transactionId: id } as const
  const author = systemAuthor('not settled in three working days')
  await noteDifference(trx, { ...difference, expectedAmount: amount, foundAmount: 0 }, author)
}

/** The kinds of difference that end when a payment succeeds late, or comes to have the gateway's reference. */
const ENDING = ['NOT_IN_PORTAL', 'NOT_PAID'] as const

async function matchAgain(db: Knex): Promise<number> {
  const accounts = await readAccounts(db)
  const waiting = await rowsOf(db, paymentDifference, rows =>
    rows.whereIn('kind', ENDING).whereIn('status', ['OPEN', 'PROPOSED']).whereNotNull('settlementRowId').orderBy('id'),
  )
  let closed = 0
  for (const difference of waiting) if (await transact(db, trx => matchOne(trx, difference, accounts))) closed++
  return closed
}

/** Compares the row of a difference with its payment once more; whether that ended the difference. */
async function matchOne(trx: Knex, { id, kind, settlementRowId }: PaymentDifference, accounts: Accounts) {
  const author = systemAuthor('settlement compared again')
  const [row] = await rowsOf(trx, paymentSettlementRow, rows => rows.where('id', settlementRowId!))
  const payment = paymentOf(row!, await paymentsNamed(trx, [row!]), accounts)
  if (!payment) return false
  const assignedRow =
    row!.transactionId === payment.id
      ? row!
      : await updateRow(trx, paymentSettlementRow, row!, { transactionId: payment.id }, author)
  const { different } = await matchRow(trx, assignedRow, payment, author)
  if (different?.kind === kind) return false
  const reason = different ? 'It became another difference' : `Settled by ${payment.txnNo}, which was paid meanwhile`
  await settleDifferences(trx, { id }, reason, author)
  return true
}
