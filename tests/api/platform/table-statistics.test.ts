import { afterAll, beforeAll, expect, it } from 'vitest'
import { isSqlite } from '../../../api/platform/database.ts'
import { countTableRows } from '../../../api/platform/sqlite/table-statistics.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await demoPortal()
})
afterAll(() => portal.close())

it('counts the rows of every table by which SQLite chooses an index, and leaves MariaDB to itself', async () => {
  const counted = await countTableRows(portal.db)
  if (!isSqlite(portal.db)) return expect(counted).toBe(0)
  expect(counted).toBeGreaterThan(100)
  const indexes: string[] = await portal.db('sqlite_stat1').where('tbl', 'products').pluck('idx')
  expect(indexes.length).toBeGreaterThan(1)
})
