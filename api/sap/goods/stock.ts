import type { Knex } from 'knex'
import { type Product, products } from '../../../resources/masters/products.ts'
import { convertDown, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { type StockLevel, stockLevel } from '../../../resources/settings/stock-level.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { unknownUnit } from '../identity/units.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { keyParts, type StockItem, stockKey } from './stock-item.ts'
import { stockPages, stockThere, stockTitle } from './stock-pages.ts'

/** Reads the unrestricted stock of products at plants, by batch. What SAP no longer lists is used up: it becomes 0. */
export const stockPull: RowPull<StockItem> = {
  object: 'STOCK',
  title: stockTitle,
  tellsChanges: false,
  pages: stockPages,
  save: saveStock,
  remove: useUp,
  stillThere: stockThere,
}

async function saveStock(trx: Knex, items: readonly StockItem[], how: SaveHow): Promise<SavedRows> {
  const named = await rowsNamed(trx, items)
  const rows = items.flatMap((item): Upsert<typeof stockLevel>[] => {
    const product = named.products.get(item.product)
    const site = named.plants.get(item.plant)
    const wrong = unknownName(item, product, site)
    if (wrong) how.refuse(item.key, wrong)
    // What is no longer sold, or a site that is closed, needs no stock here.
    if (!product?.isActive || !site?.isActive) return []
    const qty = inBaseUnit(item, product)
    if (qty === null) {
      how.refuse(item.key, unknownUnit(product, item.unit) ?? wrongUnit(item, product))
      return []
    }
    if (qty < 0) how.refuse(item.key, belowNothing(item))
    return changed(item, Math.max(0, qty), named.stored.get(item.key), {
      product,
      site,
      at: how.run?.startedAt ?? now(),
    })
  })
  return upsertRows(trx, stockLevel, rows, how.refuse)
}

async function rowsNamed(trx: Knex, items: readonly Pick<StockItem, 'product' | 'plant'>[]) {
  const sold = await rowsOf(trx, products, rows => rows.whereIn('code', [...new Set(items.map(item => item.product))]))
  const sites = await rowsOf(trx, plant, rows => rows.whereIn('code', [...new Set(items.map(item => item.plant))]))
  const [codes, places] = [new Map(sold.map(row => [row.id, row.code])), new Map(sites.map(row => [row.id, row.code]))]
  const kept = await rowsOf(trx, stockLevel, rows =>
    rows
      .where('isActive', 1)
      .whereIn('productId', [...codes.keys()])
      .whereIn('plantId', [...places.keys()]),
  )
  return {
    products: new Map(sold.map(row => [row.code, row])),
    plants: new Map(sites.map(row => [row.code, row])),
    stored: new Map(
      kept.map(row => [stockKey(codes.get(row.productId)!, places.get(row.plantId)!, row.batchNo), row] as const),
    ),
  }
}

/** Why a row names nothing that the portal has; null where both are known. */
function unknownName(item: StockItem, product: Product | undefined, site: Plant | undefined): SapRowError | null {
  const about = `Stock of ${item.product} at ${item.plant}`
  if (!product) {
    const message = `${about}: the portal has no product ${item.product}. It is counted once that has been read from SAP`
    return new SapRowError('productId', message, 'UNKNOWN_REF', 'PRODUCT')
  }
  if (site) return null
  const message = `${about}: the portal has no plant ${item.plant}. It is counted once that has been read from SAP`
  return new SapRowError('plantId', message, 'UNKNOWN_REF', 'PLANT')
}

/** Thousandths of the product's base unit, rounded down; null where SAP's unit cannot be converted to it. */
function inBaseUnit({ qty, unit }: StockItem, product: Product): number | null {
  const ratio = unitsIn(product, unit, product.baseUom)
  return ratio && convertDown(qty, ratio)
}

const wrongUnit = ({ product, plant, unit }: StockItem, { baseUom }: Product) =>
  new SapRowError(
    'unrestrictedQty',
    `Stock of ${product} at ${plant} is in ${unit} in SAP, which cannot be converted to its base unit ${baseUom}: read the product from SAP again`,
    'UOM_MISMATCH',
  )

const belowNothing = ({ product, plant, batchNo, qty, unit }: StockItem) =>
  new SapRowError(
    'unrestrictedQty',
    `Stock of ${product} at ${plant}${batchNo === null ? '' : `, batch ${batchNo},`} is ${qty / 1000} ${unit} in SAP: it counts as 0 until it is corrected there`,
    'QTY_INVALID',
  )

/** The row as it is to be saved; none where nothing differs, or where nothing is there and never was. */
function changed(
  { key, batchNo, expiryDate }: StockItem,
  unrestrictedQty: number,
  before: StockLevel | undefined,
  { product, site, at }: { product: Product; site: Plant; at: string },
): Upsert<typeof stockLevel>[] {
  if (!before && unrestrictedQty === 0) return []
  const expires = expiryDate === undefined ? (before?.expiryDate ?? null) : expiryDate
  if (before && before.unrestrictedQty === unrestrictedQty && before.expiryDate === expires) return []
  const row = { plantId: site.id, productId: product.id, batchNo, unrestrictedQty, expiryDate: expires, asOn: at }
  return [{ key, row, before }]
}

/** What SAP no longer lists is kept as nothing: the batch stays known. */
async function useUp(trx: Knex, keys: readonly string[], how: SaveHow): Promise<number> {
  const { stored } = await rowsNamed(trx, keys.map(keyParts))
  const rows = keys.flatMap((key): Upsert<typeof stockLevel>[] => {
    const before = stored.get(key)
    if (!before || before.unrestrictedQty === 0) return []
    return [{ key, row: { unrestrictedQty: 0, asOn: how.run?.startedAt ?? now() }, before }]
  })
  return (await upsertRows(trx, stockLevel, rows, how.refuse)).updated
}
