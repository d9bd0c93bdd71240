import type { Knex } from 'knex'
import { orderStampColumns } from '../../resources/mis/order-facts.ts'
import type { ReportQuery } from '../derive/extend.ts'
import type { Reader } from '../derive/list/column-sql.ts'
import { daysFrom } from './moments.ts'
import { accountOwner, orderedOnly } from './ordered.ts'

/** One row for each order that counts as ordered. */
export const ordersReportQuery: ReportQuery = (db, reader) => orderedOnly(ordersWithValues(db, reader))

/** Orders with the columns that their reports have in common, and the values of their lines. */
export const ordersWithValues = (db: Knex, { day }: Pick<Reader, 'day'>) =>
  db('order')
    .leftJoin('order_sum', 'order_sum.orderId', 'order.id')
    .select(
      'order.id',
      'order.id as orderId',
      ...COLUMNS,
      ...orderStampColumns.map(name => `order.${name}`),
      accountOwner(db),
      ...['lineCount', 'listValue', 'discountValue', 'freightValue', 'taxValue', 'grossValue'].map(name =>
        db.raw('coalesce(??, 0) as ??', [`order_sum.${name}`, name]),
      ),
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
