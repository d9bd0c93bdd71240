import type { Knex } from 'knex'
import type { ReportQuery } from '../derive/extend.ts'
import { clusterOfCity } from '../masters/delivered-in-cluster.ts'
import { accountOwner, GONE, orderedOnly } from './ordered.ts'

/** Accounts as they are today, orders and sales; the three kinds share one row of ids. */
export const empSalesMappingQuery: ReportQuery = db =>
  db
    .from(db.unionAll([accounts(db), orders(db), sales(db)]).as('figure'))
    .leftJoin('customer', 'customer.id', 'figure.customerId')
    .select('figure.*', db.raw('null as ??', ['salesPerCustomer']))
    .select(db.raw('(?) as ??', [clusterOfCity(db, db.ref('customer.cityId'), db.ref('figure.sbuId')), 'clusterCode']))

const none = (db: Knex, ...names: string[]) => names.map(name => db.raw('0 as ??', [name]))
const unknown = (db: Knex, ...names: string[]) => names.map(name => db.raw('null as ??', [name]))

const accounts = (db: Knex) =>
  db('customer_department_map as account')
    .join('department', 'department.id', 'account.departmentId')
    .where('account.isActive', 1)
    .select(
      db.raw('account.id * 3 as id'),
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

const orders = (db: Knex) =>
  orderedOnly(db('order')).select(
    db.raw('??.id * 3 + 1 as id', ['order']),
    db.raw("'ORDER' as kind"),
    accountOwner(db),
    ...['sbuId', 'departmentId', 'salesGroupId', 'customerId'].map(name => `order.${name}`),
    'order.orderDate as day',
    ...none(db, 'isAccount', 'accounts'),
    db.raw('1 as ??', ['orders']),
    db.raw('(?) as ??', [
      db('order_line')
        .whereRaw('?? = ??', ['order_line.orderId', 'order.id'])
        .whereNotIn('order_line.lineStatus', GONE)
        .select(db.raw('coalesce(sum(order_line.netValue), 0)')),
      'orderValue',
    ]),
    ...none(db, 'netSales'),
  )

const sales = (db: Knex) =>
  db('sale_fact').select(
    db.raw('sale_fact.id * 3 + 2 as id'),
    db.raw("'SALE' as kind"),
    'salesEmployeeId as employeeId',
    'sbuId',
    ...unknown(db, 'departmentId', 'salesGroupId'),
    db.raw('coalesce(endCustomerId, soldToId) as ??', ['customerId']),
    'day',
    ...none(db, 'isAccount', 'accounts', 'orders', 'orderValue'),
    'value as netSales',
  )
