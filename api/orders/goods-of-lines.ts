import type { Knex } from 'knex'
import { mulDiv, sum } from '../../resources/define/amounts.ts'
import type { ProductUnits } from '../../resources/orders/unit-conversion.ts'
import { carriedGoods } from '../goods/carried-goods.ts'
import { billedQuantities, inOrderUnit, UNITS } from './billed-quantities.ts'

/**
 * What became of the goods of order lines in the line's unit, by its id: `left` is on LRs or was collected, `done` is what
 * nobody waits for any more: arrived, short, or settled. Lines whose goods never come through a delivery of ours, such as
 * services and those that a supplier sends, have left and are done as far as they are billed.
 */
export async function goodsOfLines(
  db: Knex,
  orderLineIds: readonly number[],
): Promise<Map<number, { left: number; done: number }>> {
  const goods = await goodsOfOrderLines(db, orderLineIds)
  const carried = Map.groupBy(
    await carriedGoods(
      db,
      goods.map(({ id }) => id),
    ),
    ({ deliveryLineId }) => deliveryLineId,
  )
  const ofLines = new Map<number, { left: number; done: number }>()
  const add = (id: number, left: number, done: number) => {
    const before = ofLines.get(id) ?? { left: 0, done: 0 }
    ofLines.set(id, { left: before.left + left, done: before.done + done })
  }
  for (const line of goods) {
    const parts = carried.get(line.id) ?? []
    const ordered = (qty: number) => movedInOrderUnit(line, qty)
    add(line.orderLineId, ordered(sum(parts.map(part => part.leftQty))), ordered(sum(parts.map(part => part.doneQty))))
  }
  const unmoved = await billedQuantities(db, rows =>
    rows.whereIn('invoice_line.orderLineId', [...orderLineIds]).whereNot('invoice_line.suppliedAs', 'GOODS'),
  )
  for (const [id, qty] of unmoved) add(id, qty, qty)
  return ofLines
}

/** The goods of deliveries that belong to order lines, with what converts them to the unit in which they were ordered. */
export const goodsOfOrderLines = (db: Knex, orderLineIds: readonly number[]): Promise<GoodsOfLine[]> =>
  db('sap_delivery_line')
    .join('order_line', 'order_line.id', 'sap_delivery_line.orderLineId')
    .join('products', 'products.id', 'sap_delivery_line.productId')
    .whereIn('sap_delivery_line.orderLineId', [...orderLineIds])
    .where('sap_delivery_line.countsAs', 'GOODS')
    .select(
      'sap_delivery_line.id',
      'sap_delivery_line.orderLineId',
      ...['qty', 'baseQty'].map(name => `sap_delivery_line.${name}`),
      'sap_delivery_line.baseUom as baseUnit',
      'sap_delivery_line.uom as movedIn',
      'order_line.uom as orderedIn',
      ...UNITS,
    )

interface GoodsOfLine extends ProductUnits {
  id: number
  orderLineId: number
  qty: number
  baseQty: number
  baseUnit: string
  movedIn: string
  orderedIn: string
}

/** A part of goods in the unit in which they were ordered, over the base quantity that SAP gives for all of them. */
export function movedInOrderUnit({ qty, baseQty, movedIn, ...units }: GoodsOfLine, part: number) {
  const base = qty === 0 ? 0 : mulDiv(Number(baseQty), part, Number(qty))
  return inOrderUnit({ ...units, billedIn: movedIn, qty: part, baseQty: base })
}
