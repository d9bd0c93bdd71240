import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { companyOf } from '../../platform/company.ts'
import { readSettings } from '../../platform/settings.ts'
import { heldWords } from '../holds/hold-words.ts'
import { mailedLines } from '../mail/mailed-lines.ts'
import { readOrder } from '../move-order.ts'

/** Everything that the PDF of an order shows. */
export type OrderSheet = Awaited<ReturnType<typeof readOrderSheet>>

/** Reads an order with its parties, lines and deliveries; the number of queries does not depend on the lines. */
export async function readOrderSheet(db: Knex, orderId: number) {
  const order = await readOrder(db, orderId)
  const settings = await readSettings(db)
  const lines = await rowsOf(db, orderLine, rows => rows.where({ orderId }).orderBy('lineNo'))
  const deliveries = await rowsOf(db, scheduleLine, rows => rows.where({ orderId }).orderBy('scheduleNo'))
  const mailed = new Map((await mailedLines(db, order)).map(line => [line.lineNo, line]))
  const { buyer, soldTo, address } = await partiesOf(db, order)
  return {
    order: { ...order, ...(await heldWords(db, orderId)) },
    company: companyOf(settings),
    terms: settings['order.terms'],
    ...(await namesOf(db, order)),
    buyer,
    soldTo,
    address,
    plants: await plantsOf(
      db,
      lines.map(({ plantId }) => plantId),
    ),
    lines: lines.filter(countsInTotals).map(line => ({
      ...line,
      ...mailed.get(line.lineNo)!,
      qty: line.qty,
      deliveries: deliveries.filter(({ orderLineId }) => orderLineId === line.id),
    })),
  }
}

export type OrderSheetLine = OrderSheet['lines'][number]

async function partiesOf(db: Knex, { customerId, soldToId, shipToId }: Order) {
  const buyers = await rowsOf(db, customer, rows => rows.whereIn('id', [customerId, soldToId]))
  const [address] = await rowsOf(db, shipTo, rows => rows.where('id', shipToId))
  const cities: { id: number; name: string }[] = await db('state_city')
    .whereIn(
      'id',
      [...buyers, address!].flatMap(({ cityId }) => cityId ?? []),
    )
    .select('id', 'name')
  const withCity = <Place extends { cityId: number | null }>(place: Place) => ({
    ...place,
    city: cities.find(({ id }) => id === place.cityId)?.name ?? '',
  })
  const partyWithId = (id: number) => withCity(buyers.find(one => one.id === id)!)
  return { buyer: partyWithId(customerId), soldTo: partyWithId(soldToId), address: withCity(address!) }
}

async function namesOf(db: Knex, { sbuId, orderTypeId, placedById }: Order) {
  const [sbu, orderType, placedBy] = await Promise.all([
    db('sbu').where({ id: sbuId }).first('name'),
    db('order_type').where({ id: orderTypeId }).first('name'),
    db('user').where({ id: placedById }).first('name'),
  ])
  return { sbu: sbu.name as string, orderType: orderType.name as string, placedBy: placedBy.name as string }
}

const plantsOf = (db: Knex, ids: readonly (number | null)[]): Promise<{ name: string; gstin: string }[]> =>
  db('plant')
    .whereIn('id', [...new Set(ids.filter(id => id !== null))])
    .orderBy('name')
    .select('name', 'gstin')
