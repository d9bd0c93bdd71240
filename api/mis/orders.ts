import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import type { Reader } from '../derive/list/column-sql.ts'
import { daysFrom } from './moments.ts'
import { accountOwner, DISCOUNT_VALUE, LIST_VALUE, ofLines, orderedOnly } from './ordered.ts'

/** One row for each order that counts as ordered. */
export const ordersReportQuery: ReportQuery = (db, reader) => orderedOnly(ordersWithValues(db, reader))

/** Orders with the columns that their reports have in common, and the values of their lines. */
export const ordersWithValues = (db: Knex, { day }: Pick<Reader, 'day'>) =>
  db('order').select(
    'order.id',
    'order.id as orderId',
    ...COLUMNS,
    accountOwner(db),
    ofLines(db, '1', 'lineCount'),
    ofLines(db, LIST_VALUE, 'listValue'),
    ofLines(db, DISCOUNT_VALUE, 'discountValue'),
    ofLines(db, 'order_line.freightValue', 'freightValue'),
    ofLines(db, 'order_line.cgst + order_line.sgst + order_line.igst', 'taxValue'),
    ofLines(db, 'order_line.grossValue', 'grossValue'),
    db.raw(`${daysFrom(db, 'orderDate', `'${day}'`)} as ??`, ['ageDays']),
  )

const COLUMNS = [
  'orderNo',
  'orderDate',
  'customerId',
  'soldToId',
  'shipToId',
  'sbuId',
  'channelId',
  'placedById',
  'orderTypeId',
  'status',
  'pendingStep',
  'customerPoNo',
  'sapOrderNo',
].map(name => `order.${name}`)
