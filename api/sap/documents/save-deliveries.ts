import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { type ShipTo, shipTo } from '../../../resources/access-control/ship-to.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { type Order, order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { itemNo, plainCode } from '../../../resources/sap/codes.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { changesIn, insertRows, updateEach } from '../../derive/save/write.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SaveHow } from '../reading/row-pull.ts'
import { sapAuthor } from '../sap-author.ts'
import type { Delivery, DeliveryLine } from './delivery.ts'
import { deliveriesSaved } from './document-news.ts'
import { holdsOfDeliveries } from './holds-of-deliveries.ts'
import { deliveriesThere, deliveryPages } from './returns-delivery.ts'
import { saveDeliveryLines } from './save-delivery-lines.ts'

import { sbuOfProduct } from './sbu-of-product.ts'

/**
 * Reads the outbound deliveries of SAP, those of orders that were entered there too: they take stock as well. With them
 * come the deliveries of returned goods.
 */
export const deliveryPull: RowPull<Delivery> = {
  object: 'DELIVERY',
  title: 'Delivery',
  tellsChanges: true,
  pages: deliveryPages,
  save: saveDeliveries,
  remove: markDeleted,
  stillThere: deliveriesThere,
  // What has left the plant long ago is not asked for any more.
  provenGone: async (db, keys) =>
    new Set(await db('sap_delivery').whereIn('deliveryNo', keys).where('status', 'ISSUED').pluck('deliveryNo')),
}

interface NamedRows {
  customers: ReadonlyMap<string, number>
  shipTos: readonly ShipTo[]
  plants: ReadonlyMap<string, number>
  products: ReadonlyMap<string, Product>
  orders: ReadonlyMap<string, Order>
  orderLines: readonly OrderLine[]
}

async function saveDeliveries(trx: Knex, items: readonly Delivery[], { refuse }: SaveHow) {
  const named = await rowsNamed(trx, items)
  const sound = items
    .map(item => withoutTexts(item, named))
    .filter(item => {
      const wrong = unknownIn(item, named)
      if (wrong) refuse(item.key, wrong)
      else if (item.doubtful.length > 0) refuse(item.key, doubtful(item))
      return !wrong
    })
  const deliveriesByNo = new Map(
    (
      await rowsOf(trx, sapDelivery, rows =>
        rows.whereIn(
          'deliveryNo',
          sound.map(({ key }) => key),
        ),
      )
    ).map(row => [row.deliveryNo, row]),
  )
  const headers = sound.map(item => ({ item, row: headerRow(item, named), before: deliveriesByNo.get(item.key) }))
  const fresh = headers.filter(({ before }) => !before)
  const insertedRows = await insertRows(
    trx,
    sapDelivery,
    fresh.map(({ row }) => withDefaults(sapDelivery, row)),
    sapAuthor,
  )
  const differing = headers.flatMap(({ row, before }) =>
    before && Object.keys(changesIn(before, row)).length > 0 ? [{ before, asked: changesIn(before, row) }] : [],
  )
  await updateEach(trx, sapDelivery, differing, sapAuthor)
  const ids = new Map([...deliveriesByNo.values(), ...insertedRows].map(({ deliveryNo, id }) => [deliveryNo, id]))
  const lines = sound.flatMap(item => item.lines.map(line => lineRow(item, line, ids.get(item.key)!, named)))
  const { touched, gone } = await saveDeliveryLines(trx, [...ids.values()], lines)
  for (const { before } of differing) touched.add(before.id)
  await holdsOfDeliveries(trx, [...touched, ...insertedRows.map(({ id }) => id)])
  const changed = [...touched].toSorted((a, b) => a - b)
  if (changed.length > 0) await deliveriesSaved.tell(trx, { ids: changed, gone })
  const updated = [...deliveriesByNo.values()].filter(({ id }) => touched.has(id)).length
  return { created: fresh.length, updated }
}

async function rowsNamed(trx: Knex, items: readonly Delivery[]): Promise<NamedRows> {
  const lines = items.flatMap(item => item.lines)
  const distinct = <Value>(values: readonly (Value | null)[]) => [...new Set(values.filter(value => value !== null))]
  const numbers = distinct(lines.map(({ sapOrderNo }) => sapOrderNo))
  const orders = await rowsOf(trx, order, rows => rows.whereIn('sapOrderNo', [...numbers, ...numbers.map(plainCode)]))
  const byCode = <Row extends { code: string }>(rows: readonly Row[]) => new Map(rows.map(row => [row.code, row]))
  const idsByCode = (rows: readonly { code: string; id: number }[]) => new Map(rows.map(({ code, id }) => [code, id]))
  const codes = {
    customers: distinct(items.map(({ soldTo }) => soldTo)),
    shipTos: distinct(items.map(item => item.shipTo)),
    plants: distinct(lines.map(line => line.plant)),
    products: distinct(lines.map(({ product }) => product)),
  }
  return {
    customers: idsByCode(await rowsOf(trx, customer, rows => rows.whereIn('code', codes.customers))),
    shipTos: await rowsOf(trx, shipTo, rows => rows.whereIn('code', codes.shipTos)),
    plants: idsByCode(await rowsOf(trx, plant, rows => rows.whereIn('code', codes.plants))),
    products: byCode(await rowsOf(trx, products, rows => rows.whereIn('code', codes.products))),
    orders: new Map(orders.map(row => [plainCode(row.sapOrderNo!), row])),
    orderLines: await rowsOf(trx, orderLine, rows =>
      rows.whereIn(
        'orderId',
        orders.map(({ id }) => id),
      ),
    ),
  }
}

/** An item without a quantity says nothing where the portal does not know its product or plant. */
const withoutTexts = (item: Delivery, named: NamedRows): Delivery => ({
  ...item,
  lines: item.lines.filter(
    ({ countsAs, product, plant }) => countsAs !== 'TEXT' || (named.products.has(product) && named.plants.has(plant)),
  ),
})

const doubtful = ({ key, doubtful: lines }: Delivery) =>
  new SapRowError(
    'qty',
    `Delivery ${key}: the batches of item ${lines.join(', ')} do not add up to its quantity; only the batches count`,
    'RULE',
  )

/** What of a delivery the portal does not know, in a sentence; null where it knows all. */
function unknownIn({ key, soldTo, lines }: Delivery, named: NamedRows): SapRowError | null {
  const unknown = (column: string, what: string, waitsFor: SapRowError['waitsFor']) => {
    const missing = what.slice(what.indexOf(' ') + 1)
    return new SapRowError(column, `Delivery ${key}: the portal has no ${what}`, 'UNKNOWN_REF', waitsFor, null, missing)
  }
  if (soldTo !== null && !named.customers.has(soldTo)) return unknown('soldToId', `customer ${soldTo}`, 'CUSTOMER')
  const site = lines.find(line => !named.plants.has(line.plant))
  if (site) return unknown('plantId', `plant ${site.plant}`, 'PLANT')
  const product = lines.find(line => !named.products.has(line.product))
  if (product) return unknown('productId', `product ${product.product}`, 'PRODUCT')
  if (!lines.some(isGoods)) return new SapRowError('lineNo', `Delivery ${key} has no lines with a quantity`, 'REQUIRED')
  return null
}

const isGoods = ({ countsAs }: DeliveryLine) => countsAs === 'GOODS' || countsAs === 'RETURN'

const orderOf = ({ sapOrderNo }: DeliveryLine, { orders }: NamedRows): Order | undefined =>
  sapOrderNo === null ? undefined : orders.get(plainCode(sapOrderNo))

function headerRow(item: Delivery, named: NamedRows): Partial<SapDelivery> {
  const { key, soldTo, shipTo: address, lines, doubtful: _, ...own } = item
  const goods = lines.filter(isGoods)
  const orders = new Set(goods.map(line => orderOf(line, named)))
  const [only] = orders
  const soldToId = soldTo === null ? null : named.customers.get(soldTo)!
  const [first] = goods as [DeliveryLine]
  return {
    ...own,
    origin: 'SAP',
    deliveryNo: key,
    orderId: orders.size === 1 ? (only?.id ?? null) : null,
    soldToId,
    shipToId: shipToOf(address, soldToId, only, named)?.id ?? null,
    plantId: named.plants.get(first.plant)!,
    sbuId: sbuOf(key, first, named),
  }
}

const sbuOf = (delivery: string, line: DeliveryLine, named: NamedRows): number =>
  orderOf(line, named)?.sbuId ?? sbuOfProduct(named.products.get(line.product)!, `Delivery ${delivery}`)

/** Two customers may share a code of an address: that of the order, else that of the sold-to. */
function shipToOf(code: string | null, soldToId: number | null, bought: Order | undefined, { shipTos }: NamedRows) {
  const matchingShipTos = shipTos.filter(row => row.code === code)
  return (
    matchingShipTos.find(({ id }) => id === bought?.shipToId) ??
    matchingShipTos.find(({ customerId }) => customerId === soldToId)
  )
}

function lineRow(item: Delivery, line: DeliveryLine, deliveryId: number, named: NamedRows) {
  const { sapOrderNo: _, sapItemNo, product, plant: site, ...own } = line
  const bought = orderOf(line, named)
  const ordered = named.orderLines.find(
    one => one.orderId === bought?.id && (one.sapItemNo ?? itemNo(one.lineNo)) === sapItemNo,
  )
  return {
    ...own,
    deliveryId,
    orderId: bought?.id ?? null,
    orderLineId: ordered?.id ?? null,
    productId: named.products.get(product)!.id,
    soldToId: item.soldTo === null ? null : named.customers.get(item.soldTo)!,
    plantId: named.plants.get(site)!,
    sbuId: sbuOf(item.key, line, named),
  }
}

/** Marks open deliveries that SAP no longer has: what they were to take is there again. */
async function markDeleted(trx: Knex, keys: readonly string[]): Promise<number> {
  const gone = await rowsOf(trx, sapDelivery, rows =>
    rows.whereIn('deliveryNo', [...keys]).whereIn('status', ['OPEN', 'PARTIALLY_ISSUED']),
  )
  const lines = await rowsOf(trx, sapDeliveryLine, rows =>
    rows.where('isOpen', 1).whereIn(
      'deliveryId',
      gone.map(({ id }) => id),
    ),
  )
  await updateEach(
    trx,
    sapDelivery,
    gone.map(before => ({ before, asked: { status: 'DELETED' as const } })),
    sapAuthor,
  )
  await updateEach(
    trx,
    sapDeliveryLine,
    lines.map(before => ({ before, asked: { isOpen: false } })),
    sapAuthor,
  )
  const ids = gone.map(({ id }) => id)
  await holdsOfDeliveries(trx, ids)
  if (ids.length > 0) await deliveriesSaved.tell(trx, { ids, gone: [] })
  return gone.length
}
