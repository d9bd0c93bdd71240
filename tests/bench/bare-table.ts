import type { Knex } from 'knex'
import { isSqlite, openDatabase } from '../../api/platform/database.ts'

/**
 * The indexes that the bare handler's table of products has, by name. They are those of the portal's own table before it
 * got indexes for the order of each filter and for searches: what anybody gives such a table, the sorted column first.
 * Whatever the portal keeps beyond them is its own way of answering, and its cost must show in the comparison.
 */
const BARE_INDEXES: Readonly<Record<string, readonly string[]>> = {
  products_code: ['code'],
  products_name: ['name'],
  products_name_code_casNo_isActive: ['name', 'code', 'casNo', 'isActive'],
  products_sbuId_code: ['sbuId', 'code'],
  products_nidId: ['nidId'],
  products_mvgr1Id: ['mvgr1Id'],
  products_materialPricingGroupId: ['materialPricingGroupId'],
  products_hsnCode: ['hsnCode'],
  products_casNo: ['casNo'],
  products_substituteProductId: ['substituteProductId'],
}

interface Index {
  name: string
  columns: string[]
}

/** Leaves the bare handler's products with their primary key, unique code, references and `BARE_INDEXES` alone. */
export async function stripBare(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl)
  try {
    for (const name of await triggersOf(db)) await db.raw(`drop trigger ${name}`)
    const found = await indexesOf(db)
    const has = (columns: readonly string[]) => found.some(index => String(index.columns) === String(columns))
    for (const [name, columns] of Object.entries(BARE_INDEXES))
      if (!has(columns)) await addIndex(db, { name, columns: [...columns] })
    for (const index of found.filter(({ columns }) => !isBare(columns))) await dropIndex(db, index)
  } finally {
    await db.destroy()
  }
}

/** Runs the work while the bare handler's products have the portal's indexes as well. */
export async function withOurIndexes<Result>(
  databases: { ours: string; bare: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const [ours, bare] = [openDatabase(databases.ours), openDatabase(databases.bare)]
  const more = (await indexesOf(ours)).filter(({ columns }) => !isBare(columns))
  try {
    for (const index of more) await addIndex(bare, index)
    const result = await work()
    for (const index of more) await dropIndex(bare, index)
    return result
  } finally {
    await Promise.all([ours.destroy(), bare.destroy()])
  }
}

const isBare = (columns: readonly string[]) =>
  Object.values(BARE_INDEXES).some(bare => String(bare) === String(columns))

const addIndex = (db: Knex, { name, columns }: Index) => db.raw(`create index ${name} on products (${columns.join()})`)

const dropIndex = (db: Knex, { name }: Index) =>
  db.raw(isSqlite(db) ? `drop index ${name}` : `drop index ${name} on products`)

async function triggersOf(db: Knex): Promise<string[]> {
  const triggers = isSqlite(db)
    ? db('sqlite_master').where({ type: 'trigger', tbl_name: 'products' }).pluck('name')
    : db('information_schema.triggers')
        .whereRaw('event_object_schema = database()')
        .where('event_object_table', 'products')
        .pluck('trigger_name')
  return (await triggers).map(String)
}

/** The indexes of the products, without those of their keys and of references, which the constraints need. */
async function indexesOf(db: Knex): Promise<Index[]> {
  const columns: { name: string; column: string }[] = isSqlite(db)
    ? await db
        .select('list.name', 'info.name as column')
        .from(db.raw('sqlite_master as list, pragma_index_info(list.name) as info'))
        .where({ 'list.type': 'index', 'list.tbl_name': 'products' })
        .whereNotNull('list.sql')
        .orderBy(['list.name', 'info.seqno'])
    : await db('information_schema.statistics')
        .select({ name: 'index_name', column: 'column_name' })
        .whereRaw('table_schema = database()')
        .where({ table_name: 'products', non_unique: 1 })
        .whereNot('index_name', 'like', '%\\_fk')
        .orderBy(['index_name', 'seq_in_index'])
  return Object.entries(Object.groupBy(columns, ({ name }) => name)).map(([name, parts]) => ({
    name,
    columns: parts!.map(({ column }) => column),
  }))
}
