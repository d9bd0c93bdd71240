import type { Knex } from 'knex'
import type { ExpiringRows } from '../../../resources/settings/retention-rules.ts'

const BATCH = 1000

/** Removes the rows of a rule that are older than `before`. Returns how many. */
export const removeExpiredRows = (db: Knex, { table, since, where = {}, namedBy }: ExpiringRows, before: string) =>
  removeWhere(
    db,
    table,
    rows => rows.where(since, '<', before).where(where),
    namedBy &&
      (ids =>
        db(namedBy.table)
          .whereIn(namedBy.column, ids)
          .update({ [namedBy.column]: null })),
  )

/** Removes rows in small portions, so that nobody waits. Instants are texts, and a day sorts before all its instants. */
export async function removeWhere(
  db: Knex,
  table: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
  letGo?: (ids: readonly number[]) => PromiseLike<unknown>,
): Promise<number> {
  for (let removed = 0; ; ) {
    const ids: number[] = await which(db(table)).orderBy('id').limit(BATCH).pluck('id')
    if (ids.length === 0) return removed
    await letGo?.(ids)
    removed += await db(table).whereIn('id', ids).delete()
  }
}
