import type { Knex } from 'knex'
import type { Reader } from '../../derive/list/reader.ts'

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
export const accountOwner = (db: Knex, reader: Reader, of = 'order') =>
  lookedUp(db, reader, 'employeeId', () =>
    db('customer_department_map as account')
      .whereRaw('?? = ??', ['account.customerId', `${of}.customerId`])
      .whereRaw('?? = ??', ['account.departmentId', `${of}.departmentId`])
      .where('account.isActive', 1)
      .select(db.raw('min(account.salesEmployeeId)')),
  )

/** The columns of an order by which reports are filtered, grouped and limited to what somebody reads, and further ones of it. */
export const ofOrder = (db: Knex, reader: Reader, ...more: string[]) => [
  'order.id as orderId',
  ...['customerId', 'soldToId', 'sbuId', 'channelId', 'placedById', ...more].map(name => `order.${name}`),
  accountOwner(db, reader),
]

/** A column of the row that a fact names: looked up, so that sums of facts do not read the rows. */
export const columnOfRow = (
  db: Knex,
  reader: Reader,
  row: 'order' | 'order_line' | 'schedule_line',
  column: string,
  id: string,
) =>
  lookedUp(db, reader, column, () =>
    db(row)
      .whereRaw('?? = ??', [`${row}.id`, id])
      .select(`${row}.${column}`),
  )

/** A column from another table, empty where nobody needs it: MariaDB would read the whole rows for it, not an index. */
const lookedUp = (db: Knex, reader: Reader, name: string, rows: () => Knex.QueryBuilder) =>
  db.raw('? as ??', [isNeeded(reader, name) ? db.raw('(?)', [rows()]) : db.raw('nullif(0, 0)'), name])

/** Whether one of these columns of a report is needed. */
export const isNeeded = ({ columns }: Reader, ...names: string[]) => !columns || names.some(name => columns.has(name))
