import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sum } from '../../../resources/define/amounts.ts'
import { collectionRows, fromSapQuantity } from '../../sap/http/odata.ts'
import { inItsNames, orderServiceOf } from '../../sap/http/order-services.ts'
import { nestedRows } from '../sap-documents/nested-rows.ts'
import { startNumbers } from '../sap-documents/numbers.ts'
import { entityTypes } from '../sap-entities/all.ts'
import { entityStore } from '../sap-odata/entity-store.ts'
import { freeTypes } from './document-types.ts'

export type SapRecord = Record<string, unknown>

/** An order as the simulated SAP stores it: the header and items as they were posted, with their numbers. */
export type StoredOrder = {
  salesOrder: string
  /** SAP's document category: C is billed, I is free of charge and held by a service of its own. */
  category: 'C' | 'I'
  body: SapRecord
  items: SapRecord[]
  version: number
  createdAt: string
  /** When all that SAP could confirm was delivered, issued, and billed; each null until then. */
  deliveredAt: string | null
  issuedAt: string | null
  billedAt: string | null
  changedAt: string
}

/** How far SAP has brought an order by itself. */
type OrderProgress = Partial<Pick<StoredOrder, 'deliveredAt' | 'issuedAt' | 'billedAt'>>

export type SimulatorStore = ReturnType<typeof simulatorStore>

const schema = `
  create table if not exists salesOrder (
    id integer primary key autoincrement, orderNo text not null, body text not null, items text not null,
    version integer not null default 1, createdAt text not null, billedAt text, changedAt text,
    category text not null default 'C');
  create index if not exists salesOrderByOrderNo on salesOrder (orderNo);
  create index if not exists salesOrderToBill on salesOrder (billedAt, createdAt);`

const firstOrder = 5_000_000_000

const orderServices = [false, true].map(isFreeOfCharge => orderServiceOf({ isFreeOfCharge }).service)

/**
 * The simulated SAP's own database file, separate from the portal's, so that it survives a kill of the process as SAP
 * would. Sales orders stand in a table of their own, by which changes are guarded; all that is read are entities.
 */
export function simulatorStore(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(schema)
  const movedOrders = addColumns(db)
  const entities = entityStore(db, entityTypes)
  takeOver(db)
  for (const salesOrder of movedOrders) show(salesOrder)

  function addOrder(
    orderNo: string,
    body: SapRecord,
    items: SapRecord[],
    createdAt: string,
    category: StoredOrder['category'] = 'C',
  ): string {
    return entities.together(() => {
      const added = db
        .prepare(
          'insert into salesOrder (orderNo, body, items, createdAt, changedAt, category) values (?, ?, ?, ?, ?, ?)',
        )
        .run(orderNo, JSON.stringify(body), JSON.stringify(items), createdAt, createdAt, category)
      const salesOrder = `${firstOrder + Number(added.lastInsertRowid)}`
      show(salesOrder)
      return salesOrder
    })
  }

  /** Writes an order as it can be read. */
  function show(salesOrder: string) {
    const found = order(salesOrder)!
    hide(salesOrder)
    const of = orderServiceOf({ isFreeOfCharge: found.category === 'I' })
    for (const [set, row] of nestedRows(entities, of.order, inItsNames(of, asRead(found)))) entities.put(set, row)
  }

  function hide(salesOrder: string) {
    for (const type of entities.types.filter(({ service }) => orderServices.includes(service)))
      for (const row of entities.below(type.set, [salesOrder]))
        entities.remove(
          type.set,
          type.key.map(name => row[name]),
        )
  }

  function order(salesOrder: string): StoredOrder | null {
    const found = db.prepare('select * from salesOrder where id = ?').get(idOf(salesOrder))
    return found ? stored(found) : null
  }

  function ordersByOrderNo(orderNo: string): StoredOrder[] {
    return db.prepare('select * from salesOrder where orderNo = ? order by id').all(orderNo).map(stored)
  }

  /** Saves a changed header or items if nobody changed the order meanwhile; false when somebody did. */
  function changeOrder(
    { salesOrder, version }: StoredOrder,
    { body, items }: Pick<StoredOrder, 'body' | 'items'>,
    at: string,
  ): boolean {
    return entities.together(() => {
      const { changes } = db
        .prepare(
          'update salesOrder set body = ?, items = ?, version = version + 1, changedAt = ?, deliveredAt = null, issuedAt = null where id = ? and version = ?',
        )
        .run(JSON.stringify(body), JSON.stringify(items), at, idOf(salesOrder), version)
      if (changes === 1) show(salesOrder)
      return changes === 1
    })
  }

  const changeItems = (order: StoredOrder, items: SapRecord[], at: string) =>
    changeOrder(order, { body: order.body, items }, at)

  /** Saves how far an order has come, which is no change by which others are outrun. */
  function advance({ salesOrder, items, ...order }: StoredOrder, progress: OrderProgress, at: string) {
    const { deliveredAt, issuedAt, billedAt } = { ...order, ...progress }
    db.prepare(
      'update salesOrder set items = ?, deliveredAt = ?, issuedAt = ?, billedAt = ?, changedAt = ? where id = ?',
    ).run(JSON.stringify(items), deliveredAt, issuedAt, billedAt, at, idOf(salesOrder))
    show(salesOrder)
  }

  /** Somebody saves every sales order without a change: those who have read one must read it again. */
  const touchOrders = () => db.exec('update salesOrder set version = version + 1')

  function deleteOrder(salesOrder: string): boolean {
    return entities.together(() => {
      hide(salesOrder)
      return db.prepare('delete from salesOrder where id = ?').run(idOf(salesOrder)).changes === 1
    })
  }

  /** The orders made by then that SAP has not brought so far. */
  function ordersBefore(stage: keyof OrderProgress, createdUntil: string): StoredOrder[] {
    return db
      .prepare(`select * from salesOrder where billedAt is null and ${stage} is null and createdAt <= ? order by id`)
      .all(createdUntil)
      .map(stored)
  }

  /** The last orders, latest first. */
  const latestOrders = (count: number): StoredOrder[] =>
    db.prepare('select * from salesOrder order by id desc limit ?').all(count).map(stored)

  /** Copies the database to a new file. */
  const copyTo = (copy: string) => db.prepare('vacuum into ?').run(copy)

  /** A file of an earlier version holds its orders and billing documents in tables alone. */
  function takeOver(db: DatabaseSync) {
    if (db.prepare(`select 1 from sqlite_master where name = 'billingDocument'`).get()) {
      entities.together(() => {
        for (const { body } of db.prepare('select body from billingDocument').all())
          entities.putAll(nestedRows(entities, 'A_BillingDocument', JSON.parse(String(body))))
        for (const { id } of db.prepare('select id from salesOrder').all()) show(`${firstOrder + Number(id)}`)
        continueNumbers(db)
        db.exec('drop table billingDocument')
      })
    }
  }

  const close = () => db.close()
  return {
    /** The file itself, for what other rooms keep in it. */
    db,
    /** Every entity that is read by the query engine. */
    entities,
    addOrder,
    order,
    ordersByOrderNo,
    changeOrder,
    changeItems,
    advance,
    deleteOrder,
    touchOrders,
    ordersBefore,
    latestOrders,
    copyTo,
    close,
  }
}

/** The numbers of a file of an earlier version go on behind its last document. */
function continueNumbers(db: DatabaseSync) {
  const { last } = db.prepare('select coalesce(max(id), 0) as last from billingDocument').get()!
  for (const range of ['billing', 'invoiceNo', 'delivery'] as const) startNumbers(db, range, Number(last))
}

const idOf = (salesOrder: string) => Number(salesOrder) - firstOrder

/** An order as one reads it: its status follows from what was delivered and billed. */
function asRead({
  salesOrder,
  category,
  body,
  items,
  issuedAt,
  billedAt,
  createdAt,
  changedAt,
}: StoredOrder): SapRecord {
  const endedAt = category === 'I' ? issuedAt : billedAt
  const instant = (at: string) => `/Date(${Date.parse(at)}+0000)/`
  return {
    ...body,
    SalesOrder: salesOrder,
    CreationDate: `/Date(${Date.parse(`${createdAt.slice(0, 10)}T00:00:00Z`)})/`,
    LastChangeDate: `/Date(${Date.parse(`${changedAt.slice(0, 10)}T00:00:00Z`)})/`,
    LastChangeDateTime: instant(changedAt),
    OverallSDProcessStatus: endedAt ? 'C' : 'A',
    OverallDeliveryStatus: deliveryStatus(items),
    OverallSDDocumentRejectionSts: overall(items, item => Boolean(item.SalesDocumentRjcnReason)),
    to_Item: items.map(item => ({ ...item, SalesOrderItem: `${Number(item.SalesOrderItem)}` })),
  }
}

/** SAP's letter for none, some and all of its items. */
function overall(items: readonly SapRecord[], isSo: (item: SapRecord) => boolean): string {
  const count = items.filter(isSo).length
  return count === 0 ? 'A' : count < items.length ? 'B' : 'C'
}

/** SAP's letter for nothing, a part and all that was delivered of its items. */
function deliveryStatus(items: readonly SapRecord[]): string {
  const delivered = items.map(({ to_ScheduleLine }) =>
    sum(collectionRows(to_ScheduleLine).map(row => fromSapQuantity(row.DeliveredQtyInOrderQtyUnit ?? '0'))),
  )
  if (delivered.every(qty => qty === 0)) return 'A'
  return items.every((item, index) => delivered[index]! >= fromSapQuantity(item.RequestedQuantity)) ? 'C' : 'B'
}

/**
 * A file of an earlier version lacks the columns that came since; returns the orders that belong to another service now.
 */
function addColumns(db: DatabaseSync): string[] {
  const known = new Set(
    db
      .prepare('pragma table_info(salesOrder)')
      .all()
      .map(({ name }) => name),
  )
  for (const column of ['changedAt', 'deliveredAt', 'issuedAt'])
    if (!known.has(column)) db.exec(`alter table salesOrder add column ${column} text`)
  db.exec('update salesOrder set changedAt = coalesce(billedAt, createdAt) where changedAt is null')
  if (known.has('category')) return []
  db.exec(`alter table salesOrder add column category text not null default 'C'`)
  const moved = db.prepare(
    `update salesOrder set category = 'I' where json_extract(body, '$.SalesOrderType') = ? returning id`,
  )
  return freeTypes.flatMap(type => moved.all(type).map(({ id }) => `${firstOrder + Number(id)}`))
}

function stored(row: SapRecord): StoredOrder {
  const textOrNull = (value: unknown) => (value === null ? null : String(value))
  return {
    salesOrder: `${firstOrder + Number(row.id)}`,
    category: row.category === 'I' ? 'I' : 'C',
    body: JSON.parse(String(row.body)),
    items: JSON.parse(String(row.items)),
    version: Number(row.version),
    createdAt: String(row.createdAt),
    deliveredAt: textOrNull(row.deliveredAt),
    issuedAt: textOrNull(row.issuedAt),
    billedAt: textOrNull(row.billedAt),
    changedAt: String(row.changedAt),
  }
}
