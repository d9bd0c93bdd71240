/** @module-tag sql */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectRows } from '../../../api/platform/database.ts'
import {
  daysBetween,
  daysOver,
  greatestOf,
  hoursBetween,
  idsInOrder,
  indianDay,
  leastOf,
  minutesBetween,
  rounded,
  secondOfDay,
  secondsBetween,
  whereBegins,
  wholeQuotient,
} from '../../../api/platform/sql-words.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { runs } from '../../support/proof.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

/** What a word makes of these values, given one by one. */
async function said(sql: string, ...values: (string | number | null)[]): Promise<unknown> {
  const [row] = await database.db.select(database.db.raw(`${sql} as word`, values as string[]))
  return typeof row.word === 'string' && /^-?\d+$/.test(row.word) ? Number(row.word) : row.word
}

/** Seconds within half a year. */
const instant = fc.nat(180 * 86_400).map(second => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString())

describe('days', () => {
  it('SQL names the same Indian day of an instant as the clock', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(fc.array(instant, { minLength: 1, maxLength: 30 }), async instants => {
        const pairs = instants.map((at, place) => `select ${place} as place, '${at}' as at`).join(' union all ')
        const sql = `select ${indianDay(db, 'at')} as day from (${pairs}) instants order by place`
        const found = await selectRows<{ day: string }>(db, sql, [])
        expect(found.map(({ day }) => day)).toEqual(instants.map(at => dayOf(at)))
      }),
      { numRuns: runs(60) },
    )
  })

  it('an Indian day turns at 18:30 of UTC, over the leap day, the end of February and of the year too', async () => {
    const day = indianDay(database.db, '?')
    expect(await said(day, '2026-04-01T18:29:59.999Z')).toBe('2026-04-01')
    expect(await said(day, '2026-04-01T18:30:00.000Z')).toBe('2026-04-02')
    expect(await said(day, '2028-02-28T18:30:00.000Z')).toBe('2028-02-29')
    expect(await said(day, '2028-02-29T18:30:00.000Z')).toBe('2028-03-01')
    expect(await said(day, '2026-02-28T18:30:00.000Z')).toBe('2026-03-01')
    expect(await said(day, '2026-12-31T18:30:00.000Z')).toBe('2027-01-01')
    expect(await said(day, null)).toBeNull()
  })

  it('counts days between two, over a leap day and backwards, and none from null', async () => {
    const days = daysBetween(database.db, '?', '?')
    expect(await said(days, '2028-03-01', '2028-02-28')).toBe(2)
    expect(await said(days, '2026-03-01', '2026-02-28')).toBe(1)
    expect(await said(days, '2026-04-01', '2026-04-01')).toBe(0)
    expect(await said(days, '2026-04-01', '2027-04-01')).toBe(-365)
    expect(await said(days, null, '2026-04-01')).toBeNull()
    expect(await said(days, '2026-04-01', null)).toBeNull()
  })

  it('counts days of a list that are over', async () => {
    const over = (at: string) => said(daysOver(database.db, ['2026-04-14', '2026-04-03', '2026-05-01'], `'${at}'`))
    expect(await over('2026-04-03T23:59:59.000Z')).toBe(0)
    expect(await over('2026-04-04T00:00:00.000Z')).toBe(1)
    expect(await over('2026-06-01T00:00:00.000Z')).toBe(3)
    expect(await said(daysOver(database.db, [], "'2026-06-01'"))).toBe(0)
  })
})

describe('time', () => {
  it('counts whole seconds, minutes and hours, of which the rest does not count, either way', async () => {
    const { db } = database
    const [later, earlier] = ['2028-03-01T00:59:59.900Z', '2028-02-28T23:00:00.100Z']
    const seconds = 86_400 + 2 * 3600 - 1
    expect(await said(secondsBetween(db, '?', '?'), later, earlier)).toBe(seconds)
    expect(await said(minutesBetween(db, '?', '?'), later, earlier)).toBe(Math.trunc(seconds / 60))
    expect(await said(hoursBetween(db, '?', '?'), later, earlier)).toBe(25)
    expect(await said(hoursBetween(db, '?', '?'), earlier, later)).toBe(-25)
    for (const word of [secondsBetween, minutesBetween, hoursBetween])
      expect(await said(word(db, '?', '?'), null, earlier)).toBeNull()
    expect(await said(secondOfDay(db, `'${later}'`))).toBe(3599)
    expect(await said(secondOfDay(db, 'null'))).toBeNull()
  })
})

describe('numbers', () => {
  it('takes the least and the greatest of values, and null where one is', async () => {
    const { db } = database
    expect(await said(leastOf(db, '?', '?', '?'), 3, 1, 2)).toBe(1)
    expect(await said(greatestOf(db, '?', '?', '?'), 3, 1, 2)).toBe(3)
    expect(await said(leastOf(db, '?', '?'), 3, null)).toBeNull()
    expect(await said(greatestOf(db, '?', '?'), null, 3)).toBeNull()
  })

  it('divides wholly and rounds to whole numbers', async () => {
    const { db } = database
    expect(await said(wholeQuotient(db, '20', '7'))).toBe(2)
    expect(await said(wholeQuotient(db, '20', 'nullif(0, 0)'))).toBeNull()
    expect(await said(rounded(db, '2.5'))).toBe(3)
    expect(await said(rounded(db, '-2.5'))).toBe(-3)
    expect(await said(rounded(db, 'null'))).toBeNull()
  })
})

it('finds rows by the beginning of a column and hands over many ids in order', async () => {
  const { db } = database
  await db.schema.createTable('numbered', table => {
    table.integer('id').primary()
    table.string('number')
  })
  await db('numbered').insert(['A_1', 'A_12', 'AB1', 'a%', 'B'].map((number, at) => ({ id: 10 - at, number })))
  const begun = (text: string) => whereBegins(db('numbered'), db, 'number', text).orderBy('id').pluck('number')
  expect(await begun('A_1')).toEqual(['A_12', 'A_1'])
  expect(await begun('B')).toEqual(['B'])
  expect(await idsInOrder(db, db('numbered').where('id', '>', 6), 'numbered.id')).toEqual([7, 8, 9, 10])
  await db.schema.dropTable('numbered')
})
