import type { Knex } from 'knex'
import { addDays, instantOf } from '../../../resources/define/dates.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { type RewindSelection, type RewoundRow, rewind } from '../../derive/history/rewind.ts'

/** The masters on which price, source, checks and route of an order depend. */
const MASTERS = [
  ...['products', 'customer', 'ship-to', 'plant', 'cnf', 'cnf-state', 'toll-center', 'central-warehouse', 'sbu'],
  ...['channel', 'zone', 'order-type', 'department', 'reason-code', 'app-setting', 'material-pricing-group'],
  ...['product-price', 'product-discount', 'cust-shipto-prod-price', 'customer-wise-product-wise-price'],
  ...['rate-contract-customer', 'rate-contract-line', 'channel-product-promocode', 'productwise-limit-price'],
  ...['zone-wise-asp', 'article-freight', 'customer-segment-map', 'customer-annexure', 'customer-department-map'],
  ...['allow-ordertype-department', 'dist-cust-mapping', 'distributor-product-map', 'peso-products'],
  ...['product-wise-toll-center', 'distributor-product-cnf-mapping', 'channel-product-cnf', 'cnf-product-map'],
  ...['cnf-excluded-items', 'sbu-wise-cnf', 'default-supply-plant', 'perennial-non-available-items'],
  ...['block-customer-order-creation', 'shipping-instructions', 'product-enduser-document'],
  ...['expected-delivery-days', 'holiday', 'approving-limits', 'csc-approver', 'employee', 'assign-roles'],
  ...['sbu-employee-map'],
].map(resourceNamed)

/** The last instant of a business day. */
const endOf = (day: string) => new Date(Date.parse(instantOf(addDays(day, 1))) - 1).toISOString()

/** Whether the customer existed at the end of a day; earlier masters cannot be reconstructed. */
export async function customerExistedOn(db: Knex, customerId: number, day: string): Promise<boolean> {
  const row: { createdAt: string } | undefined = await db('customer').where({ id: customerId }).first('createdAt')
  return row !== undefined && row.createdAt <= endOf(day)
}

/**
 * Resets the masters that an order of these lines depends on to the end of a day. The caller rolls the transaction
 * back. Returns the rows that were reset.
 */
export async function mastersAsOf(trx: Knex.Transaction, { customerId, shipToId, lines }: OrderInput, day: string) {
  const distributors: number[] = await trx('dist_cust_mapping').where({ customerId }).pluck('distributorId')
  const productIds = lines.map(({ productId }) => productId)
  const keys = { productId: productIds, customerId: [customerId, ...distributors], shipToId: [shipToId] }
  const own = { products: productIds, customer: keys.customerId, 'ship-to': keys.shipToId }
  const rewindings = MASTERS.map(
    (resource): RewindSelection => ({
      resource,
      narrow: rows => {
        if (resource.name in own) rows.whereIn('id', own[resource.name as keyof typeof own])
        for (const [name, ids] of Object.entries(keys))
          if (name in resource.fields && !(resource.name in own))
            rows.where(any => any.whereNull(name).orWhereIn(name, ids))
        return rows
      },
    }),
  )
  return rewind(trx, rewindings, endOf(day))
}

/** The reset rows that these traces name. */
export function rowsUsedBy(rewound: readonly RewoundRow[], traces: readonly (Trace | null)[]): RewoundRow[] {
  const usedKeys = new Set(
    traces.flatMap(trace => (trace?.steps ?? []).map(({ row }) => row && `${row.resource}/${row.id}`)),
  )
  return rewound.filter(({ resource, id }) => usedKeys.has(`${resource}/${id}`))
}
