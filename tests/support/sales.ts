import type { Knex } from 'knex'
import { linkAll } from '../../api/dispatches/goods/link-all.ts'
import { countSales } from '../../api/mis/facts/sale-fact.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { products } from '../../resources/masters/products.ts'
import { exampleRow } from './example-rows.ts'

let count = 0

/** A billing document of one line that is counted as a sale, like those from SAP; returns its id. */
export async function billed(
  db: Knex,
  { netValue, productId, qty = 1_000, ...more }: { netValue: number; qty?: number } & Record<string, unknown>,
): Promise<number> {
  const no = `S${String(++count).padStart(7, '0')}`
  const product = productId ?? (await exampleRow(db, products)).id
  const made = await exampleRow(db, invoice, {
    invoiceNo: no,
    sapBillingDoc: no,
    invoiceType: 'INVOICE',
    netValue,
    grossValue: netValue,
    dueDate: '2027-12-31',
    ...more,
  })
  const line = { invoiceId: made.id, lineNo: 10, productId: product, netValue, unitPrice: netValue, qty, uom: 'EA' }
  await exampleRow(db, invoiceLine, { ...line, gstRate: 1800, taxValue: 0 })
  await linkAll(db)
  await countSales(db, [made.id])
  return made.id
}
