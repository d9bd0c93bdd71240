import type { Knex } from 'knex'
import type { Row } from '../../resources/define/resource.ts'
import { blockCustomerOrderCreation } from '../../resources/masters/block-customer-order-creation.ts'
import { pesoProducts } from '../../resources/masters/peso-products.ts'
import { shippingInstructions } from '../../resources/masters/shipping-instructions.ts'
import { singleBatchCustomerEmail } from '../../resources/masters/single-batch-customer-email.ts'
import type { ControlRows, NonAvailable, OrderBlock, Petroleum } from '../../resources/orders/control-rows.ts'
import type { Instruction, SingleBatch } from '../../resources/orders/instructions.ts'
import { reasonCode } from '../../resources/settings/reason-code.ts'
import { ask, rowsTogether, validOn } from '../derive/rows-of.ts'
import type { RowIn } from '../derive/stored.ts'

/** What the masters of order control say of a customer and these products on a day. */
export interface ControlFacts extends ControlRows {
  instructions: Instruction[]
  singleBatches: SingleBatch[]
}

/** What of it is read together with other masters, for a customer and these products on a day. */
export function controlAsked(db: Knex, customerId: number, productIds: readonly number[], day: string) {
  const own = (rows: Knex.QueryBuilder) =>
    rows.where({ customerId, isActive: 1 }).where(any => any.whereNull('productId').orWhereIn('productId', productIds))
  return {
    petroleum: ask(pesoProducts, rows => rows.where('isActive', 1).whereIn('productId', productIds)),
    blocks: ask(blockCustomerOrderCreation, rows => validOn(ofBuyer(rows, db, customerId), day)),
    blockReasons: ask(reasonCode, rows => rows.where('reasonType', 'BLOCK')),
    instructions: ask(shippingInstructions, own),
    singleBatches: ask(singleBatchCustomerEmail, own),
  }
}

type Asked = ReturnType<typeof controlAsked>
type Read = { [Name in keyof Asked]: RowIn<Asked[Name]['resource']>[] }

/** The rest of it, and all of it in the words of the rules. */
export async function controlFacts(
  db: Knex,
  { petroleum, blocks, blockReasons, ...read }: Read,
  productIds: readonly number[],
  day: string,
): Promise<ControlFacts> {
  return {
    instructions: read.instructions,
    singleBatches: read.singleBatches,
    orderBlocks: blocks.map(row => named(row, blockReasons)),
    // The check of M35 has filled in what was left empty.
    petroleum: new Map(petroleum.map(row => [row.productId, row as Petroleum])),
    nonAvailable: await nonAvailable(db, productIds, day),
  }
}

const named = (row: Row<typeof blockCustomerOrderCreation>, reasons: readonly { id: number; name: string }[]) => ({
  ...row,
  reason: reasons.find(({ id }) => id === row.reasonCodeId)!.name,
})

/** What keeps a customer, or a distributor who may buy for him, from ordering on a day. */
export async function orderBlocks(db: Knex, customerId: number, day: string): Promise<OrderBlock[]> {
  const { blocks, blockReasons } = controlAsked(db, customerId, [], day)
  const found = await rowsTogether(db, { blocks, blockReasons })
  return found.blocks.map(row => named(row, found.blockReasons))
}

function ofBuyer(rows: Knex.QueryBuilder, db: Knex, customerId: number) {
  const dealers = db('dist_cust_mapping').where({ customerId, isActive: 1 }).select('distributorId')
  return rows.where(any => any.where('customerId', customerId).orWhereIn('customerId', dealers))
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
