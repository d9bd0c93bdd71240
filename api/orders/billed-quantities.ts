import type { Knex } from 'knex'
import { convertQty, type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'

interface Billed extends ProductUnits {
  orderLineId: number
  billedIn: string
  orderedIn: string
  qty: number
  baseQty: number
  baseUnit: string | null
}

/**
 * The quantity of order lines on valid invoices, by the id of the order line and in its unit; `narrow` says of which
 * lines and invoices.
 */
export const billedQuantities = (db: Knex, narrow: Narrow): Promise<Map<number, number>> =>
  quantities(db, narrow, 'invoice_line.qty', 'invoice_line.baseQty')

/**
 * The quantity of order lines that is on LRs or was collected, by the id of the order line and in its unit. A part of an
 * invoice counts as far as LRs hold it; what came back or was lost counts until somebody sends it again.
 */
export function dispatchedQuantities(db: Knex, narrow: Narrow): Promise<Map<number, number>> {
  const counts = `lr.deliveryStatus <> 'CANCELLED' and line.outcome <> 'SENT_AGAIN'`
  const lrs = 'join lr_line line on line.id = item.lrLineId join lr on lr.id = item.lrId'
  const onLrs = `(select coalesce(sum(item.qty), 0) from lr_line_item item ${lrs} where item.invoiceLineId = invoice_line.id and ${counts})`
  const qty = `case when invoice.dispatchStatus = 'COLLECTED' or ${onLrs} > invoice_line.qty then invoice_line.qty else ${onLrs} end`
  const baseQty = `case when ${qty} = invoice_line.qty then invoice_line.baseQty else round(1.0 * invoice_line.baseQty * (${qty}) / invoice_line.qty) end`
  return quantities(db, narrow, qty, baseQty)
}

type Narrow = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

async function quantities(db: Knex, narrow: Narrow, qty: string, baseQty: string): Promise<Map<number, number>> {
  const units = ['products.uom', 'products.baseUom', 'products.uomNumerator', 'products.uomDenominator']
  const rows: Billed[] = await narrow(
    db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
      .join('products', 'products.id', 'order_line.productId')
      .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 }),
  )
    .groupBy('invoice_line.orderLineId', 'invoice_line.uom', 'invoice_line.baseUom', 'order_line.uom', ...units)
    .select(
      'invoice_line.orderLineId',
      'invoice_line.uom as billedIn',
      'invoice_line.baseUom as baseUnit',
      'order_line.uom as orderedIn',
      ...units,
    )
    .sum({ qty: db.raw(qty), baseQty: db.raw(baseQty) })
  const billed = new Map<number, number>()
  for (const row of rows) billed.set(row.orderLineId, (billed.get(row.orderLineId) ?? 0) + inOrderUnit(row))
  return billed
}

/**
 * As ordered where it was billed in the same unit, else over the base quantity by SAP's own ratio. An invoice in a unit
 * that cannot be converted is not read, so that only older ones are counted as they are.
 */
function inOrderUnit({ billedIn, orderedIn, qty, baseQty, baseUnit, ...units }: Billed): number {
  if (billedIn === orderedIn) return Number(qty)
  const ratio = unitsIn(units, baseUnit ?? billedIn, orderedIn)
  return ratio ? convertQty(Number(baseUnit === null ? qty : baseQty), ratio) : Number(qty)
}
