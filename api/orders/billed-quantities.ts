import type { Knex } from 'knex'
import { convertQty, type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'

interface Billed {
  orderLineId: number
  billedIn: string
  orderedIn: string
  uom: string
  baseUom: string
  uomFactor: number
  qty: number
}

/**
 * The quantity of order lines on valid invoices, by the id of the order line and in its unit; `narrow` says of which
 * lines and invoices.
 */
export async function billedQuantities(
  db: Knex,
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Map<number, number>> {
  const units = ['products.uom', 'products.baseUom', 'products.uomFactor']
  const rows: Billed[] = await narrow(
    db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
      .join('products', 'products.id', 'order_line.productId')
      .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 }),
  )
    .groupBy('invoice_line.orderLineId', 'invoice_line.uom', 'order_line.uom', ...units)
    .select('invoice_line.orderLineId', 'invoice_line.uom as billedIn', 'order_line.uom as orderedIn', ...units)
    .sum({ qty: 'invoice_line.qty' })
  const billed = new Map<number, number>()
  for (const { orderLineId, billedIn, orderedIn, qty, ...product } of rows)
    billed.set(orderLineId, (billed.get(orderLineId) ?? 0) + inUnit(product, Number(qty), billedIn, orderedIn))
  return billed
}

/** An invoice in a unit that cannot be converted is not read, so that only older ones are counted as they are. */
function inUnit(product: ProductUnits, qty: number, from: string, to: string) {
  const ratio = unitsIn({ ...product, uomFactor: Number(product.uomFactor) }, from, to)
  return ratio && from !== to ? convertQty(qty, ratio) : qty
}
