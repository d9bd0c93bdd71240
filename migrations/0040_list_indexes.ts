import type { Knex } from 'knex'
import { createIndex, dropIndex } from './ddl.ts'

export { down } from './ddl.ts'

// The new index first: on MariaDB the references of its column need one at any time.
const REPLACED: readonly [table: string, column: string, sortedBy: string][] = [
  ['products', 'nidId', 'code'],
  ['products', 'mvgr1Id', 'code'],
  ['products', 'materialPricingGroupId', 'code'],
  ['products', 'hsnCode', 'name'],
  ['customer', 'channelId', 'name'],
]

/** Lists that are filtered by a column find their rows in the order in which they are shown. */
export async function up(db: Knex) {
  await createIndex(db, 'audit_entry', 'audit_entry_entity_at', 'entity, at')

  await createIndex(db, 'audit_entry', 'audit_entry_action_at', 'action, at')

  for (const [table, column, sortedBy] of REPLACED) {
    await createIndex(db, table, `${table}_${column}_${sortedBy}`, `${column}, ${sortedBy}`)
    await dropIndex(db, table, `${table}_${column}`)
  }
}
