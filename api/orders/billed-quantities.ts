import type { Knex } from 'knex'
import { convertQty, type ProductUnits, unitsIn } from '../../resources/orders/unit-conversion.ts'

/** The columns of a product that say how its units convert. */
export const UNITS = ['products.uom', 'products.baseUom', 'products.uomNumerator', 'products.uomDenominator']

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
export async function billedQuantities(
  db: Knex,
  narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Map<number, number>> {
  const rows: Billed[] = await narrow(
    db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
      .join('products', 'products.id', 'order_line.productId')
      .where({ 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 }),
  )
    .groupBy('invoice_line.orderLineId', 'invoice_line.uom', 'invoice_line.baseUom', 'order_line.uom', ...UNITS)
    .select(
      'invoice_line.orderLineId',
      'invoice_line.uom as billedIn',
      'invoice_line.baseUom as baseUnit',
      'order_line.uom as orderedIn',
      ...UNITS,
    )
    .sum({ qty: 'invoice_line.qty', baseQty: 'invoice_line.baseQty' })
  const billed = new Map<number, number>()
  for (const row of rows) billed.set(row.orderLineId, (billed.get(row.orderLineId) ?? 0) + inOrderUnit(row))
  return billed
}

/**
 * As ordered where it was billed in the same unit, else over the base quantity by SAP's own ratio. An invoice in a unit
 * that cannot be converted is not read, so that only older ones are counted as they are.
 */
export function inOrderUnit({ billedIn, orderedIn, qty, baseQty, baseUnit, ...units }: Billed): number {
  if (billedIn === orderedIn) return Number(qty)
  const ratio = unitsIn(units, baseUnit ?? billedIn, orderedIn)
  return ratio ? convertQty(Number(baseUnit === null ? qty : baseQty), ratio) : Number(qty)
}
