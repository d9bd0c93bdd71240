import { expect, it } from 'vitest'
import { nightlyJobs } from '../../../api/nightly.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)

it('counts the rows of every table by which SQLite chooses an index, and leaves MariaDB to itself', async () => {
  const ofNight = nightlyJobs(portal, portal.db).filter(({ name }) => name === 'table-statistics')
  if (!isSqlite(portal.db)) return expect(ofNight).toEqual([])
  expect(await ofNight[0]!.work(portal.db)).toBeGreaterThan(100)
  const indexes: string[] = await portal.db('sqlite_stat1').where('tbl', 'products').pluck('idx')
  expect(indexes.length).toBeGreaterThan(1)
})

it('finds the few rows that have a value of a column that is mostly empty by its index', async () => {
  if (!isSqlite(portal.db)) return
  const columns: { tbl: string; name: string }[] = await portal.db.raw(
    `select distinct i.tbl_name as tbl, part.name from sqlite_master as i
    join pragma_index_info(i.name) as part on part.seqno = 0
    join pragma_table_info(i.tbl_name) as described on described.name = part.name
    where i.type = 'index' and described."notnull" = 0`,
  )
  expect(columns.length).toBeGreaterThan(50)
  for (const { tbl, name } of columns) {
    const plan: { detail: string }[] = await portal.db.raw(
      `explain query plan select * from \`${tbl}\` where \`${name}\` = 5`,
    )
    expect(plan.map(({ detail }) => detail).join(), `${tbl}.${name}`).toMatch(/USING (COVERING )?INDEX/)
  }
})
