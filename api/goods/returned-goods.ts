import type { Knex } from 'knex'

/**
 * What came back of goods by their delivery line (deliveryLineId, `qty` in thousandths of its unit, isAbout): what
 * deliveries of returned goods say, and what notes say of goods of which none does. `narrow` limits the rows.
 */
export const givenBack = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder): Knex.QueryBuilder =>
  narrow(db('returned_goods'))
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .select(db.raw('case when max(returnLineId) is null then 1 else 0 end as ??', ['isAbout']))
    .select(db.raw('coalesce(sum(case when returnLineId is not null then qty end), sum(qty)) as ??', ['qty']))

/** What came back of these goods, by the id of the delivery line; `isAbout` where only a note says so. */
export async function broughtBack(
  db: Knex,
  deliveryLineIds: readonly number[],
): Promise<Map<number, { qty: number; isAbout: boolean }>> {
  const rows: { deliveryLineId: number; qty: number; isAbout: number }[] = await givenBack(db, rows =>
    rows.whereIn('deliveryLineId', [...deliveryLineIds]),
  )
  return new Map(rows.map(row => [row.deliveryLineId, { qty: Number(row.qty), isAbout: Number(row.isAbout) === 1 }]))
}
