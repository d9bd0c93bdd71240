import type { Knex } from 'knex'
import { shippingInstructions } from '../../resources/masters/shipping-instructions.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { instructionFor } from '../../resources/orders/quote/instructions.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { InvoiceForLr } from './invoices-to-dispatch.ts'

/** The codes of the petroleum products on these invoices: their LR bears the hazard label. */
export const petroleumOn = (db: Knex, chosen: readonly InvoiceForLr[]): Promise<string[]> =>
  db('peso_products')
    .join('products', 'products.id', 'peso_products.productId')
    .where('peso_products.isActive', 1)
    .whereIn(
      'productId',
      chosen.flatMap(({ lines }) => lines.map(line => line.productId)),
    )
    .orderBy('products.code')
    .pluck('products.code')

/** The dispatch instructions: those of the order lines, else the standing instructions that are printed on LRs. */
export async function instructionsOf(db: Knex, chosen: readonly InvoiceForLr[]): Promise<string[]> {
  const lineIds = chosen.flatMap(({ lines }) => lines.flatMap(line => line.orderLineId ?? []))
  const orderLines = await rowsOf(db, orderLine, rows => rows.whereIn('id', lineIds))
  const standing = await rowsOf(db, shippingInstructions, rows =>
    rows.where('isActive', 1).whereIn(
      'customerId',
      chosen.flatMap(({ order }) => order?.customerId ?? []),
    ),
  )
  const all = chosen.flatMap(({ invoice, order, lines }) =>
    lines.flatMap(line => {
      const own = standing.filter(row => row.customerId === order?.customerId)
      const row = instructionFor(own, { productId: line.productId, sbuId: invoice.sbuId })
      const text = orderLines.find(({ id }) => id === line.orderLineId)?.shippingInstruction ?? row?.instruction
      return text && !(row && !row.printOnLr && row.instruction === text) ? [text] : []
    }),
  )
  return [...new Set(all)]
}
