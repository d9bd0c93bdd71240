import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import '../../api/rooms.ts'
import { linkAll } from '../../api/dispatches/goods/link-all.ts'
import { nameDeliveries } from '../../api/dispatches/goods/name-deliveries.ts'
import { rebuildOrders } from '../../api/mis/facts/order-fact.ts'
import { rebuildSales } from '../../api/mis/facts/sale-fact.ts'
import { today } from '../../api/platform/clock.ts'
import { readConfig } from '../../api/platform/config.ts'
import { keepFilesPrivate } from '../../api/platform/data-folder/keep-private.ts'
import { isSqlite, openDatabase } from '../../api/platform/database.ts'
import { createLog } from '../../api/platform/log.ts'
import { countTableRows } from '../../api/platform/sqlite/table-statistics.ts'
import { transact } from '../../api/platform/transact.ts'
import { prepareDatabase } from '../../api/prepare.ts'
import { makeBaskets } from './baskets.ts'
import { inserts, write } from './documents.ts'
import { addMasters } from './masters.ts'
import { plannedOrders } from './plan.ts'

// `npm run seed-large -- --orders 470000 --seed 1` fills the database of a demo company with three financial years.

/** The orders that give 2,000,000 order lines, 1,500,000 invoice lines and 400,000 LRs. */
export const ALL_ORDERS = 470_000
/** Orders of which all documents are written in one transaction. */
const AT_ONCE = 10_000
const FAST = ['pragma cache_size = -1000000', 'pragma synchronous = off', 'pragma foreign_keys = off']
const NUMBERS = ['order', 'invoice', 'lr', 'lr_line', 'approval_task'] as const

/**
 * Adds so many orders with their documents, the same ones for the same seed and day, to a demo company, and counts their
 * facts. Throws where it was done before.
 */
export async function fillLarge(db: Knex, orders: number, seed: number, say: (line: string) => void): Promise<void> {
  if (await db('order').where('orderNo', 'like', 'SZ%').first('id'))
    throw new Error('This database has the orders of a large company already: begin with an empty one')
  await addMasters(db, { customers: Math.ceil(orders / 250) + 12, products: Math.ceil(orders / 350) + 40 })
  await makePlan(db, orders, seed)
  say('The masters and the plan are written.')
  // Nothing that is written here is worth waiting for the disk, and every reference is taken from its own table.
  if (isSqlite(db)) for (const setting of FAST) await db.raw(setting)
  const last = async (table: string) => Number((await db(table).max({ id: 'id' }))[0]?.id ?? 0) + 1
  const [order, invoice, lr, lrLine, task] = await Promise.all(NUMBERS.map(last))
  const all = inserts({ order: order!, invoice: invoice!, lr: lr!, lrLine: lrLine!, task: task! })
  const writeAll = async (some: typeof all, what: string) => {
    for (let first = 0; first < orders; first += AT_ONCE) {
      const range: [number, number] = [first, Math.min(orders, first + AT_ONCE) - 1]
      await transact(db, async trx => {
        for (const insert of some) await write(trx, insert, range)
      })
      if ((first / AT_ONCE) % 10 === 9) say(`${(range[1] + 1).toLocaleString('en-IN')} ${what} are written.`)
    }
  }
  const isCarried = ({ table }: (typeof all)[number]) => table === 'lr_line_item'
  await writeAll(
    all.filter(one => !isCarried(one)),
    'orders',
  )
  say('Linking the invoices to their goods.')
  await linkAll(db)
  await writeAll(all.filter(isCarried), 'LRs')
  await nameDeliveries(db)
  await countCarried(db)
  for (const table of ['size_plan', 'size_buyer', 'size_basket', 'size_line']) await db.schema.dropTableIfExists(table)
  say('Counting the facts.')
  await rebuildSales(db)
  await rebuildOrders(db)
  if (isSqlite(db)) await countTableRows(db)
  else
    await db.raw(
      'analyze table `order`, order_line, schedule_line, order_step, approval_task, invoice, invoice_line, lr, lr_line, lr_line_item, sale_fact, order_fact, schedule_fact, order_sum, order_event_fact',
    )
}

/** Counts what left and arrived of goods that were written without the portal, all of it at once. */
async function countCarried(db: Knex): Promise<void> {
  const carried = (rows: Knex.QueryBuilder) =>
    rows
      .join('lr', 'lr.id', 'lr_line_item.lrId')
      .whereRaw('?? = ??', ['lr_line_item.deliveryLineId', 'sap_delivery_line.id'])
      .whereNot('lr.deliveryStatus', 'CANCELLED')
  const sumOf = (rows: Knex.QueryBuilder) => db.raw('coalesce((?), 0)', [carried(rows).sum('lr_line_item.qty')])
  const items = () => db('lr_line_item')
  await db('sap_delivery_line')
    .whereIn('id', items().select('deliveryLineId'))
    .update({
      leftQty: sumOf(items()),
      arrivedQty: sumOf(items().where('lr.deliveryStatus', 'DELIVERED')),
    })
}

async function makePlan(db: Knex, orders: number, seed: number): Promise<void> {
  const { baskets, lines } = await makeBaskets(db, seed)
  const buyers = await db('customer as c')
    .join('ship_to as s', 's.customerId', 'c.id')
    .join('state_city as t', 't.id', 's.cityId')
    .join('zone_area as z', 'z.id', 't.zoneAreaId')
    .join('customer_department_map as a', 'a.customerId', 'c.id')
    .where({ 's.isDefault': 1, 'a.isActive': 1 })
    .groupBy('c.id', 's.id', 't.id', 'z.id', 'z.zoneId')
    .orderBy('c.id')
    .select('c.id as customerId', 'c.id as soldToId', 'c.channelId', 's.id as shipToId', 't.id as toCityId')
    .select('z.id as zoneAreaId', 'z.zoneId')
    .min({ departmentId: 'a.departmentId', salesEmployeeId: 'a.salesEmployeeId' })
  const [plants, transporters, placers, segments] = await Promise.all([
    db('plant').where('isActive', 1).orderBy('id').pluck('id'),
    db('transporter').where('isActive', 1).orderBy('id').pluck('id'),
    db('user').where('userType', 'EMPLOYEE').orderBy('id').pluck('id'),
    db('customer_segment').orderBy('id').pluck('id'),
  ])
  const named = buyers.map((row, buyer) => ({
    ...{
      buyer,
      ...row,
      plantId: plants[buyer % plants.length],
      transporterId: transporters[buyer % transporters.length],
    },
    ...{ placedById: placers[buyer % placers.length], customerSegmentId: segments[buyer % segments.length] },
  }))
  await keep(db, 'size_buyer', named, 'buyer')
  await keep(db, 'size_basket', baskets, 'basket')
  await keep(db, 'size_line', lines, 'basket, lineNo')
  const options = { seed, until: today(), baskets: baskets.length, buyers: named.length }
  await keep(db, 'size_plan', [...plannedOrders(orders, options)], 'no')
}

/** A table of its own for rows that only the inserts read. */
async function keep(db: Knex, table: string, rows: readonly object[], key: string): Promise<void> {
  const entries = Object.entries(rows[0]!)
  const columns = entries.map(([name, value]) => `${name} ${typeof value === 'number' ? 'bigint' : 'varchar(20)'}`)
  await db.schema.dropTableIfExists(table)
  const collation = isSqlite(db) ? '' : ' default charset=utf8mb4 collate=utf8mb4_unicode_ci'
  await db.raw(`create table ${table} (${columns.join(', ')}, primary key (${key}))${collation}`)
  const names = entries.map(([name]) => name)
  const line = `(${names.map(() => '?').join()})`
  const size = Math.floor(20_000 / names.length)
  await transact(db, async trx => {
    for (let from = 0; from < rows.length; from += size) {
      const some = rows.slice(from, from + size) as Record<string, never>[]
      const values = some.flatMap(row => names.map(name => row[name] ?? null))
      await trx.raw(`insert into ${table} values ${some.map(() => line).join()}`, values as never[])
    }
  })
}

if (import.meta.main) {
  try {
    keepFilesPrivate()
    const { values } = parseArgs({
      options: { orders: { type: 'string', default: String(ALL_ORDERS) }, seed: { type: 'string', default: '1' } },
    })
    const [orders, seed] = [Number(values.orders), Number(values.seed)]
    if (!Number.isSafeInteger(orders) || orders < 100) throw new Error('--orders must be a whole number from 100')
    if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number')
    const config = readConfig(process.env)
    if (config.environment === 'production') throw new Error('A large company is made up: never in production')
    await (await prepareDatabase(config, createLog(config))).destroy()
    const db = openDatabase(config.databaseUrl)
    await fillLarge(db, orders, seed, line => process.stdout.write(`${line}\n`))
    for (const table of ['order_line', 'invoice_line', 'lr', 'sale_fact', 'order_fact']) {
      const [row] = await db(table).count({ total: '*' })
      process.stdout.write(`${table}: ${Number(row!.total).toLocaleString('en-IN')} rows\n`)
    }
    await db.destroy()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
