import type { Knex } from 'knex'
import { clusterOfCity } from '../../access-control/delivered-in-cluster.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { accountOwner, orderedOnly } from '../orders/ordered.ts'
import { daysWithin } from '../within-period.ts'

/** Accounts as they are today, orders and sales; the three kinds share one range of ids. */
export const empSalesMappingQuery: ReportQuery = (db, reader) =>
  [accounts, orders, sales].map((rows, place) =>
    db
      .from(rows(db, reader, { kinds: 3, place }).as('figure'))
      .select('figure.*', db.raw('nullif(0, 0) as ??', ['salesPerCustomer']))
      .select(db.raw('(?) as ??', [clusterOfCity(db, cityOf(db), db.ref('figure.sbuId')), 'clusterCode'])),
  )

interface Place {
  kinds: number
  place: number
}

const none = (db: Knex, ...names: string[]) => names.map(name => db.raw('0 as ??', [name]))
const unknown = (db: Knex, ...names: string[]) => names.map(name => db.raw('nullif(0, 0) as ??', [name]))

const accounts = (db: Knex, reader: Reader, place: Place) =>
  withSharedId(db('customer_department_map as account'), db, reader, { column: 'account.id', ...place })
    .join('department', 'department.id', 'account.departmentId')
    .where('account.isActive', 1)
    .select(
      db.raw("'ACCOUNT' as kind"),
      'account.salesEmployeeId as employeeId',
      ...['department.sbuId', 'account.departmentId', 'account.salesGroupId', 'account.customerId'],
      ...unknown(db, 'day'),
      db.raw('1 as ??', ['isAccount']),
      db.raw('case when exists ? then 0 else 1 end as ??', [sameAccountBefore(db), 'accounts']),
      ...none(db, 'orders', 'orderValue', 'netSales'),
    )

/** The same employee may keep a customer in two departments of an SBU: it is one customer. */
const sameAccountBefore = (db: Knex) =>
  db('customer_department_map as former')
    .join('department as of', 'of.id', 'former.departmentId')
    .where('former.isActive', 1)
    .whereRaw('former.customerId = account.customerId and former.salesEmployeeId = account.salesEmployeeId')
    .whereRaw('?? = ?? and former.id < account.id', ['of.sbuId', 'department.sbuId'])
    .select(db.raw('1'))

const orders = (db: Knex, reader: Reader, place: Place) => {
  const ordered = withSharedId(orderedOnly(db('order')), db, reader, { column: 'order.id', ...place }).leftJoin(
    'order_sum',
    'order_sum.orderId',
    'order.id',
  )
  return daysWithin(ordered, reader, 'order.orderDate').select(
    db.raw("'ORDER' as kind"),
    accountOwner(db, reader),
    ...['sbuId', 'departmentId', 'salesGroupId', 'customerId'].map(name => `order.${name}`),
    'order.orderDate as day',
    ...none(db, 'isAccount', 'accounts'),
    db.raw('1 as ??', ['orders']),
    db.raw('coalesce(order_sum.netValue, 0) as ??', ['orderValue']),
    ...none(db, 'netSales'),
  )
}

const sales = (db: Knex, reader: Reader, place: Place) => {
  const sold = withSharedId(db('sale_fact'), db, reader, { column: 'sale_fact.id', ...place })
  return daysWithin(sold, reader, 'day').select(
    db.raw("'SALE' as kind"),
    'salesEmployeeId as employeeId',
    'sbuId',
    ...unknown(db, 'departmentId', 'salesGroupId'),
    db.raw('coalesce(endCustomerId, soldToId) as ??', ['customerId']),
    'day',
    ...none(db, 'isAccount', 'accounts', 'orders', 'orderValue'),
    'value as netSales',
  )
}

/** Looked up, so that sums do not read the customers. */
const cityOf = (db: Knex) =>
  db.raw('(?)', [db('customer').whereRaw('?? = ??', ['customer.id', 'figure.customerId']).select('customer.cityId')])
