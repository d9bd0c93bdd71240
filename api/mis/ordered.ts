import type { Knex } from 'knex'

/**
 * What counts as ordered: orders that somebody submitted, but those that are rejected, deleted or lapsed. A
 * cancelled order or line stays in it.
 */
export const orderedOnly = (rows: Knex.QueryBuilder) =>
  rows.whereNotIn('order.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD'])

/** Lines that count as ordered; at prices of an order, which its own totals lose with a cancelled line. */
export const GONE = ['REJECTED', 'DELETED']

/** Who keeps the account of the customer in the department of the order today. */
export const accountOwner = (db: Knex) =>
  db.raw('(?) as ??', [
    db('customer_department_map as account')
      .whereRaw('?? = ??', ['account.customerId', 'order.customerId'])
      .whereRaw('?? = ??', ['account.departmentId', 'order.departmentId'])
      .where('account.isActive', 1)
      .select(db.raw('min(account.salesEmployeeId)')),
    'employeeId',
  ])
