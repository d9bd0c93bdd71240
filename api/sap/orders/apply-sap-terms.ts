import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { lineInSap } from '../../../resources/orders/sap/sap-terms.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { SalesOrderItemStatus } from '../documents/sales-order-status.ts'
import { SapRowError } from '../reading/pull.ts'
import type { LineInSap } from './pair-items.ts'

/**
 * The changes that SAP's prices, freight and plants make to lines not yet dispatched, by line id. A plant unknown to the portal
 * is noted, and the line keeps its plant.
 */
export async function sapTermChanges(
  trx: Knex,
  order: Order,
  pairs: readonly LineInSap[],
  note: (wrong: SapRowError) => void,
): Promise<Map<number, Partial<OrderLine>>> {
  const open = pairs.filter(({ line, item }) => item?.rejectionCode === null && isToCome(line))
  const plants = await rowsOf(trx, plant, rows => rows)
  const differing = open.filter(({ line, item }) => {
    const from = plants.find(({ id }) => id === line.plantId)
    const isMoved = (item!.plant ?? from?.code) !== from?.code
    return isMoved || (item!.netPrice ?? line.netPrice) !== line.netPrice || otherFreight(line, item!) !== null
  })
  const changes = new Map<number, Partial<OrderLine>>()
  if (differing.length === 0) return changes
  const [to] = await rowsOf(trx, shipTo, rows => rows.where('id', order.shipToId))
  const [billTo] = await rowsOf(trx, customer, rows => rows.where('id', order.billToId))
  for (const { line, item } of differing) {
    const { plant: code, netPrice, sapItemNo } = item!
    const newPlant = plants.find(one => one.code === code) ?? null
    if (code !== null && !newPlant) {
      const message = `Sales order ${order.sapOrderNo}: item ${Number(sapItemNo)} comes from plant ${code}, which the portal does not know`
      note(new SapRowError('plantId', message))
    }
    const from = plants.find(({ id }) => id === line.plantId) ?? null
    const supply = { shipTo: to!, billTo: billTo! }
    const terms = { netPrice, freightValue: otherFreight(line, item!), plant: newPlant }
    const changed = lineInSap(line, terms, from, supply, order.orderDate)
    if (Object.keys(changed).length > 0) changes.set(line.id, changed)
  }
  return changes
}

/** SAP's freight where it is another; null where it is ours, of the whole line or of the part that SAP still has. */
function otherFreight(line: OrderLine, { freightValue, qty }: SalesOrderItemStatus): number | null {
  if (freightValue === null || freightValue === line.freightValue) return null
  return freightValue === mulDiv(line.freightValue, qty, line.qty) ? null : freightValue
}

/** Dispatched and invoiced lines keep the price and plant of their invoice. */
const isToCome = ({ lineStatus }: OrderLine) => lineStatus === 'OPEN' || lineStatus === 'PARTIALLY_DISPATCHED'
