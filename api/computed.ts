import type { Knex } from 'knex'
import type { ResourceName } from '../resources/registry.ts'
import { loginStatusBy } from './access-control/login-status.ts'
import { isCurrent } from './masters/block-customer-order-creation.ts'
import { isExpiring } from './masters/contract-end.ts'
import { aboveList, belowList, listPriceOfChannel, listPriceOfCustomer } from './masters/list-price-columns.ts'
import { ageBucket, daysOverdue } from './masters/outstanding-age.ts'
import { productCount } from './masters/product-count.ts'
import { isRunning } from './shipment-tracking/banner.ts'

/**
 * The value of a computed column as one expression: a subselect or a raw one. `of('productId')` is a column of the row
 * it stands in, `day` the business day it is asked for. It must give one value a row, on SQLite and MariaDB alike.
 */
export type ComputedColumn = (db: Knex, of: (name: string) => Knex.Ref<string, never>, day: string) => Expression
export type Expression = Knex.QueryBuilder | Knex.Raw

/** The SQL of the computed columns that declarations name, by resource. */
export const computed: { readonly [name in ResourceName]?: { readonly [column: string]: ComputedColumn } } & {
  readonly [name: string]: { readonly [column: string]: ComputedColumn } | undefined
} = {
  banner: { isRunning },
  nid: { productCount },
  'customer-wise-product-wise-price': { listPrice: listPriceOfCustomer, diffPct: aboveList },
  'productwise-limit-price': { listPrice: listPriceOfChannel, gapPct: belowList },
  'block-customer-order-creation': { isCurrent },
  customer: { loginStatus: loginStatusBy('customerId') },
  'upload-outstanding': { bucket: ageBucket, daysOverdue },
  'rate-contract-customer': { isExpiring },
  employee: { loginStatus: loginStatusBy('employeeId') },
}
