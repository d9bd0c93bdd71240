import type { Knex } from 'knex'
import { convertQty, type ProductUnits, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { OrderState } from '../../../resources/trade.ts'

/** The states in which what an order still has to get is promised to it. */
const promised: readonly OrderState[] = ['APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED']

/** A quantity of a product at a plant: in stock, to be given to an order line, or picked for somebody else. */
interface Quantity {
  source: 'stock' | 'line' | 'delivery'
  plantId: number
  productId: number
  /** Null for the base unit. */
  uom: string | null
  qty: number
  /** What of it has left according to the portal, and in base units according to SAP. */
  dispatched: number
  issued: number | null
}

/**
 * Returns what may be promised of products, in thousandths of the base unit by `plantId/productId`: SAP's
 * unrestricted stock, less what other open orders still have to get from the plant, and less what open deliveries hold
 * that are none of our order lines. `orderId` is the order in question.
 */
export async function availableStock(
  db: Knex,
  products: ReadonlyMap<number, ProductUnits>,
  productIds: readonly number[],
  orderId: number | null,
): Promise<ReadonlyMap<string, number>> {
  const rows: Quantity[] = await db.unionAll([
    inStock(db, productIds),
    toBeGiven(db, productIds, orderId),
    pickedForOthers(db, productIds, orderId),
  ])
  const available = new Map<string, number>()
  for (const row of rows) {
    const key = `${row.plantId}/${row.productId}`
    available.set(key, (available.get(key) ?? 0) + signed(row, products.get(row.productId)!))
  }
  for (const [key, qty] of available) available.set(key, Math.max(0, qty))
  return available
}

const inStock = (db: Knex, productIds: readonly number[]) =>
  db('stock_level')
    .where('isActive', 1)
    .whereIn('productId', productIds)
    .groupBy('plantId', 'productId')
    .select(db.raw(`'stock' as source`), 'plantId', 'productId', db.raw('null as uom'))
    .sum({ qty: 'unrestrictedQty' })
    .select(db.raw('0 as dispatched, null as issued'))

const toBeGiven = (db: Knex, productIds: readonly number[], orderId: number | null) =>
  db('order_line as line')
    .join('order as bought', 'bought.id', 'line.orderId')
    .whereIn('line.productId', productIds)
    .whereIn('line.lineStatus', ['OPEN', 'PARTIALLY_DISPATCHED'])
    .whereIn('bought.status', promised)
    .whereNotNull('line.plantId')
    .where('bought.id', '<>', orderId ?? 0)
    .select(db.raw(`'line' as source`), 'line.plantId', 'line.productId', 'line.uom')
    .select(db.raw('line.qty - line.cancelledQty as qty'), 'line.dispatchedQty as dispatched')
    .select({ issued: issuedOf(db) })

/** What left the plant left SAP's stock at once; the portal hears of it later, by its invoice. */
const issuedOf = (db: Knex) =>
  db('sap_delivery_line as picked')
    .join('sap_delivery', 'sap_delivery.id', 'picked.deliveryId')
    .where('picked.orderLineId', db.ref('line.id'))
    .where('picked.isOpen', 0)
    .where('picked.countsAs', 'GOODS')
    .whereNot('sap_delivery.status', 'DELETED')
    .sum('picked.baseQty')

/** Deliveries of orders that were entered in SAP, and the parts of kits: no order line of ours asks for them. */
const pickedForOthers = (db: Knex, productIds: readonly number[], orderId: number | null) =>
  db('sap_delivery_line')
    .whereIn('productId', productIds)
    .where('isOpen', 1)
    .whereNull('orderLineId')
    .where(any => any.whereNull('orderId').orWhereNot('orderId', orderId ?? 0))
    .groupBy('plantId', 'productId', 'baseUom')
    .select(db.raw(`'delivery' as source`), 'plantId', 'productId', 'baseUom')
    .sum({ qty: 'baseQty' })
    .select(db.raw('0 as dispatched, null as issued'))

function signed({ source, uom, qty, dispatched, issued }: Quantity, product: ProductUnits): number {
  const inBase = (amount: number) => baseQty(Number(amount), uom, product)
  if (source === 'stock') return Number(qty)
  return -Math.max(0, inBase(qty) - Math.max(inBase(dispatched), Number(issued ?? 0)))
}

/** A quantity in a unit that no longer is one of the product counts as it stands. */
function baseQty(qty: number, uom: string | null, product: ProductUnits): number {
  const ratio = uom === null ? null : unitsIn(product, uom, product.baseUom)
  return ratio ? convertQty(qty, ratio) : qty
}
