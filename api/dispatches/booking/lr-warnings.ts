import type { Knex } from 'knex'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { cnfProductMap } from '../../../resources/masters/cnf-product-map.ts'
import { products } from '../../../resources/masters/products.ts'
import { convertQty, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { CarriedMode } from '../../../resources/trade.ts'
import { rowsOf, whereValidOn } from '../../derive/rows-of.ts'
import { availableStock } from '../../orders/quote/available-stock.ts'
import { today } from '../../platform/clock.ts'
import { wordsBefore } from '../hazards/faults-at-gate.ts'
import { hazardsOf } from '../hazards/hazards-of-lrs.ts'
import type { ForLr } from './goods-for-lr.ts'

interface Journey {
  transMode: CarriedMode
  plantId: number
  stateId: number
  lrDate: string
  expectedDeliveryDate: string
  /** The codes of the products that travel cold. */
  cold: readonly string[]
}

/** Sentences about what the desk should know before these invoices go; none of them refuses the LR. */
export async function warningsOf(db: Knex, chosen: readonly ForLr[], journey: Journey): Promise<string[]> {
  return [
    ...(await hazardWarnings(db, chosen, journey)),
    ...(await blockedProducts(db, chosen)),
    ...(await brokenBatches(db, chosen)),
    ...(await holidaysOnTheWay(db, journey)),
    ...(await stockBelowReorder(db, chosen, journey.plantId)),
  ]
}

/** What the gate will refuse or warn of. */
async function hazardWarnings(db: Knex, chosen: readonly ForLr[], journey: Journey): Promise<string[]> {
  const goods = chosen.flatMap(row => row.goods).map(({ productId, qty }) => ({ lrId: 0, productId, qty }))
  const way = { mode: journey.transMode, day: journey.lrDate, expectedDeliveryDate: journey.expectedDeliveryDate }
  const { refusals, warnings } = await wordsBefore(db, await hazardsOf(db, goods), way)
  return [...refusals, ...warnings]
}

/** Products that the buyer may not have for the time being: the regulatory officer knows whether they may go. */
async function blockedProducts(db: Knex, chosen: readonly ForLr[]): Promise<string[]> {
  const lines = chosen.flatMap(row => row.goods).flatMap(({ orderLineId }) => orderLineId ?? [])
  const blocked: { blockNo: string; name: string; code: string }[] = await db('order_line as line')
    .join('order', 'order.id', 'line.orderId')
    .join('customer', 'customer.id', 'order.customerId')
    .join('products', 'products.id', 'line.productId')
    .join('eud_block as block', 'block.customerId', 'order.customerId')
    .whereIn('line.id', lines)
    .whereNot('block.status', 'RELEASED')
    .where(of =>
      of
        .where('block.productId', db.ref('line.productId'))
        .orWhere(every => every.whereNull('block.productId').whereNot('line.eudStatus', 'NOT_REQUIRED')),
    )
    .orderBy(['block.blockNo', 'products.code'])
    .distinct('block.blockNo', 'customer.name', 'products.code')
  return blocked.map(
    ({ blockNo, name, code }) =>
      `${name} is blocked for ${code} by ${blockNo}: ask the regulatory officer before it leaves`,
  )
}

/** Order lines that were to come from one batch and do not. */
async function brokenBatches(db: Knex, chosen: readonly ForLr[]): Promise<string[]> {
  const lines = chosen.flatMap(row => row.goods).filter(({ orderLineId }) => orderLineId !== null)
  const single: { id: number; lineNo: number }[] = await db('order_line')
    .whereIn(
      'id',
      lines.map(line => line.orderLineId as number),
    )
    .where('singleBatchRequired', 1)
    .select('id', 'lineNo')
  return single.flatMap(({ id, lineNo }) => {
    const batches = new Set(lines.filter(line => line.orderLineId === id).map(line => line.batchNo))
    return batches.size > 1
      ? [`Line ${lineNo} was ordered from a single batch, but is invoiced from ${[...batches].join(', ')}`]
      : []
  })
}

/** Holidays of the destination between the LR and the expected day, where goods travel cold. */
async function holidaysOnTheWay(db: Knex, { cold, stateId, lrDate, expectedDeliveryDate }: Journey): Promise<string[]> {
  if (cold.length === 0) return []
  const free: { holidayDate: string; name: string }[] = await db('holiday')
    .where('isActive', 1)
    .where(where => where.whereNull('stateId').orWhere({ stateId }))
    .where('holidayDate', '>', lrDate)
    .where('holidayDate', '<=', expectedDeliveryDate)
    .orderBy('holidayDate')
    .select('holidayDate', 'name')
  return free.map(
    ({ holidayDate, name }) =>
      `${cold.join(', ')} travels cold, and ${name} on ${dayText(holidayDate)} falls within the transit: avoid storage over the holiday`,
  )
}

/** Products of which less than the reorder level remains at the plant once all that is promised has gone. */
async function stockBelowReorder(db: Knex, chosen: readonly ForLr[], plantId: number): Promise<string[]> {
  const productIds = [...new Set(chosen.flatMap(({ goods }) => goods.map(one => one.productId)))]
  const levels = await rowsOf(db, cnfProductMap, rows =>
    whereValidOn(rows, today())
      .whereIn('cnfId', db('cnf').where({ plantId, isActive: 1 }).select('id'))
      .whereIn('productId', productIds)
      .whereNotNull('reorderLevelQty'),
  )
  if (levels.length === 0) return []
  const sold = await rowsOf(db, products, rows =>
    rows.whereIn(
      'id',
      levels.map(({ productId }) => productId),
    ),
  )
  const byId = new Map(sold.map(product => [product.id, product]))
  const stock = await availableStock(db, byId, [...byId.keys()], null)
  return levels.flatMap(({ productId, reorderLevelQty }) => {
    const product = byId.get(productId)!
    const ratio = unitsIn(product, product.baseUom, product.uom)
    const inBase = stock.get(`${plantId}/${productId}`) ?? 0
    const left = ratio ? convertQty(inBase, ratio) : inBase
    if (left >= reorderLevelQty!) return []
    return [
      `${product.code}: ${quantityText(left)} ${product.uom} remain at this plant after all that is promised, below the reorder level of ${quantityText(reorderLevelQty!)}`,
    ]
  })
}
