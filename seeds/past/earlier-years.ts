import type { Knex } from 'knex'
import { linkAll } from '../../api/dispatches/goods/link-all.ts'
import { nameDeliveries } from '../../api/dispatches/goods/name-deliveries.ts'
import { recountGoods } from '../../api/goods/recount-goods.ts'
import { countOrders } from '../../api/mis/facts/order-fact.ts'
import { countSales } from '../../api/mis/facts/sale-fact.ts'
import { isSqlite } from '../../api/platform/database.ts'
import { addDays } from '../../resources/define/dates.ts'
import { addBills, type EarlierWorld } from './earlier-consignments.ts'
import { addEarlierOrder } from './earlier-documents.ts'
import { earlierOrders, type ModelOrder } from './earlier-plan.ts'
import { type Documents, documentTables, noDocuments, type Stored } from './stored-rows.ts'

/** Ids that are left free for the rows of earlier years, so that lists by id have them last. */
const room = {
  ...{ order: 1_500, order_line: 3_000, schedule_line: 3_000, order_step: 12_000, invoice: 2_000, invoice_line: 4_000 },
  // Who signs for a replayed LR and how it is rated follows from its id: a multiple of 13, 7 and 60 leaves that as it is.
  ...{ lr: 5_460, lr_line: 1_500, lr_line_item: 3_000, transporter_bill: 500, transporter_bill_line: 1_500 },
  ...{ shipment: 1_500, tracking_event: 7_500, pod: 1_500, pod_page: 1_500, attachment: 1_500 },
} satisfies Record<keyof Documents | 'attachment', number>
const BATCH = 200

/** Leaves ids for the documents of earlier years in a database that has none yet; may be done again. */
export async function leaveRoom(db: Knex): Promise<void> {
  for (const [table, ids] of Object.entries(room)) {
    if (await db(table).first('id')) continue
    if (isSqlite(db)) {
      await db('sqlite_sequence').where({ name: table }).delete()
      await db('sqlite_sequence').insert({ name: table, seq: ids })
    } else await db.raw('alter table ?? auto_increment = ?', [table, ids + 1])
  }
}

/**
 * Writes the closed orders of the years before the replayed days, with their invoices, notes and LRs, in bulk: each is a
 * replayed order on another day, in another quantity, at an earlier price. The former portal sent them to SAP, so they
 * have no number there. Their sales and lines are counted as the product counts them.
 */
export async function writeEarlierYears(trx: Knex, home: string): Promise<void> {
  const models = await loadModels(trx)
  const days = [...models.values()].map(({ order }) => String(order[0]!.orderDate)).toSorted()
  const offered = [...models.values()].map(({ order: [order], customer }): ModelOrder => {
    const { id, status, taxableValue } = order as { id: number; status: string; taxableValue: number }
    return { id, status, customer, taxableValue }
  })
  const { id: noStock } = await trx('reason_code').where('code', 'NOSTOCK').first('id')
  const cities: { id: number; stateId: number }[] = await trx('state_city').select('id', 'stateId')
  const world: EarlierWorld = {
    ...{ trx, home, stateOf: new Map(cities.map(({ id, stateId }) => [id, stateId])) },
    verifierId: (await trx('user').where('loginId', 'csc_agent').first('id')).id,
  }
  const made = noDocuments()
  for (const planned of earlierOrders(addDays(days[0]!, -1), offered, noStock))
    await addEarlierOrder(world, made, models.get(planned.modelId)!, planned)
  addBills(made, await trx('transporter_bill').where({ status: 'PAID', deductionAmount: 0 }).orderBy('id'))
  for (const table of documentTables)
    if (made[table].length > room[table]) throw new Error(`There is no room for so many rows of ${table}`)
  const insert = async (table: keyof Documents, rows: readonly Stored[]) => {
    for (let from = 0; from < rows.length; from += BATCH) await trx(table).insert(rows.slice(from, from + BATCH))
  }
  for (const table of documentTables) if (table !== 'lr_line_item') await insert(table, made[table])
  await linkAll(trx)
  await insert('lr_line_item', await goodsCarried(trx, made))
  await nameDeliveries(trx)
  const idsOf = (table: keyof Documents) => made[table].map(({ id }) => Number(id))
  const inBatches = async (ids: number[], count: (some: number[]) => Promise<void>) => {
    for (let from = 0; from < ids.length; from += BATCH) await count(ids.slice(from, from + BATCH))
  }
  await inBatches(await trx('sap_delivery_line').orderBy('id').pluck('id'), ids => recountGoods(trx, ids))
  await inBatches(idsOf('invoice'), ids => countSales(trx, ids))
  await inBatches(idsOf('order'), ids => countOrders(trx, ids))
}

/** What the LRs carry, by the goods to which their invoices are linked; the goods of a cancelled invoice are not known. */
async function goodsCarried(trx: Knex, made: Documents): Promise<Stored[]> {
  const links: { invoiceLineId: number; deliveryLineId: number }[] = await trx('invoice_line_goods')
    .where('invoiceLineId', '<=', made.invoice_line.length)
    .select('invoiceLineId', 'deliveryLineId')
  const goodsOf = new Map(links.map(({ invoiceLineId, deliveryLineId }) => [invoiceLineId, deliveryLineId]))
  return made.lr_line_item.flatMap(({ invoiceLineId, ...item }) => {
    const deliveryLineId = goodsOf.get(Number(invoiceLineId))
    return deliveryLineId === undefined ? [] : [{ ...item, deliveryLineId }]
  })
}

type Model = Documents & { customer: string }

/** Replayed orders that are over, with at most one invoice and one LR of their own, and that reserve nothing. */
async function loadModels(trx: Knex): Promise<Map<number, Model>> {
  const orders: (Stored & { id: number; customer: string })[] = await trx('order')
    .join('customer', 'customer.id', 'order.customerId')
    .whereIn('order.status', ['CLOSED', 'CANCELLED', 'DEAD', 'REJECTED', 'DELETED'])
    .whereNotExists(trx('reservation').whereRaw('?? = ??', ['reservation.orderId', 'order.id']))
    .orderBy('order.id')
    .select('order.*', 'customer.code as customer')
  const ids = orders.map(({ id }) => id)
  const by = async (table: string, column: string, values: readonly unknown[]): Promise<Map<number, Stored[]>> =>
    Map.groupBy(
      await trx(table)
        .whereIn(column, values as number[])
        .orderBy('id')
        .select(`${table}.*`),
      row => Number(row[column]),
    )
  const idsIn = (groups: Map<number, Stored[]>, column = 'id') => [...groups.values()].flat().map(row => row[column])
  const [lines, schedules, steps] = [
    await by('order_line', 'orderId', ids),
    await by('schedule_line', 'orderId', ids),
    await by('order_step', 'orderId', ids),
  ]
  const invoices = await by('invoice', 'orderId', ids)
  const invoiceLines = await by('invoice_line', 'invoiceId', idsIn(invoices))
  const lrLines = await by('lr_line', 'invoiceId', idsIn(invoices))
  const lrIds = idsIn(lrLines, 'lrId')
  const [shipments, events] = [await by('shipment', 'lrId', lrIds), await by('tracking_event', 'lrId', lrIds)]
  const [lrs, allLines, items] = [
    await by('lr', 'id', lrIds),
    await by('lr_line', 'lrId', lrIds),
    await by('lr_line_item', 'lrId', lrIds),
  ]
  const models = orders.flatMap(({ customer, ...order }): [number, Model][] => {
    const own = invoices.get(order.id) ?? []
    const carried = own.flatMap(({ id }) => lrLines.get(Number(id)) ?? [])
    const lr = carried.flatMap(({ lrId }) => lrs.get(Number(lrId)) ?? [])
    const isPlain =
      (schedules.get(order.id) ?? []).length === (lines.get(order.id) ?? []).length &&
      (order.status !== 'CLOSED' || own.length === 1) &&
      lr.length <= 1 &&
      lr.every(({ id, deliveryStatus }) => allLines.get(Number(id))?.length === 1 && deliveryStatus === 'DELIVERED')
    if (!isPlain) return []
    const model: Model = {
      ...noDocuments(),
      ...{
        customer,
        order: [order],
        order_line: lines.get(order.id) ?? [],
        schedule_line: schedules.get(order.id) ?? [],
      },
      ...{ order_step: steps.get(order.id) ?? [], invoice: own, lr, lr_line: carried },
      invoice_line: own.flatMap(({ id }) => invoiceLines.get(Number(id)) ?? []),
      lr_line_item: lr.flatMap(({ id }) => items.get(Number(id)) ?? []),
      shipment: lr.flatMap(({ id }) => shipments.get(Number(id)) ?? []),
      tracking_event: lr.flatMap(({ id }) => events.get(Number(id)) ?? []),
    }
    return [[order.id, model]]
  })
  return new Map(models)
}
