import type { ComputedColumn } from '../derive/extend.ts'

/** The HSN code of the product of an invoice line: buyers read it on their invoice, though not the product. */
export const hsnCode: ComputedColumn = (db, of) =>
  db('products as billed').where('billed.id', of('productId')).select('billed.hsnCode')
