import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import type { ReportQuery } from '../derive/extend.ts'

/** So long a product counts as new. */
const NEW_DAYS = 90

/** One row for each list price and period; discount and limit as they count on the day that is asked for. */
export const priceListQuery: ReportQuery = (db, { day, person }) => {
  const prices = db('product_price')
    .join('products', 'products.id', 'product_price.productId')
    .where('product_price.isActive', 1)
    .where('products.isActive', 1)
    .select(
      ...['id', 'channelId', 'productId', 'uom', 'priceUnit', 'listPrice', 'validFrom', 'validTo'].map(
        name => `product_price.${name}`,
      ),
      ...['sbuId', 'packSize', 'hsnCode', 'gstRate', 'isOrderable'].map(name => `products.${name}`),
      'products.code as productCode',
      'products.name as productName',
      db.raw('(?) as ??', [standingDiscount(db, day, person?.customerId ?? 0), 'discountPct']),
      db.raw('(?) as ??', [limitOf(db, day), 'limitPrice']),
      db.raw(
        `case when exists ? then 'NOT_AVAILABLE' when products.launchDate between ? and ? then 'NEW' end as remark`,
        [notAvailable(db, day), addDays(day, -NEW_DAYS), day],
      ),
    )
  return db
    .from(prices.as('price'))
    .select('price.*')
    .select(db.raw('round(listPrice * (10000 - coalesce(discountPct, 0)) / 10000.0) as ??', ['netPrice']))
}

const validOn = (rows: Knex.QueryBuilder, table: string, day: string) =>
  rows
    .where({ [`${table}.isActive`]: 1 })
    .where(`${table}.validFrom`, '<=', day)
    .where(`${table}.validTo`, '>=', day)

/** As D1 of pricing, from the first piece on: the product before its pricing group, the segment before every segment. */
const standingDiscount = (db: Knex, day: string, customerId: number) =>
  validOn(db('product_discount as discount'), 'discount', day)
    .where('discount.minQty', 0)
    .whereRaw('(discount.productId = products.id or discount.materialPricingGroupId = products.materialPricingGroupId)')
    .where(any =>
      any
        .whereNull('discount.customerSegmentId')
        .orWhereIn(
          'discount.customerSegmentId',
          validOn(db('customer_segment_map as mapped'), 'mapped', day)
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
  validOn(db('productwise_limit_price as floor_price'), 'floor_price', day)
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
  validOn(db('perennial_non_available_items as missing'), 'missing', day)
    .whereRaw('missing.productId = products.id')
    .whereNull('missing.plantId')
    .where('missing.action', 'BLOCK')
    .select(db.raw('1'))
