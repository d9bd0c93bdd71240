import type { Knex } from 'knex'
import type { ComputedColumn, SqlExpression } from '../derive/extend.ts'
import { rounded } from '../platform/sql-words.ts'

type Of = Parameters<ComputedColumn>[1]

/**
 * The list price of a sales unit of the row's product on a day, in paise with fractions; `narrow` filters by channel. A
 * price is for the sales unit or the base unit; for another unit it counts as none.
 */
function listPriceOf(db: Knex, of: Of, day: string, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) {
  const rows = db('product_price as listed')
    .join('products as sold', 'sold.id', 'listed.productId')
    .where({ 'listed.isActive': 1, 'listed.productId': of('productId') })
    .where('listed.validFrom', '<=', day)
    .where('listed.validTo', '>=', day)
  const factor = 'case when ?? = ?? then 1e0 when ?? = ?? then 1e0 * ?? / ?? end'
  return narrow(rows).select(
    db.raw(`min(?? * ${factor} / ??)`, [
      ...['listed.listPrice', 'listed.uom', 'sold.uom', 'listed.uom', 'sold.baseUom'],
      ...['sold.uomNumerator', 'sold.uomDenominator', 'listed.priceUnit'],
    ]),
  )
}

/** The difference of two amounts, in hundredths of a percent of the base. */
const apart = (db: Knex, from: SqlExpression, to: SqlExpression, base: SqlExpression) =>
  db.raw(rounded(db, '((?) - (?)) * 10000.0 / (?)'), [from, to, base])

const ofCustomer = (db: Knex, of: Of, day: string) =>
  listPriceOf(db, of, day, rows =>
    rows.join('customer as buyer', 'buyer.channelId', 'listed.channelId').where('buyer.id', of('customerId')),
  )

const inPaise = (db: Knex, price: SqlExpression) => db.raw(rounded(db, '(?)'), [price])

/** The list price of the channel in which the row's customer buys. */
export const listPriceOfCustomer: ComputedColumn = (db, of, day) => inPaise(db, ofCustomer(db, of, day))

/** How far an agreed price is above the list price; negative below it. */
export const aboveList: ComputedColumn = (db, of, day) =>
  apart(db, db.raw('?', [of('netPrice')]), ofCustomer(db, of, day), ofCustomer(db, of, day))

const ofChannel = (db: Knex, of: Of, day: string) =>
  listPriceOf(db, of, day, rows =>
    rows.where(any => any.where('listed.channelId', of('channelId')).orWhereRaw('? is null', [of('channelId')])),
  )

/** The list price of the row's channel, or the lowest of all where it counts for every channel. */
export const listPriceOfChannel: ComputedColumn = (db, of, day) => inPaise(db, ofChannel(db, of, day))

/** How far a limit price is below the list price. */
export const belowList: ComputedColumn = (db, of, day) =>
  apart(db, ofChannel(db, of, day), db.raw('?', [of('limitPrice')]), ofChannel(db, of, day))
