import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { istDay, officeHours } from '../../../api/mis/moments.ts'
import { selectRows } from '../../../api/platform/database.ts'
import { dayOf, isSunday, officeMinutes } from '../../../resources/define/dates.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

/** Instants of whole minutes within half a year, and days of it that are no Sunday. */
const MINUTES = 180 * 24 * 60
const instantAt = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()
const instant = fc.nat(MINUTES).map(instantAt)
const weekdays = fc
  .uniqueArray(
    fc.nat(MINUTES).map(minute => instantAt(minute).slice(0, 10)),
    { maxLength: 12 },
  )
  .map(days => days.filter(day => !isSunday(day)))

/** What SQL says of each of these pairs of instants. */
const said = (sql: string, pairs: readonly (readonly [string, string])[]) =>
  selectRows<{ said: unknown }>(
    database.db,
    `select ${sql} as said from (${pairs.map(([from, to], at) => `select ${at} as place, '${from}' as began, '${to}' as ended`).join(' union all ')}) pairs order by place`,
    [],
  ).then(rows => rows.map(row => row.said))

it('SQL counts the same office hours between two instants as the clock of approvals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(instant, instant), { minLength: 1, maxLength: 30 }),
      weekdays,
      async (some, holidays) => {
        const pairs = some.map(pair => pair.toSorted() as [string, string])
        const expected = pairs.map(([from, to]) => Math.round((officeMinutes(from, to, new Set(holidays)) * 100) / 60))
        const hours = await said(officeHours(database.db, holidays, 'began', 'ended'), pairs)
        expect(hours.map(Number)).toEqual(expected)
      },
    ),
    { numRuns: 60 },
  )
})

it('SQL names the same Indian day of an instant as the clock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(instant, { minLength: 1, maxLength: 30 }), async instants => {
      const days = await said(
        istDay(database.db, 'began'),
        instants.map(at => [at, at] as const),
      )
      expect(days).toEqual(instants.map(at => dayOf(at)))
    }),
    { numRuns: 60 },
  )
})
