import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { today } from '../../platform/clock.ts'
import { isDuplicate } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { openItemsOn } from './outstanding.ts'

/** What is kept of a day: a row for each of these together, with its sums in paise. */
const KEPT = ['customerId', 'sbuId', 'documentType', 'isDisputed', 'bucket'] as const
const SUMS = ['amount', 'balance', 'overdue', 'items'] as const

/** The last day of a month is kept longer than the others: as books of account are. */
const MONTH_YEARS = 8

/** Keeps what was outstanding yesterday, just after midnight. Returns how many rows it wrote. */
export const keepOutstanding = (db: Knex): Promise<number> => keepOutstandingOf(db, addDays(today(), -1))

/** Keeps the open items as they are now, by their age on a business day; a day that is kept stays as it is. */
export async function keepOutstandingOf(db: Knex, day: string): Promise<number> {
  // Nobody who writes an open item waits for it.
  return transact(db, trx => writeDay(trx, day), 'latest').catch(error => {
    // Another process kept it at the same moment.
    if (isDuplicate(error)) return 0
    throw error
  })
}

async function writeDay(trx: Knex, day: string): Promise<number> {
  if (await trx('outstanding_day').where({ day }).first('id')) return 0
  const [dayId] = await trx('outstanding_day').insert({ day })
  const sums = trx
    .from(openItemsOn(trx, day).as('item'))
    .groupBy(KEPT)
    .select(trx.raw('?', [dayId as number]), ...KEPT)
    .select(SUMS.map(name => trx.raw('sum(??)', [name])))
    .select(trx.raw('case when min(asOnDate) > ? then ? else min(asOnDate) end', [day, day]))
  const columns = ['dayId', ...KEPT, ...SUMS, 'asOnDate']
  await trx.from(trx.raw('outstanding_of_day (??)', [columns])).insert(sums)
  const counted = await trx('outstanding_of_day').where({ dayId }).count({ rows: '*' }).first()
  return Number(counted!.rows)
}

/** The days of which the outstanding is kept, the latest first. */
export const outstandingDays = (db: Knex): Promise<string[]> =>
  db('outstanding_day').orderBy('day', 'desc').pluck('day')

const yearsAgo = (years: number) => `${Number(today().slice(0, 4)) - years}${today().slice(4)}`
const endsMonth = (day: string) => addDays(day, 1).endsWith('-01')

/** Removes days before one, but ends of months, a day at a time, so that nobody waits. Returns how many rows. */
export async function removeOutstandingDays(db: Knex, before: string): Promise<number> {
  const old: { id: number; day: string }[] = await db('outstanding_day')
    .where('day', '<', before)
    .orderBy('day')
    .select('id', 'day')
  let dropped = 0
  for (const { id, day } of old) {
    if (endsMonth(day) && day >= yearsAgo(MONTH_YEARS)) continue
    dropped += await transact(db, async trx => {
      const rows = await trx('outstanding_of_day').where({ dayId: id }).delete()
      await trx('outstanding_day').where({ id }).delete()
      return rows
    })
  }
  return dropped
}
