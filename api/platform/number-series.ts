import type { Knex } from 'knex'
import { fyOf } from '../../resources/define/dates.ts'
import { conflict } from './errors.ts'

/** Digits after the financial year, where they are not six. */
const DIGITS: Record<string, number> = { PT: 8, MS: 8 }
const MOST_TRIES = 50

/**
 * The next number of a series for the financial year of a business day, such as `OR2627000123`. Gaps may occur,
 * duplicates never: the next value is taken by compare-and-set, which holds on a cluster too.
 */
export const nextNumber = async (trx: Knex, series: string, day: string): Promise<string> =>
  (await nextNumbers(trx, series, day, 1))[0]!

/** So many consecutive numbers of a series, in one statement. */
export async function nextNumbers(trx: Knex, series: string, day: string, count: number): Promise<string[]> {
  const fy = fyOf(day)
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const row = await trx('number_series').where({ seriesKey: series, fy }).forUpdate().first('nextValue')
    if (!row) {
      await openSeries(trx, series, fy)
      continue
    }
    const taken = await trx('number_series')
      .where({ seriesKey: series, fy, nextValue: row.nextValue })
      .update({ nextValue: row.nextValue + count })
    if (taken === 1) return Array.from({ length: count }, (_, index) => written(series, fy, row.nextValue + index))
  }
  throw conflict('NUMBER_SERIES', `No number of the series ${series} could be taken just now, please try again`)
}

const written = (series: string, fy: string, value: number) =>
  `${series}${fy}${String(value).padStart(DIGITS[series] ?? 6, '0')}`

async function openSeries(trx: Knex, series: string, fy: string) {
  const at = new Date().toISOString()
  const row = {
    seriesKey: series,
    fy,
    nextValue: 1,
    isActive: 1,
    naturalKey: `${series}|${fy}`.toLowerCase(),
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  }
  await trx('number_series').insert(row).onConflict().ignore()
}
