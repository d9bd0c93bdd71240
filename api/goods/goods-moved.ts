import type { Knex } from 'knex'
import { goodsMoved } from './recount-goods.ts'

/** Counts the goods on these LRs at the end of the transaction that changed them. */
export const lrsMoved = (trx: Knex, rows: readonly { id: number }[]) =>
  goodsOf(
    trx,
    'lr_line_item',
    'lrId',
    rows.map(({ id }) => id),
  )

/** As `lrsMoved`, for rows that name their LR. */
export const linesMoved = (trx: Knex, rows: readonly object[]) =>
  goodsOf(
    trx,
    'lr_line_item',
    'lrId',
    rows.map(row => (row as { lrId: number }).lrId),
  )

/** Counts the goods of these collections at the end of the transaction that changed them. */
export const collectionsMoved = (trx: Knex, rows: readonly { id: number }[]) =>
  goodsOf(
    trx,
    'pwc_collection_item',
    'collectionId',
    rows.map(({ id }) => id),
  )

/** Counts the goods that these rows name at the end of the transaction that changed them. */
export const namedGoodsMoved = (trx: Knex, rows: readonly object[]) =>
  goodsMoved(
    trx,
    rows.flatMap(row => (row as { deliveryLineId: number | null }).deliveryLineId ?? []),
  )

async function goodsOf(trx: Knex, table: string, column: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const lineIds: number[] = await trx(table)
    .whereIn(column, [...new Set(ids)])
    .whereNotNull('deliveryLineId')
    .distinct()
    .pluck('deliveryLineId')
  await goodsMoved(trx, lineIds)
}
