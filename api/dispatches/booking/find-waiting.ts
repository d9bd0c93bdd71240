import type { Knex } from 'knex'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import { typedDay } from '../../../resources/dispatches/goods/typed-day.ts'
import { contains, escaped } from '../../derive/search/contains.ts'
import { today } from '../../platform/clock.ts'

/** Where the words of a search for waiting goods are looked up. */
interface Searched {
  /** Columns of the row itself. */
  own: readonly string[]
  /** SQL of its day. */
  day: Knex.Raw
  /** Narrows orders to those of its goods. */
  orders: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
}

const MOST_WORDS = 6

/**
 * Narrows waiting rows of `table` to those that a text finds: each of its words is in a number, the order, the customer,
 * the ship-to or its city, or is the day.
 */
function narrow(rows: Knex.QueryBuilder, db: Knex, table: 'invoice' | 'sap_delivery', q: string, searched: Searched) {
  for (const word of plainText(q).split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)) {
    const like = `%${escaped(word)}%`
    const has = (any: Knex.QueryBuilder, columns: readonly string[]) => {
      for (const column of columns) any.orWhere(one => contains(one, column, like))
    }
    const day = typedDay(word, today())
    rows.where(any => {
      has(any, searched.own)
      if (day) any.orWhereRaw('? = ?', [searched.day, day])
      any.orWhereExists(
        db('customer')
          .whereRaw('?? = ??', ['customer.id', `${table}.soldToId`])
          .where(one => has(one, ['customer.code', 'customer.name'])),
      )
      any.orWhereExists(
        db('ship_to')
          .leftJoin('state_city', 'state_city.id', 'ship_to.cityId')
          .whereRaw('?? = ??', ['ship_to.id', `${table}.shipToId`])
          .where(one => has(one, ['ship_to.code', 'ship_to.name', 'state_city.name'])),
      )
      any.orWhereExists(searched.orders(db('order')).where(one => has(one, ['order.orderNo', 'order.sapOrderNo'])))
    })
  }
  return rows
}

/** Narrows waiting invoices to those that a text finds. */
export const findInvoices = (rows: Knex.QueryBuilder, db: Knex, q: string): Knex.QueryBuilder =>
  narrow(rows, db, 'invoice', q, {
    own: ['invoice.invoiceNo', 'invoice.sapBillingDoc', 'invoice.sapOrderNo'],
    day: db.raw('??', ['invoice.invoiceDate']),
    orders: orders =>
      orders.where(any =>
        any
          .whereRaw('?? = ??', ['order.id', 'invoice.orderId'])
          .orWhereIn(
            'order.id',
            db('invoice_line')
              .join('order_line', 'order_line.id', 'invoice_line.orderLineId')
              .whereRaw('?? = ??', ['invoice_line.invoiceId', 'invoice.id'])
              .select('order_line.orderId'),
          ),
      ),
  })

/** Narrows waiting deliveries to those that a text finds. */
export const findDeliveries = (rows: Knex.QueryBuilder, db: Knex, q: string): Knex.QueryBuilder =>
  narrow(rows, db, 'sap_delivery', q, {
    own: ['sap_delivery.deliveryNo'],
    day: db.raw('coalesce(??, ??)', ['sap_delivery.issuedOn', 'sap_delivery.createdOn']),
    orders: orders =>
      orders.whereIn(
        'order.id',
        db('sap_delivery_line')
          .whereRaw('?? = ??', ['sap_delivery_line.deliveryId', 'sap_delivery.id'])
          .select('sap_delivery_line.orderId'),
      ),
  })
