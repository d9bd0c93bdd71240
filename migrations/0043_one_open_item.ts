import type { Knex } from 'knex'

export { down } from './ddl.ts'

const ITEMS = 'upload_outstanding'
const CLEARINGS = 'payment_clearing'
const AT_ONCE = 500

/**
 * The number of an item in the key of SAP has no zeros in front: `1000/2026/1400000001/001` and `…/1` are one open item,
 * which was kept, and counted, twice. The one that counts stays, what names the other names it, and the other ends.
 */
export async function up(db: Knex) {
  for (const item of await withZeros(db, ITEMS)) {
    const sapItem = withoutZeros(item.sapItem)
    const twins: Item[] = await db(ITEMS).whereIn('sapItem', [item.sapItem, sapItem]).orderBy('id')
    const kept = twins.find(({ isActive }) => Boolean(isActive)) ?? twins[0]
    if (!kept) continue
    for (const twin of twins) if (twin.id !== kept.id) await merge(db, twin, kept)
    await db(ITEMS)
      .where({ id: kept.id })
      .update({ sapItem, naturalKey: naturalKey({ ...kept, sapItem }) })
  }
  for (const { id, sapItem } of await withZeros(db, CLEARINGS)) {
    const twin = await db(CLEARINGS).where('sapItem', withoutZeros(sapItem)).first('id')
    if (twin) await db(CLEARINGS).where({ id }).delete()
    else await db(CLEARINGS).where({ id }).update({ sapItem: withoutZeros(sapItem) })
  }
  for (const table of ['sap_row', 'sap_pending_row'])
    for (const object of ['OUTSTANDING', 'PAYMENT_CLEARING']) await rename(db, table, object)
}

interface Item {
  id: number
  sapItem: string
  customerId: number
  documentNo: string
  isActive: number | boolean
  isDisputed: number | boolean
  lockedById: number | null
  closedOn: string | null
}

const withoutZeros = (key: string) => key.replace(/\/0+(?=\d+$)/, '/')

/** The rows of a table whose item has zeros in front, in pages by id: those that were changed are not found again. */
async function withZeros(db: Knex, table: string): Promise<Item[]> {
  const found: Item[] = []
  for (let after = 0; ; ) {
    const rows: Item[] = await db(table)
      .where('id', '>', after)
      .where('sapItem', 'like', '%/0%')
      .orderBy('id')
      .limit(AT_ONCE)
    if (rows.length === 0) return found
    found.push(...rows.filter(({ sapItem }) => withoutZeros(sapItem) !== sapItem))
    after = rows.at(-1)!.id
  }
}

/** As the portal writes the key of a row; that of one that does not count has its id, which frees the key. */
const naturalKey = ({ id, customerId, documentNo, sapItem, isActive }: Item) => {
  const key = [customerId, documentNo, sapItem].map(part => String(part).toLowerCase().replaceAll('|', '||')).join('|')
  return isActive ? key : `${key}~${id}`
}

async function merge(db: Knex, twin: Item, kept: Item) {
  await db(CLEARINGS).where({ itemId: twin.id }).update({ itemId: kept.id })
  for (const [table, of] of [
    ['payment_cart_item', 'cartId'],
    ['payment_allocation', 'transactionId'],
  ] as const) {
    const both: number[] = await db(table).where({ itemId: kept.id }).pluck(of)
    await db(table).where({ itemId: twin.id }).whereNotIn(of, both).update({ itemId: kept.id })
  }
  await db(ITEMS)
    .where({ id: kept.id })
    .update({
      isDisputed: Boolean(kept.isDisputed) || Boolean(twin.isDisputed) ? 1 : 0,
      lockedById: kept.lockedById ?? twin.lockedById,
    })
  await db(ITEMS)
    .where({ id: twin.id })
    .update({
      isActive: 0,
      sapItem: null,
      lockedById: null,
      closedOn: twin.closedOn ?? new Date(Date.now() + IST).toISOString().slice(0, 10),
      naturalKey: naturalKey({ ...twin, sapItem: '', isActive: 0 }),
    })
}

const IST = 330 * 60_000

async function rename(db: Knex, table: string, object: string) {
  for (let after = ''; ; ) {
    const keys: string[] = await db(table)
      .where({ object })
      .where('sapKey', '>', after)
      .where('sapKey', 'like', '%/0%')
      .orderBy('sapKey')
      .limit(AT_ONCE)
      .pluck('sapKey')
    if (keys.length === 0) return
    for (const sapKey of keys.filter(key => withoutZeros(key) !== key)) {
      const known = await db(table).where({ object, sapKey: withoutZeros(sapKey) }).first('sapKey')
      if (known) await db(table).where({ object, sapKey }).delete()
      else await db(table).where({ object, sapKey }).update({ sapKey: withoutZeros(sapKey) })
    }
    after = keys.at(-1)!
  }
}
