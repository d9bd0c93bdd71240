import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { whereValidOn } from '../../derive/rows-of.ts'
import { type PricedFor, pricesOfCustomer } from '../../orders/quote/prices-of-customer.ts'
import type { PriceListOf } from './price-list-customer.ts'

/** So long a product counts as new. */
const NEW_DAYS = 90

/**
 * One row for each list price and period; discount and limit as they count on the day that is asked for. For a chosen
 * customer the list prices of the day in the channels they buy in, and a row for each product without one.
 */
export const priceListQuery: ReportQuery = (db, reader) => {
  const { day, person, chosen = {}, prepared } = reader
  const of = prepared as PriceListOf | undefined
  const listed = withSharedId(db('product_price'), db, reader, { column: 'product_price.id', kinds: 2, place: 0 })
    .join('products', 'products.id', 'product_price.productId')
    .where('product_price.isActive', 1)
    .where('products.isActive', 1)
    .select(
      ...['channelId', 'productId', 'uom', 'priceUnit', 'listPrice', 'validFrom', 'validTo'].map(
        name => `product_price.${name}`,
      ),
      db.raw('(?) as ??', [standingDiscount(db, day, of?.customerId ?? person?.customerId ?? 0), 'discountPct']),
      db.raw('(?) as ??', [limitOf(db, day), 'limitPrice']),
    )
  if (of) whereValidOn(listed, day, 'product_price').where(any => inChannels(any, of))
  const parts = of ? [listed, ...unlisted(db, reader, of)] : [listed]
  return parts.map(part =>
    db
      .from(
        part
          .select(['sbuId', 'packSize', 'hsnCode', 'gstRate', 'isOrderable'].map(name => `products.${name}`))
          .select('products.code as productCode', 'products.name as productName')
          .select(
            db.raw(
              `case when exists ? then 'NOT_AVAILABLE' when products.launchDate between ? and ? then 'NEW' end as remark`,
              [notAvailable(db, day), addDays(day, -NEW_DAYS), day],
            ),
          )
          .as('price'),
      )
      .select('price.*')
      .select(db.raw('round(listPrice * (10000 - coalesce(discountPct, 0)) / 10000.0) as ??', ['netPrice']))
      .select(
        ['customerId', 'shipToId'].map(name =>
          db.raw('? as ??', [(chosen[name] as number | undefined) ?? db.raw('nullif(0, 0)'), name]),
        ),
      )
      .select(workedOutLater.map(name => db.raw('null as ??', [name]))),
  )
}

const workedOutLater = ['priceSource', 'customerPrice', 'customerDiscountPct', 'customerNetPrice', 'customerPriceFor']

const inChannels = (rows: Knex.QueryBuilder, { sbus }: PriceListOf) => {
  rows.whereRaw('1 = 0')
  for (const { sbuId, channelIds } of sbus)
    rows.orWhere(one => one.where('products.sbuId', sbuId).whereIn('product_price.channelId', channelIds))
}

/** The products of each SBU that have no list price on the day in the channel that the customer buys in. */
const unlisted = (db: Knex, reader: Reader, { sbus, day }: PriceListOf) =>
  sbus.map(({ sbuId, channelIds }) =>
    withSharedId(db('products'), db, reader, { column: 'products.id', kinds: 2, place: 1 })
      .where({ 'products.isActive': 1, 'products.sbuId': sbuId })
      .whereNull('products.toComplete')
      .whereNotExists(
        whereValidOn(db('product_price').whereRaw('product_price.productId = products.id'), day)
          .whereIn('product_price.channelId', channelIds)
          .select(db.raw('1')),
      )
      .select(db.raw('? as ??', [channelIds[0]!, 'channelId']))
      .select('products.id as productId', 'products.uom', db.raw('1 as ??', ['priceUnit']))
      .select(db.raw('nullif(0, 0) as ??', ['listPrice']))
      .select(['validFrom', 'validTo'].map(name => db.raw('? as ??', [day, name])))
      .select(['discountPct', 'limitPrice'].map(name => db.raw('nullif(0, 0) as ??', [name]))),
  )

/** What orders of the chosen customer are priced at on the day, on the rows of the channel in which the product is bought. */
export async function customerPrices(db: Knex, ids: readonly number[], { prepared }: Reader) {
  const of = prepared as PriceListOf | undefined
  if (!of) return new Map()
  const rows = await productsOf(db, ids)
  const prices = await pricesOfCustomer(db, of as PricedFor, [...new Set(rows.map(({ productId }) => productId))])
  return new Map(
    rows.flatMap(({ id, productId, channelId }) => {
      const price = prices.get(productId)
      if (!price?.priceSource || (channelId !== null && channelId !== price.channelId)) return []
      const { priceSource, listPrice, netPrice, defaultDiscountPct, priceUnit, uom } = price
      return [
        [
          id,
          {
            priceSource,
            customerPrice: priceSource === 'LIST' ? listPrice : netPrice,
            customerDiscountPct: defaultDiscountPct,
            customerNetPrice: netPrice,
            customerPriceFor: `${showNumber(priceUnit)} ${uom}`,
          },
        ] as const,
      ]
    }),
  )
}

/** The product of each row, and the channel of its list price if it has one. */
async function productsOf(db: Knex, ids: readonly number[]) {
  const listed: { id: number; productId: number; channelId: number }[] = await db('product_price')
    .whereIn(
      'id',
      ids.filter(id => id % 2 === 0).map(id => id / 2),
    )
    .select('id', 'productId', 'channelId')
  return [
    ...listed.map(row => ({ ...row, id: row.id * 2, channelId: row.channelId as number | null })),
    ...ids.filter(id => id % 2 === 1).map(id => ({ id, productId: (id - 1) / 2, channelId: null })),
  ]
}

/** As D1 of pricing, from the first piece on: the product before its pricing group, the segment before every segment. */
const standingDiscount = (db: Knex, day: string, customerId: number) =>
  whereValidOn(db('product_discount as discount'), day, 'discount')
    .where('discount.minQty', 0)
    .whereRaw('(discount.productId = products.id or discount.materialPricingGroupId = products.materialPricingGroupId)')
    .where(any =>
      any
        .whereNull('discount.customerSegmentId')
        .orWhereIn(
          'discount.customerSegmentId',
          whereValidOn(db('customer_segment_map as mapped'), day, 'mapped')
            .where('mapped.customerId', customerId)
            .whereRaw('mapped.sbuId = products.sbuId')
            .select('mapped.customerSegmentId'),
        ),
    )
    .orderByRaw('case when discount.productId is null then 1 else 0 end')
    .orderByRaw('case when discount.customerSegmentId is null then 1 else 0 end')
    .orderByRaw('discount.validFrom desc, discount.id desc')
    .limit(1)
    .select('discount.discountPct')

/** The limit that somebody confirmed, of the channel before that of every channel. */
const limitOf = (db: Knex, day: string) =>
  whereValidOn(db('productwise_limit_price as floor_price'), day, 'floor_price')
    .whereRaw('floor_price.productId = products.id')
    .whereRaw('(floor_price.channelId = product_price.channelId or floor_price.channelId is null)')
    .whereNot('floor_price.confirmStatus', 'PENDING')
    .orderByRaw('case when floor_price.channelId is null then 1 else 0 end')
    .orderByRaw('floor_price.validFrom desc, floor_price.id desc')
    .limit(1)
    // A limit is for one unit, a price for so many.
    .select(db.raw('floor_price.limitPrice * product_price.priceUnit'))

/** At no plant, for a long time. */
const notAvailable = (db: Knex, day: string) =>
  whereValidOn(db('perennial_non_available_items as missing'), day, 'missing')
    .whereRaw('missing.productId = products.id')
    .whereNull('missing.plantId')
    .where('missing.action', 'BLOCK')
    .select(db.raw('1'))
