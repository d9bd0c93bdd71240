import type { Knex } from 'knex'
import { pesoProducts } from '../../resources/masters/peso-products.ts'
import { shippingInstructions } from '../../resources/masters/shipping-instructions.ts'
import { singleBatchCustomerEmail } from '../../resources/masters/single-batch-customer-email.ts'
import type { ControlRows, NonAvailable, OrderBlock, Petroleum } from '../../resources/orders/control-rows.ts'
import type { Instruction, SingleBatch } from '../../resources/orders/instructions.ts'
import { rowsOf, validOn } from '../derive/rows-of.ts'

/** What the masters of order control say of a customer and these products on a day; one query a master. */
export interface ControlFacts extends ControlRows {
  instructions: Instruction[]
  singleBatches: SingleBatch[]
}

export async function loadControl(
  db: Knex,
  customerId: number,
  productIds: readonly number[],
  day: string,
): Promise<ControlFacts> {
  const petroleum = await rowsOf(db, pesoProducts, rows => rows.where('isActive', 1).whereIn('productId', productIds))
  const own = (rows: Knex.QueryBuilder) =>
    rows.where({ customerId, isActive: 1 }).where(any => any.whereNull('productId').orWhereIn('productId', productIds))
  return {
    orderBlocks: await orderBlocks(db, customerId, day),
    petroleum: new Map(petroleum.map(row => [row.productId, row as Petroleum])),
    nonAvailable: await nonAvailable(db, productIds, day),
    instructions: await rowsOf(db, shippingInstructions, own),
    singleBatches: await rowsOf(db, singleBatchCustomerEmail, own),
  }
}

/** What keeps a customer, or a distributor who may buy for him, from ordering on a day. */
export async function orderBlocks(db: Knex, customerId: number, day: string): Promise<OrderBlock[]> {
  const dealers = db('dist_cust_mapping').where({ customerId, isActive: 1 }).select('distributorId')
  const rows = db('block_customer_order_creation as block')
    .join('reason_code', 'reason_code.id', 'block.reasonCodeId')
    .where(any => any.where('block.customerId', customerId).orWhereIn('block.customerId', dealers))
  return validOn(rows, day, 'block').select('block.*', 'reason_code.name as reason')
}

type Found = Omit<NonAvailable, 'substitute'> & {
  otherId: number | null
  otherCode: string | null
  otherName: string | null
}

/** What of these products cannot be supplied on a day, with the substitute that the row, or the product itself, names. */
async function nonAvailable(db: Knex, productIds: readonly number[], day: string): Promise<NonAvailable[]> {
  const rows = db('perennial_non_available_items as item')
    .join('products', 'products.id', 'item.productId')
    .leftJoin('products as other', join =>
      join.on('other.id', db.raw('coalesce(??, ??)', ['item.substituteProductId', 'products.substituteProductId'])),
    )
    .whereIn('item.productId', productIds)
  const found: Found[] = await validOn(rows, day, 'item').select(
    'item.*',
    'other.id as otherId',
    'other.code as otherCode',
    'other.name as otherName',
  )
  return found.map(({ otherId, otherCode, otherName, ...row }) => ({
    ...row,
    substitute: otherId === null ? null : { id: otherId, code: otherCode!, name: otherName! },
  }))
}
