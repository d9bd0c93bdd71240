import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { selectRows } from '../../platform/database.ts'
import { searchIndexOf } from './search-index.ts'
import { groupsIn, takeInChanges, textsOf } from './trigram-table.ts'

/** So many rows are compared at once. */
const AT_ONCE = 5_000

/** Makes the index anew. Meanwhile every row counts as one that may hold any text, so searches find what they should. */
export async function rebuildTrigrams(db: Knex, resource: Resource): Promise<void> {
  const { table } = searchIndexOf(resource)!
  await db.raw(`insert into ${table}_change (rowId) select id from \`${tableOf(resource)}\``)
  await db.raw(`truncate table ${table}`)
  await takeInChanges(db, resource)
}

/** Whether the index holds all groups of every row, and no others, but for changes that it has not taken in yet. */
export async function trigramsAgree(db: Knex, resource: Resource): Promise<boolean> {
  await takeInChanges(db, resource)
  return db.transaction(async trx => {
    const index = searchIndexOf(resource)!
    let expected = 0
    let after = 0
    for (;;) {
      const [part] = await selectRows<{ last: number | null }>(
        trx,
        `select max(id) as last from (select id from \`${tableOf(resource)}\` where id > ? order by id limit ${AT_ONCE}) part`,
        [after],
      )
      if (!part!.last) break
      const texts = `${textsOf(resource, index)} where id > ? and id <= ? and id not in (select rowId from ${index.table}_change)`
      const [counts] = await selectRows<{ expected: number; missing: number }>(
        trx,
        `select count(*) as expected, count(*) - count(s.rowId) as missing
from (select distinct trigram, rowId from (${groupsIn(resource, index, texts)}) every) e
left join ${index.table} s on s.trigram = e.trigram and s.rowId = e.rowId`,
        [after, part!.last],
      )
      if (counts!.missing > 0) return false
      expected += counts!.expected
      after = part!.last
    }
    const [kept] = await selectRows<{ total: number; changes: number }>(
      trx,
      `select count(*) as total, (select count(*) from ${index.table}_change) as changes from ${index.table}`,
      [],
    )
    return kept!.changes > 0 || kept!.total === expected
  })
}
