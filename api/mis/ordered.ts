import type { Knex } from 'knex'

/**
 * What counts as ordered: orders that somebody submitted, but those that are rejected, deleted or lapsed. A
 * cancelled order or line stays in it.
 */
export const orderedOnly = (rows: Knex.QueryBuilder) =>
  rows.whereNotIn('order.status', ['DRAFT', 'REJECTED', 'DELETED', 'DEAD'])

/** The ids of cancelled invoices and notes: few, found by the index of the day of their cancellation. */
export const cancelledInvoices = (db: Knex) =>
  db('invoice').where('isCancelled', 1).where('cancelledOn', '>', '').select('id')

/** Who keeps the account of the customer in the department of the order today; of orders, or of facts that repeat both. */
export const accountOwner = (db: Knex, of = 'order') =>
  db.raw('(?) as ??', [
    db('customer_department_map as account')
      .whereRaw('?? = ??', ['account.customerId', `${of}.customerId`])
      .whereRaw('?? = ??', ['account.departmentId', `${of}.departmentId`])
      .where('account.isActive', 1)
      .select(db.raw('min(account.salesEmployeeId)')),
    'employeeId',
  ])

/** The columns of an order by which reports are filtered, grouped and limited to what somebody reads, and further ones of it. */
export const ofOrder = (db: Knex, ...more: string[]) => [
  'order.id as orderId',
  ...['customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', ...more].map(name => `order.${name}`),
  accountOwner(db),
]

/** A column of the row that a fact names: looked up, so that sums of facts do not read the rows. */
export const columnOfRow = (db: Knex, row: 'order' | 'order_line' | 'schedule_line', column: string, id: string) =>
  db.raw('(?) as ??', [
    db(row)
      .whereRaw('?? = ??', [`${row}.id`, id])
      .select(`${row}.${column}`),
    column,
  ])
