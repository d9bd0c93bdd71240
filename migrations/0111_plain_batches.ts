import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** Batches that were written otherwise than they are kept from now on: trimmed and in upper case, with their zeros. */
const odd = (db: Knex, table: string): Promise<{ id: number; batchNo: string }[]> =>
  db(table)
    .whereNotNull('batchNo')
    .whereRaw(
      db.client.driverName === 'mysql2'
        ? 'cast(batchNo as binary) <> cast(upper(trim(batchNo)) as binary)'
        : 'batchNo <> upper(trim(batchNo)) collate binary',
    )
    .select()

const plain = (text: string) => text.trim().toUpperCase() || null

/** Each batch gets the one name by which uploads, searches and readings of SAP write it. */
export async function up(db: Knex) {
  for (const table of ['invoice_line', 'sap_delivery_line', 'complaint'])
    for (const { id, batchNo } of await odd(db, table))
      await db(table)
        .where({ id })
        .update({ batchNo: plain(batchNo) })
  for (const row of (await odd(db, 'stock_level')) as StockRow[]) await renameStock(db, row)
}

interface StockRow {
  id: number
  plantId: number
  productId: number
  batchNo: string
  isActive: number
}

/** Where the plain name is there already, that row is the stock, and this one ends. */
async function renameStock(db: Knex, { id, plantId, productId, batchNo, isActive }: StockRow) {
  const plainNo = plain(batchNo)
  const natural = `${plantId}|${productId}|${(plainNo ?? '').toLowerCase().replaceAll('|', '||')}`
  const isThere = await db('stock_level').where('naturalKey', natural).whereNot('id', id).first('id')
  const change =
    isThere || !isActive
      ? { naturalKey: `${natural}~${id}`, isActive: 0, ...(isActive && { unrestrictedQty: 0 }) }
      : { naturalKey: natural }
  await db('stock_level')
    .where({ id })
    .update({ batchNo: plainNo, ...change })
}
