import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { receivedBy } from '../../../resources/payments/settlement-days.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { transact } from '../../platform/transact.ts'
import { bankHolidays } from '../settlement/bank-holidays.ts'
import { noteDifference } from '../settlement/differences.ts'

const author = systemAuthor('not received by the bank')

/**
 * Notes transfers that no statement of the bank shows a working day after they were due. Where statements do not reach so
 * far, nobody knows, and nothing is noted. Returns how many it noted.
 */
export async function noteMissingTransfers(db: Knex): Promise<number> {
  const readTo = await statementsReachTo(db)
  if (readTo === null) return 0
  const holidays = await bankHolidays(db)
  const waiting = await rowsOf(db, paymentTransfer, rows =>
    rows.where('bankState', 'WAITING').where('settlementDate', '<', readTo).orderBy('id'),
  )
  const missing = waiting.filter(({ settlementDate }) => receivedBy(settlementDate, holidays) < readTo)
  for (const { id } of missing) await transact(db, trx => noteOne(trx, id))
  return missing.length
}

/** The day up to which the statements of all bank accounts in use are there; null without any. */
async function statementsReachTo(db: Knex): Promise<string | null> {
  const last: { lastDay: string | null }[] = await db('bank_account')
    .leftJoin('bank_line', 'bank_line.bankAccountId', 'bank_account.id')
    .where('bank_account.isActive', 1)
    .groupBy('bank_account.id')
    .select(db.raw('max(??) as ??', ['bank_line.valueDate', 'lastDay']))
  const days = last.flatMap(({ lastDay }) => lastDay ?? [])
  return days.length === 0 || days.length < last.length ? null : days.sort()[0]!
}

async function noteOne(trx: Knex, id: number) {
  const [transfer] = await rowsOf(trx, paymentTransfer, rows => rows.where({ id }).forUpdate())
  const { bankState, accountId, utr: about, settlementDate, netAmount: expectedAmount } = transfer as PaymentTransfer
  if (bankState !== 'WAITING') return
  await updateRow(trx, paymentTransfer, transfer!, { bankState: 'MISSING' }, author)
  const difference = { accountId, kind: 'BANK_MISSING', about, onDay: addDays(settlementDate, 1) } as const
  await noteDifference(trx, { ...difference, expectedAmount, foundAmount: 0 }, author)
}
