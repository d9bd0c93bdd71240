import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { istDay } from '../../../api/mis/orders/moments.ts'
import { selectRows } from '../../../api/platform/database.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'
import { runs } from '../../support/proof.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

/** Seconds within half a year. */
const instant = fc.nat(180 * 86_400).map(second => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString())
it('SQL names the same Indian day of an instant as the clock', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(instant, { minLength: 1, maxLength: 30 }), async instants => {
      const pairs = instants.map((at, place) => `select ${place} as place, '${at}' as at`).join(' union all ')
      const sql = `select ${istDay(db, 'at')} as day from (${pairs}) instants order by place`
      const found = await selectRows<{ day: string }>(db, sql, [])
      expect(found.map(({ day }) => day)).toEqual(instants.map(at => dayOf(at)))
    }),
    { numRuns: runs(60) },
  )
})
