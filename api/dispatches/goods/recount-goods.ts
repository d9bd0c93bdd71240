import type { Knex } from 'knex'

/** Counts what was billed of these goods, from the valid invoices. */
export async function recountGoods(trx: Knex, deliveryLineIds: readonly number[]): Promise<void> {
  const billed = trx('invoice_line_goods')
    .whereRaw('?? = ??', ['invoice_line_goods.deliveryLineId', 'sap_delivery_line.id'])
    .sum('qty')
  await trx('sap_delivery_line')
    .whereIn('id', [...deliveryLineIds])
    .update({ billedQty: trx.raw('coalesce((?), 0)', [billed]) })
}
