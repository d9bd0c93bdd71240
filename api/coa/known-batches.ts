import type { Knex } from 'knex'

interface ProductBatch {
  productId: number
  batchNo: string
}

/** Batches of products, as stock and invoices name them. */
const inBooks = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  ['stock_level', 'invoice_line'].map(table =>
    narrow(db(table).whereNotNull('batchNo')).select('productId', 'batchNo', 'expiryDate'),
  )

/** The day on which a batch expires by stock or invoices, null where neither says; undefined for a batch of neither. */
export async function bookedBatch(db: Knex, { productId, batchNo }: ProductBatch): Promise<string | null | undefined> {
  const expiries: { expiryDate: string | null }[] = (
    await Promise.all(inBooks(db, rows => rows.where({ productId, batchNo }).limit(20)))
  ).flat()
  return expiries.length === 0
    ? undefined
    : (expiries.find(({ expiryDate }) => expiryDate !== null)?.expiryDate ?? null)
}

/** The most words of a document that are looked up as batches. */
const MOST_LOOKED_UP = 400

/**
 * The batch that a file is most likely of: one that stock or invoices know, by its name first, by a batch and then a
 * product that the document names. Undefined where nothing speaks for one.
 */
export async function guessBatch(
  db: Knex,
  named: { productCode: string; batchNo: string } | undefined,
  words: readonly string[],
): Promise<ProductBatch | undefined> {
  const inText = words.filter(word => word.length >= 3 && word.length <= 10 && /\d/.test(word)).slice(0, MOST_LOOKED_UP)
  const batches = [...new Set([...(named ? [named.batchNo] : []), ...inText])]
  if (batches.length === 0) return undefined
  const rows: ProductBatch[] = (
    await Promise.all(inBooks(db, all => all.whereIn('batchNo', batches).limit(200)))
  ).flat()
  if (rows.length === 0) return undefined
  const products: { id: number; code: string }[] = await db('products')
    .whereIn('id', [...new Set(rows.map(({ productId }) => productId))])
    .select('id', 'code')
  const codes = new Map(products.map(({ id, code }) => [id, code.toUpperCase()]))
  const wordsOfFile = new Set(words)
  const score = ({ productId, batchNo }: ProductBatch) => {
    const code = codes.get(productId) ?? ''
    return (
      (batchNo === named?.batchNo ? 4 : 0) +
      (wordsOfFile.has(batchNo) ? 2 : 0) +
      (code === named?.productCode ? 3 : 0) +
      (wordsOfFile.has(code) ? 2 : 0)
    )
  }
  const best = rows.toSorted((a, b) => score(b) - score(a) || a.productId - b.productId)[0]!
  return { productId: best.productId, batchNo: best.batchNo }
}
