import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type SapRecord = Record<string, unknown>

/** An order as the simulated SAP stores it: the header and items as they were posted, with their numbers. */
export type StoredOrder = {
  salesOrder: string
  body: SapRecord
  items: SapRecord[]
  version: number
  billedAt: string | null
  changedAt: string
}

export type SimulatorStore = ReturnType<typeof simulatorStore>

const schema = `
  create table if not exists salesOrder (
    id integer primary key autoincrement, orderNo text not null, body text not null, items text not null,
    version integer not null default 1, createdAt text not null, billedAt text, changedAt text);
  create index if not exists salesOrderByOrderNo on salesOrder (orderNo);
  create index if not exists salesOrderToBill on salesOrder (billedAt, createdAt);
  create table if not exists billingDocument (
    id integer primary key autoincrement, changedAt text not null, body text not null);
  create index if not exists billingDocumentByChange on billingDocument (changedAt, id);`

const firstOrder = 5_000_000_000
export const firstBillingDocument = 9_000_000_000

/**
 * The simulated SAP's own database file, separate from the portal's, so that it survives a kill of the process as SAP
 * would.
 */
export function simulatorStore(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(schema)
  addChangeColumns(db)

  function addOrder(orderNo: string, body: SapRecord, items: SapRecord[], createdAt: string): string {
    const added = db
      .prepare('insert into salesOrder (orderNo, body, items, createdAt, changedAt) values (?, ?, ?, ?, ?)')
      .run(orderNo, JSON.stringify(body), JSON.stringify(items), createdAt, createdAt)
    return `${firstOrder + Number(added.lastInsertRowid)}`
  }

  function order(salesOrder: string): StoredOrder | null {
    const found = db.prepare('select * from salesOrder where id = ?').get(Number(salesOrder) - firstOrder)
    return found ? stored(found) : null
  }

  function ordersByOrderNo(orderNo: string): StoredOrder[] {
    return db.prepare('select * from salesOrder where orderNo = ? order by id').all(orderNo).map(stored)
  }

  /** Saves changed items if nobody changed the order meanwhile; false when somebody did. */
  function changeItems({ salesOrder, version }: StoredOrder, items: SapRecord[], at: string): boolean {
    const changed = db
      .prepare('update salesOrder set items = ?, version = version + 1, changedAt = ? where id = ? and version = ?')
      .run(JSON.stringify(items), at, Number(salesOrder) - firstOrder, version)
    return changed.changes === 1
  }

  /** Somebody saves every sales order without a change: those who have read one must read it again. */
  const touchOrders = () => db.exec('update salesOrder set version = version + 1')

  const deleteOrder = (salesOrder: string) =>
    db.prepare('delete from salesOrder where id = ?').run(Number(salesOrder) - firstOrder).changes === 1

  function ordersToBill(createdUntil: string): StoredOrder[] {
    return db
      .prepare('select * from salesOrder where billedAt is null and createdAt <= ? order by id')
      .all(createdUntil)
      .map(stored)
  }

  /** Sales orders changed at or after an instant, oldest first. */
  function ordersChanged(since: string, top: number, skip: number): StoredOrder[] {
    return db
      .prepare('select * from salesOrder where changedAt >= ? order by changedAt, id limit ? offset ?')
      .all(since, top, skip)
      .map(stored)
  }

  /**
   * Bills and delivers an order once, all its documents together; `documents` gets the number of each as it is written.
   */
  function bill(
    { salesOrder, version }: StoredOrder,
    documents: ((id: number) => SapRecord)[],
    items: SapRecord[],
    billedAt: string,
  ) {
    db.exec('begin immediate')
    try {
      const taken = db
        .prepare(
          'update salesOrder set billedAt = ?, changedAt = ?, items = ? where id = ? and billedAt is null and version = ?',
        )
        .run(billedAt, billedAt, JSON.stringify(items), Number(salesOrder) - firstOrder, version)
      if (taken.changes === 1) for (const document of documents) addBillingDocument(document, billedAt)
      db.exec('commit')
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }

  function addBillingDocument(document: (id: number) => SapRecord, changedAt: string) {
    const added = db.prepare(`insert into billingDocument (changedAt, body) values (?, '')`).run(changedAt)
    const id = Number(added.lastInsertRowid)
    db.prepare('update billingDocument set body = ? where id = ?').run(JSON.stringify(document(id)), id)
  }

  /** Billing documents changed at or after an instant, oldest first. */
  function billingDocuments(since: string, top: number, skip: number): SapRecord[] {
    return db
      .prepare('select body from billingDocument where changedAt >= ? order by changedAt, id limit ? offset ?')
      .all(since, top, skip)
      .map(found => JSON.parse(String(found.body)))
  }

  function billingDocument(number: string): SapRecord | null {
    const found = db.prepare('select body from billingDocument where id = ?').get(Number(number) - firstBillingDocument)
    return found ? JSON.parse(String(found.body)) : null
  }

  /** Accounting clears an invoice, as when it is paid; the billing document itself does not count as changed. */
  function clearBillingDocument(number: string): boolean {
    const body = billingDocument(number)
    if (!body) return false
    const cleared = JSON.stringify({ ...body, InvoiceClearingStatus: 'C' })
    const id = Number(number) - firstBillingDocument
    return db.prepare('update billingDocument set body = ? where id = ?').run(cleared, id).changes === 1
  }

  /** Copies the database to a new file. */
  const copyTo = (copy: string) => db.prepare('vacuum into ?').run(copy)

  const close = () => db.close()
  return {
    addOrder,
    order,
    ordersByOrderNo,
    changeItems,
    deleteOrder,
    touchOrders,
    ordersChanged,
    ordersToBill,
    bill,
    billingDocument,
    billingDocuments,
    clearBillingDocument,
    copyTo,
    close,
  }
}

/** A file of an earlier version has no change times of orders yet. */
function addChangeColumns(db: DatabaseSync) {
  const columns = db.prepare('pragma table_info(salesOrder)').all()
  if (!columns.some(({ name }) => name === 'changedAt')) db.exec('alter table salesOrder add column changedAt text')
  db.exec('update salesOrder set changedAt = coalesce(billedAt, createdAt) where changedAt is null')
  db.exec('create index if not exists salesOrderByChange on salesOrder (changedAt, id)')
}

function stored(row: SapRecord): StoredOrder {
  return {
    salesOrder: `${firstOrder + Number(row.id)}`,
    body: JSON.parse(String(row.body)),
    items: JSON.parse(String(row.items)),
    version: Number(row.version),
    billedAt: row.billedAt === null ? null : String(row.billedAt),
    changedAt: String(row.changedAt),
  }
}
