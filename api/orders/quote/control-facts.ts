import type { Knex } from 'knex'
import type { Row } from '../../../resources/define/resource.ts'
import { blockCustomerOrderCreation } from '../../../resources/masters/block-customer-order-creation.ts'
import { perennialNonAvailableItems } from '../../../resources/masters/perennial-non-available-items.ts'
import { pesoProducts } from '../../../resources/masters/peso-products.ts'
import { products } from '../../../resources/masters/products.ts'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { singleBatchCustomerEmail } from '../../../resources/masters/single-batch-customer-email.ts'
import type { ReviewedInstruction } from '../../../resources/orders/approvals/route-rows.ts'
import { isOrderable } from '../../../resources/orders/quote/checks-lines.ts'
import type {
  ControlRows,
  NonAvailable,
  Petroleum,
  RuleOrderBlock,
  Substitute,
} from '../../../resources/orders/quote/control-rows.ts'
import type { SingleBatch } from '../../../resources/orders/quote/instructions.ts'
import { reasonCode } from '../../../resources/settings/reason-code.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'

/** The rows of the order control masters for a customer and these products on a day. */
interface ControlFacts extends ControlRows {
  instructions: ReviewedInstruction[]
  singleBatches: SingleBatch[]
}

/** The requests for these rows, to be read together with other masters. */
export function controlRequests(db: Knex, customerId: number, productIds: readonly number[], day: string) {
  const own = (rows: Knex.QueryBuilder) =>
    rows.where({ customerId, isActive: 1 }).where(any => any.whereNull('productId').orWhereIn('productId', productIds))
  return {
    petroleum: selectFrom(pesoProducts, rows => rows.where('isActive', 1).whereIn('productId', productIds)),
    blocks: selectFrom(blockCustomerOrderCreation, rows => whereValidOn(ofBuyer(rows, db, customerId), day)),
    blockReasons: selectFrom(reasonCode, rows => rows.where('reasonType', 'BLOCK')),
    instructions: selectFrom(shippingInstructions, own),
    singleBatches: selectFrom(singleBatchCustomerEmail, own),
    missing: selectFrom(perennialNonAvailableItems, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
    substitutes: selectFrom(products, rows =>
      rows.where(any =>
        any
          .whereIn('id', substitutesOf(db, productIds, day))
          .orWhereIn('id', stopped(db, productIds, day).select('substituteProductId')),
      ),
    ),
    replaced: selectFrom(products, rows =>
      rows.where(any =>
        any
          .whereIn('id', unavailable(db, productIds, day).select('productId'))
          .orWhereIn('id', stopped(db, productIds, day).select('id')),
      ),
    ),
  }
}

/** Those of the products that cannot be ordered on a day. */
const stopped = (db: Knex, productIds: readonly number[], day: string) =>
  db('products')
    .whereIn('id', [...productIds])
    .where(any =>
      any
        .where('isActive', 0)
        .orWhere('isOrderable', 0)
        .orWhere('sapDeleted', 1)
        .orWhereNotNull('sapSalesStatus')
        .orWhere('lastDay', '<', day),
    )

const unavailable = (db: Knex, productIds: readonly number[], day: string) =>
  whereValidOn(
    db('perennial_non_available_items').whereIn('perennial_non_available_items.productId', [...productIds]),
    day,
    'perennial_non_available_items',
  )

/** The substitute that the row names, or else that of the product. */
const substitutesOf = (db: Knex, productIds: readonly number[], day: string) =>
  unavailable(db, productIds, day)
    .join('products as gone', 'gone.id', 'perennial_non_available_items.productId')
    .select(
      db.raw('coalesce(??, ??)', ['perennial_non_available_items.substituteProductId', 'gone.substituteProductId']),
    )

type Requests = ReturnType<typeof controlRequests>
type ReadRows = { [Name in keyof Requests]: RowIn<Requests[Name]['resource']>[] }

/** Converts the rows to the shapes that the rules expect. */
export function controlFacts({ petroleum, blocks, blockReasons, ...read }: ReadRows, day: string): ControlFacts {
  return {
    instructions: read.instructions,
    singleBatches: read.singleBatches,
    orderBlocks: blocks.map(row => withReason(row, blockReasons)),
    // The check of the master fills the optional columns.
    petroleum: new Map(petroleum.map(row => [row.productId, row as Petroleum])),
    nonAvailable: nonAvailable(read),
    substitutes: substitutesByProduct(read, day),
  }
}

const withReason = (row: Row<typeof blockCustomerOrderCreation>, reasons: readonly { id: number; name: string }[]) => ({
  ...row,
  reason: reasons.find(({ id }) => id === row.reasonCodeId)!.name,
})

/** The order blocks of a customer and of distributors who may buy for them, on a day. */
export async function orderBlocks(db: Knex, customerId: number, day: string): Promise<RuleOrderBlock[]> {
  const { blocks, blockReasons } = controlRequests(db, customerId, [], day)
  const rowsRead = await readTogether(db, { blocks, blockReasons })
  return rowsRead.blocks.map(row => withReason(row, rowsRead.blockReasons))
}

function ofBuyer(rows: Knex.QueryBuilder, db: Knex, customerId: number) {
  const distributors = db('dist_cust_mapping').where({ customerId, isActive: 1 }).select('distributorId')
  return rows.where(any => any.where('customerId', customerId).orWhereIn('customerId', distributors))
}

/** The unavailable products, each with the substitute that the row or else the product names. */
function nonAvailable({
  missing,
  replaced,
  substitutes,
}: Pick<ReadRows, 'missing' | 'replaced' | 'substitutes'>): NonAvailable[] {
  const ownSubstitutes = new Map(replaced.map(({ id, substituteProductId }) => [id, substituteProductId]))
  const substitutesById = new Map(substitutes.map(({ id, code, name }) => [id, { id, code, name }]))
  return missing.map(row => ({
    ...row,
    substitute: substitutesById.get(row.substituteProductId ?? ownSubstitutes.get(row.productId) ?? 0) ?? null,
  }))
}

/** What may be ordered in place of products that cannot. */
function substitutesByProduct({ replaced, substitutes }: Pick<ReadRows, 'replaced' | 'substitutes'>, day: string) {
  const orderable = substitutes.filter(product => isOrderable(product, day))
  const substitutesById = new Map(orderable.map(({ id, code, name }) => [id, { id, code, name }]))
  return new Map(
    replaced.flatMap(({ id, substituteProductId }): [number, Substitute][] => {
      const substitute = substitutesById.get(substituteProductId ?? 0)
      return substitute ? [[id, substitute]] : []
    }),
  )
}
