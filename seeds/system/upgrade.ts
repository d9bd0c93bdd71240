import type { Knex } from 'knex'
import { systemAuthor } from '../../api/derive/save/author.ts'
import { today } from '../../api/platform/clock.ts'
import { withMigrationLease } from '../../api/platform/migration-lease.ts'
import { transact } from '../../api/platform/transact.ts'
import { seedWriter } from '../seed-writer.ts'
import { giveRows, hasRows, type ProductRows } from './give-rows.ts'
import { systemRows } from './system-rows.ts'

/**
 * Gives a database that was filled by an earlier release the rows of this one, in one transaction. Several processes may
 * start at once. Returns a sentence for each row that could not be written.
 */
export async function giveSystemRows(
  db: Knex,
  databaseUrl: string,
  rows: readonly ProductRows[] = systemRows,
): Promise<string[]> {
  if (await hasRows(db, rows)) return []
  return withMigrationLease(databaseUrl, () =>
    transact(db, trx => {
      const author = systemAuthor('new release')
      return giveRows(trx, seedWriter(trx, author, today()), author, rows)
    }),
  )
}
