import type { ComputedColumn } from '../derive/extend.ts'

/** The number of active products of the row's NID. */
export const productCount: ComputedColumn = (db, of) =>
  db('products as counted')
    .where({ 'counted.isActive': 1, 'counted.nidId': of('id') })
    .count('*')
