import type { Knex } from 'knex'
import type { ComputedColumn, SqlExpression } from '../derive/extend.ts'
import { isSqlite } from '../platform/database.ts'

const whole = (db: Knex, sql: string) => `cast(round(${sql}) as ${isSqlite(db) ? 'integer' : 'signed'})`

type Of = Parameters<ComputedColumn>[1]

/**
 * The list price of a sales unit of the row's product on a day, in paise; `narrow` filters by channel. A price is for the
 * sales unit or the base unit; for another unit it counts as none.
 */
function listPriceOf(db: Knex, of: Of, day: string, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) {
  const rows = db('product_price as listed')
    .join('products as sold', 'sold.id', 'listed.productId')
    .where({ 'listed.isActive': 1, 'listed.productId': of('productId') })
    .where('listed.validFrom', '<=', day)
    .where('listed.validTo', '>=', day)
  const factor = 'case when ?? = ?? then 1.0 when ?? = ?? then ?? / 100000.0 end'
  return narrow(rows).select(
    db.raw(`min(${whole(db, `?? * ${factor} / ??`)})`, [
      ...['listed.listPrice', 'listed.uom', 'sold.uom', 'listed.uom', 'sold.baseUom', 'sold.uomFactor'],
      'listed.priceUnit',
    ]),
  )
}

/** The difference of two amounts, in hundredths of a percent of the base. */
const apart = (db: Knex, from: SqlExpression, to: SqlExpression, base: SqlExpression) =>
  db.raw(whole(db, '((?) - (?)) * 10000.0 / (?)'), [from, to, base])

/** The list price of the channel in which the row's customer buys. */
export const listPriceOfCustomer: ComputedColumn = (db, of, day) =>
  listPriceOf(db, of, day, rows =>
    rows.join('customer as buyer', 'buyer.channelId', 'listed.channelId').where('buyer.id', of('customerId')),
  )

/** How far an agreed price is above the list price; negative below it. */
export const aboveList: ComputedColumn = (db, of, day) =>
  apart(db, db.raw('?', [of('netPrice')]), listPriceOfCustomer(db, of, day), listPriceOfCustomer(db, of, day))

/** The list price of the row's channel, or the lowest of all where it counts for every channel. */
export const listPriceOfChannel: ComputedColumn = (db, of, day) =>
  listPriceOf(db, of, day, rows =>
    rows.where(any => any.where('listed.channelId', of('channelId')).orWhereRaw('? is null', [of('channelId')])),
  )

/** How far a limit price is below the list price. */
export const belowList: ComputedColumn = (db, of, day) =>
  apart(db, listPriceOfChannel(db, of, day), db.raw('?', [of('limitPrice')]), listPriceOfChannel(db, of, day))
