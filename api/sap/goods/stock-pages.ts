import { plainBatch } from '../../../resources/batch-no.ts'
import type { SapAdapter } from '../adapter.ts'
import { keyNumber } from '../http/entity-pages.ts'
import type { SapFields } from '../http/fields.ts'
import { dayOfSap, type SapRow } from '../http/odata.ts'
import { isNotServed, SapError } from '../http/sap-error.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptMaterial } from '../identity/key-forms.ts'
import { allOf } from '../identity/whose.ts'
import { pagesByKeys } from '../reading/by-keys.ts'
import { unreadableRow } from '../reading/item-pages.ts'
import { onlyOurs, ourPages } from '../reading/our-pages.ts'
import type { ItemPage, ReadHow, RowPull } from '../reading/row-pull.ts'
import type { FailedDocument } from '../reading/sync-run.ts'
import { materialFilter } from './product-pages.ts'
import { isCounted, keyOf, keyParts, type StockItem, stockRow } from './stock-item.ts'

/** SAP's batches; where a batch is one at every plant, SAP leaves its plant empty. */
const batches = entitySet('API_BATCH_SRV/Batch', {
  select: ['Material', 'BatchIdentifyingPlant', 'Batch', 'ShelfLifeExpirationDate'],
})

const DAY_MS = 24 * 60 * 60_000

/** Its key is as long as all that SAP may keep stock by; the first three are what the portal keeps it by. */
export const stockSet = entitySet('API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod')

/** Unrestricted stock of our own: not that of a project, a sales order or a customer. */
const UNRESTRICTED = "InventoryStockType eq '01' and InventorySpecialStockType eq ''"

export const stockTitle = 'Stock'

/**
 * Reads stock and sums it over storage locations. SAP gives the rows by product, so that those of one are held at a time,
 * with each row counted once, however often a page that moved meanwhile brings it.
 */
export async function* stockPages(sap: SapAdapter, { code, fields }: ReadHow): AsyncGenerator<ItemPage<StockItem>> {
  const expiry = await expiryDates(sap, code, fields)
  const excluded = new Set(fields.excludedStorageLocations)
  const ofOne = code === null ? null : materialFilter(code, fields.materialDigits)
  const filter = allOf(UNRESTRICTED, ofOne)
  const ended = new Set<number>()
  let held = { product: '', rows: new Map<string, SapRow>() }
  let failed: FailedDocument[] = typeof expiry === 'string' ? [withoutExpiry(expiry)] : []
  let last = { total: null as number | null, missing: null as number | null }
  const expiryOf = typeof expiry === 'string' ? null : expiry
  for await (const { rows, total, missing, others } of ourPages(sap, stockSet, fields, { filter, pageSize: 2_000 })) {
    last = { total, missing }
    const items: StockItem[] = []
    const unreadable = failed
    failed = []
    for (const row of rows) {
      const product = keptMaterial(row.Material)
      if (held.product !== product) {
        sumProduct(held.rows.values(), { excluded, expiryOf, items, unreadable })
        ended.add(keyNumber(held.product))
        held = { product, rows: new Map() }
      }
      if (ended.has(keyNumber(product))) unreadable.push(listedTwice(row))
      else held.rows.set(JSON.stringify(stockSet.key.map(name => row[name])), row)
    }
    yield { items, unreadable, skipped: others, others, total: null, missing: null, changedAt: null }
  }
  const items: StockItem[] = []
  sumProduct(held.rows.values(), { excluded, expiryOf, items, unreadable: failed })
  // What SAP counts are its own rows, of which several make one of ours: only a lost one is worth a number.
  yield { items, unreadable: failed, total: last.missing ? last.total : null, missing: last.missing, changedAt: null }
}

interface Summing {
  excluded: ReadonlySet<string>
  expiryOf: ExpiryOf | null
  items: StockItem[]
  unreadable: FailedDocument[]
}

/** Sums the rows of one product; where one row of a sum cannot be read, the sum is unknown. */
function sumProduct(rows: Iterable<SapRow>, { excluded, expiryOf, items, unreadable }: Summing) {
  const sums = new Map<string, StockItem>()
  const unknown = new Set<string>()
  for (const row of rows) {
    try {
      const read = stockRow(row)
      if (!isCounted(read, excluded)) continue
      const sum = sums.get(read.key)
      if (!sum) sums.set(read.key, itemOf(read, expiryOf))
      else if (sum.unit !== read.unit) throw new RangeError(`SAP gives it in ${sum.unit} and in ${read.unit}`)
      else sum.qty += read.qty
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      unknown.add(keyOf(row))
      unreadable.push(unreadableRow(stockTitle, keyOf(row), error))
    }
  }
  for (const [key, item] of sums) if (!unknown.has(key)) items.push(item)
}

function itemOf({ key, qty, unit }: ReturnType<typeof stockRow>, expiryOf: ExpiryOf | null): StockItem {
  const { product, plant, batchNo } = keyParts(key)
  const item: StockItem = { key, product, plant, batchNo, qty, unit }
  if (expiryOf) item.expiryDate = batchNo === null ? null : expiryOf(product, plant, batchNo)
  return item
}

const withoutExpiry = (reason: string): FailedDocument => ({
  number: 'API_BATCH_SRV',
  column: 'expiryDate',
  code: 'UNREADABLE',
  message: `When batches expire cannot be read, the days known stay as they are: ${reason}`,
})

const listedTwice = (row: SapRow): FailedDocument => ({
  number: keyOf(row),
  column: 'unrestrictedQty',
  code: 'DUPLICATE_KEY',
  message: `SAP lists ${keptMaterial(row.Material)} in two places of its stock: ${keyOf(row)} is not counted from the second. Read again`,
})

/** Finds the expiry date of a batch; null where it has none. */
type ExpiryOf = (product: string, plant: string, batchNo: string) => string | null

/**
 * Reads when batches expire, into some forty bytes a batch. Returns SAP's own sentence where it has no such service, or
 * lets the portal's user not read it; throws SapError where it cannot be reached.
 */
async function expiryDates(
  sap: SapAdapter,
  code: string | null,
  { materialDigits }: SapFields,
): Promise<ExpiryOf | string> {
  const days = new Map<number, number>()
  const filter = code === null ? undefined : materialFilter(code, materialDigits)
  try {
    for await (const { rows } of sap.pages(batches, { ...(filter && { filter }), pageSize: 5_000 }))
      for (const row of rows) {
        const day = dayOf(row)
        if (day !== null) days.set(placeOf(row.Material, row.BatchIdentifyingPlant, row.Batch), day)
      }
  } catch (error) {
    if (error instanceof SapError && isNotServed(error)) return error.message
    throw error
  }
  return (product, plant, batchNo) => {
    const day = days.get(placeOf(product, plant, batchNo)) ?? days.get(placeOf(product, '', batchNo))
    return day === undefined ? null : new Date(day * DAY_MS).toISOString().slice(0, 10)
  }
}

const placeOf = (product: unknown, plant: unknown, batchNo: unknown) =>
  keyNumber(
    `${keptMaterial(product)}/${plant ?? ''}/${plainBatch(batchNo === null || batchNo === undefined ? null : String(batchNo))}`,
  )

/** Days since 1970; null for a batch without a date, or with one that is none. */
function dayOf({ ShelfLifeExpirationDate }: SapRow): number | null {
  if (typeof ShelfLifeExpirationDate !== 'string') return null
  try {
    return Math.round(Date.parse(dayOfSap(ShelfLifeExpirationDate)) / DAY_MS)
  } catch {
    return null
  }
}

/** Those of these sums of which SAP still has a row that counts; a material is asked for once. */
export const stockThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const there = new Set<string>()
  const wanted = new Set(keys)
  const excluded = new Set(fields.excludedStorageLocations)
  const materials = keys.map(key => keyParts(key).product)
  const { materialDigits } = fields
  const pages = pagesByKeys(sap, stockSet, materials, { materialDigits, filter: UNRESTRICTED })
  for await (const { rows } of onlyOurs(stockSet, fields, pages))
    for (const row of rows) {
      const location = String(row.StorageLocation ?? '')
      if (wanted.has(keyOf(row)) && isCounted({ key: keyOf(row), location }, excluded)) there.add(keyOf(row))
    }
  return there
}
