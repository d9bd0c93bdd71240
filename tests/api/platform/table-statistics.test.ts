import { afterAll, beforeAll, expect, it } from 'vitest'
import { nightlyJobs } from '../../../api/nightly.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await demoPortal()
})
afterAll(() => portal.close())

it('counts the rows of every table by which SQLite chooses an index, and leaves MariaDB to itself', async () => {
  const ofNight = nightlyJobs(portal).filter(({ name }) => name === 'table-statistics')
  if (!isSqlite(portal.db)) return expect(ofNight).toEqual([])
  expect(await ofNight[0]!.work(portal.db)).toBeGreaterThan(100)
  const indexes: string[] = await portal.db('sqlite_stat1').where('tbl', 'products').pluck('idx')
  expect(indexes.length).toBeGreaterThan(1)
})
