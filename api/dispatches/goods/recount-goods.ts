import type { Knex } from 'knex'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateEach } from '../../derive/save/write.ts'
import { goodsAuthor } from './billed-goods.ts'

/** Counts afresh how much of these goods valid invoices bill. */
export async function recountGoods(trx: Knex, deliveryLineIds: readonly number[]): Promise<void> {
  const ids = [...new Set(deliveryLineIds)]
  if (ids.length === 0) return
  const sums: { deliveryLineId: number; qty: number }[] = await trx('invoice_line_goods')
    .whereIn('deliveryLineId', ids)
    .groupBy('deliveryLineId')
    .select('deliveryLineId')
    .sum({ qty: 'qty' })
  const billed = new Map(sums.map(({ deliveryLineId, qty }) => [deliveryLineId, Number(qty)]))
  const goods = await rowsOf(trx, sapDeliveryLine, rows => rows.whereIn('id', ids))
  const changed = goods.flatMap((before): { before: SapDeliveryLine; asked: { billedQty: number } }[] => {
    const billedQty = billed.get(before.id) ?? 0
    return billedQty === before.billedQty ? [] : [{ before, asked: { billedQty } }]
  })
  await updateEach(trx, sapDeliveryLine, changed, goodsAuthor)
}
