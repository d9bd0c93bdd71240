import type { Knex } from 'knex'
import { type Product, products } from '../../../resources/masters/products.ts'
import { MOST_UNITS } from '../../../resources/orders/quote/unit-price.ts'
import { unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { Channel } from '../../../resources/settings/channel.ts'
import { type ProductPrice, productPrice } from '../../../resources/settings/product-price.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { unknownUnit } from '../identity/units.ts'
import { SapRowError } from '../reading/pull.ts'
import type { RowPull, SavedRows, SaveHow } from '../reading/row-pull.ts'
import { type Upsert, upsertRows } from '../reading/upsert-rows.ts'
import { sapAuthor } from '../sap-author.ts'
import type { PriceItem, PricePeriod } from './price-item.ts'
import { pricePages, pricesThere } from './price-pages.ts'
import { type DatedPrice, type RecordPeriods, reorganised } from './price-timeline.ts'

/** Reads the list prices of products in channels. Where SAP changes or deletes one, earlier days keep theirs. */
export const pricePull: RowPull<PriceItem> = {
  object: 'PRICE',
  title: 'Price',
  tellsChanges: false,
  pages: pricePages,
  save: savePrices,
  ends: ({ periods }) => periods.length === 0,
  remove: (trx, keys, how) => endPrices(trx, keys, how),
  stillThere: pricesThere,
}

async function endPrices(trx: Knex, keys: readonly string[], how: SaveHow): Promise<number> {
  const gone = keys.map((key): PriceItem => ({ key, table: '', price: 0, per: 1, unit: '', inBase: null, periods: [] }))
  return (await savePrices(trx, gone, how)).updated
}

async function savePrices(trx: Knex, items: readonly PriceItem[], how: SaveHow): Promise<SavedRows> {
  const named = await rowsNamed(trx, items)
  const recordsByPrice: RecordsByPrice = new Map()
  const taken = items.filter(item => {
    const wrong = notePeriods(recordsByPrice, item, named)
    if (wrong) how.refuse(item.key, wrong)
    return !wrong
  })
  const stored = await storedPrices(trx, taken, named, recordsByPrice)
  const upserts: Upsert<typeof productPrice>[] = []
  const ended: ProductPrice[] = []
  for (const [key, records] of recordsByPrice) {
    const rows = stored.get(key) ?? []
    const given = [...records].map(([record, periods]): RecordPeriods => ({ record, periods }))
    const after = reorganised(rows.map(datedOf), given, { today: today(), tables: how.fields.listPriceTables })
    upserts.push(...upsertsOf(key, given[0]!.record, rows, after))
    const starts = new Set(after.map(({ validFrom }) => validFrom))
    ended.push(...rows.filter(({ validFrom }) => !starts.has(validFrom)))
  }
  // First, since a price that another takes the days of may no longer count when those are checked.
  await updateRows(trx, productPrice, ended, { isActive: false }, sapAuthor)
  const { created, updated } = await upsertRows(trx, productPrice, upserts, (key, { column, code, message }) => {
    // Half of a change must not stay: the transaction is rolled back, and the records are saved one by one.
    throw new SapRowError(column, `Price ${key}: ${message}`, code)
  })
  return { created, updated: updated + ended.length }
}

/** The periods of each record, by product and channel. */
type RecordsByPrice = Map<string, Map<string, DatedPrice[]>>

interface Named {
  products: ReadonlyMap<string, Product>
  channels: ReadonlyMap<string, Pick<Channel, 'id'>>
}

async function rowsNamed(trx: Knex, items: readonly PriceItem[]): Promise<Named> {
  const codes = new Set(items.flatMap(({ periods }) => periods.map(({ product }) => product)))
  const sold = codes.size > 0 ? await rowsOf(trx, products, rows => rows.whereIn('code', [...codes])) : []
  const channels: { id: number; code: string }[] = await trx('channel').where('isActive', 1).select('id', 'code')
  return {
    products: new Map(sold.map(row => [row.code, row])),
    channels: new Map(channels.map(row => [row.code, row])),
  }
}

const keyOf = (productId: number, channelId: number) => `${productId}/${channelId}`

/** Notes the periods of a record; nothing of it where one cannot be used, which is why it answers that. */
function notePeriods(recordsByPrice: RecordsByPrice, item: PriceItem, named: Named): SapRowError | null {
  const noted: { key: string; dated: DatedPrice }[] = []
  for (const period of item.periods) {
    const product = named.products.get(period.product)
    const wrong = whyUnusable(item, period, product)
    if (wrong) return wrong
    const price = priceInUnitOf(product!, item)
    if (!price) return unknownUnit(product!, item.unit) ?? wrongUnit(item, product!)
    const key = keyOf(product!.id, named.channels.get(period.channel)!.id)
    const { from: validFrom, to: validTo } = period
    noted.push({ key, dated: { ...price, validFrom, validTo, record: item.key, table: item.table } })
  }
  for (const { key, dated } of noted) {
    const records = recordsByPrice.get(key) ?? new Map<string, DatedPrice[]>()
    recordsByPrice.set(key, records.set(item.key, [...(records.get(item.key) ?? []), dated]))
  }
  return null
}

function whyUnusable(
  item: PriceItem,
  { product: code }: PricePeriod,
  product: Product | undefined,
): SapRowError | null {
  const about = `Price ${item.key} of ${code}`
  if (!product) {
    const message = `${about}: the portal has no product ${code}. The price is taken once that has been read from SAP`
    return new SapRowError('productId', message, 'UNKNOWN_REF', 'PRODUCT')
  }
  if (!product.isActive) {
    const message = `${about}: the product is deactivated here. Activate it, or delete the price in SAP`
    return new SapRowError('productId', message, 'INACTIVE_REF')
  }
  if (item.price > 0) return null
  return new SapRowError('listPrice', `${about}: its rate is not above 0. Correct it, or delete it in SAP`, 'RANGE')
}

const wrongUnit = ({ key, unit }: PriceItem, { code, uom, baseUom }: Product) =>
  new SapRowError(
    'uom',
    `Price ${key} of ${code} is for ${unit}, which cannot be converted to ${uom === baseUom ? uom : `${uom} or ${baseUom}`}: correct its unit, or the units of the product, in SAP`,
    'UOM_MISMATCH',
  )

/**
 * The prices that count, or did, of all products and channels of `wanted`, in the order of their days. A record that no
 * longer has a product or channel is added to it there, without a period.
 */
async function storedPrices(
  trx: Knex,
  items: readonly PriceItem[],
  { products: named }: Named,
  recordsByPrice: RecordsByPrice,
) {
  const read = items.map(({ key }) => key)
  const ids = [...named.values()].map(({ id }) => id)
  const counting = (rows: Knex.QueryBuilder) => rows.where('isActive', 1)
  const ofProducts = await rowsOf(trx, productPrice, rows => counting(rows).whereIn('productId', ids))
  const ofRecords = await rowsOf(trx, productPrice, rows => counting(rows).whereIn('conditionRecord', read))
  const rows = new Map([...ofProducts, ...ofRecords].map(row => [row.id, row]))
  const records = new Set(read)
  const stored = new Map<string, ProductPrice[]>()
  for (const row of [...rows.values()].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))) {
    const key = keyOf(row.productId, row.channelId)
    stored.set(key, [...(stored.get(key) ?? []), row])
    const { conditionRecord } = row
    if (conditionRecord === null || !records.has(conditionRecord)) continue
    const all = recordsByPrice.get(key) ?? new Map<string, DatedPrice[]>()
    if (!all.has(conditionRecord)) recordsByPrice.set(key, all.set(conditionRecord, []))
  }
  return stored
}

const datedOf = (row: ProductPrice): DatedPrice => ({
  validFrom: row.validFrom,
  validTo: row.validTo,
  price: row.listPrice,
  per: row.priceUnit,
  unit: row.uom,
  record: row.conditionRecord,
  table: row.conditionTable,
})

/** The new prices, and the stored ones as they are to be; a price keeps its first day, by which both are matched. */
function upsertsOf(key: string, record: string, stored: readonly ProductPrice[], after: readonly DatedPrice[]) {
  const [productId, channelId] = key.split('/').map(Number) as [number, number]
  const before = new Map(stored.map(row => [row.validFrom, row]))
  return after.map(
    (row): Upsert<typeof productPrice> => ({
      key: row.record ?? record,
      row: {
        ...{ productId, channelId, validFrom: row.validFrom, validTo: row.validTo },
        ...{ listPrice: row.price, priceUnit: row.per, uom: row.unit },
        ...{ conditionRecord: row.record, conditionTable: row.table },
      },
      before: before.get(row.validFrom),
    }),
  )
}

/** A price of so many of a unit. */
type PriceOfUnits = Pick<PriceItem, 'price' | 'per' | 'unit'>

/**
 * SAP's price in a unit that converts to the product's sales unit: its own, or by its conversion the product's base unit.
 * Null where it cannot be converted.
 */
function priceInUnitOf(product: Product, { price, per, unit, inBase }: PriceItem): PriceOfUnits | null {
  if (unitsIn(product, product.uom, unit)) return { price, per, unit }
  if (inBase === null || inBase.unit !== product.baseUom) return null
  const shared = gcd(price * inBase.den, per * inBase.num)
  const priceOfBase = { price: (price * inBase.den) / shared, per: (per * inBase.num) / shared, unit: inBase.unit }
  // Rather 12.00 for 12 than 1.00 for one, as SAP writes it.
  const base = per * inBase.num
  if (base % inBase.den === 0 && base / inBase.den <= MOST_UNITS)
    return { ...priceOfBase, price, per: base / inBase.den }
  return priceOfBase.per <= MOST_UNITS ? priceOfBase : null
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
