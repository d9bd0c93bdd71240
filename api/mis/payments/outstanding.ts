import type { Knex } from 'knex'
import type { Customer } from '../../../resources/access-control/customer.ts'
import { creditLimitOn, creditUsed } from '../../../resources/orders/approvals/credit.ts'
import { leftOutOf } from '../../access-control/left-out-of-balance.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { ageBucket, daysOverdueColumn } from '../../masters/outstanding-age.ts'
import { loadCreditFacts } from '../../orders/approvals/credit-facts.ts'
import { today } from '../../platform/clock.ts'

const CREDIT = "documentType in ('CREDIT_NOTE', 'ON_ACCOUNT')"

/** One row for each item that is open today; of a past day, what was kept of it. */
export const outstandingQuery: ReportQuery = (db, reader) =>
  reader.day === today()
    ? openItemsOn(db, reader.day).select(leftOutColumn(db, reader))
    : keptOf(db, reader.day).select(db.raw('null as ??', ['leftOut']))

/** What the balance of the customer of an item leaves out; left empty where that is not needed. */
function leftOutColumn(db: Knex, { columns }: Reader): Knex.Raw {
  const whose = db('customer as whose').whereRaw('?? = ??', ['whose.id', 'upload_outstanding.customerId'])
  const isNeeded = !columns || columns.has('leftOut')
  return db.raw('(?) as ??', [isNeeded ? leftOutOf(db, whose.select('whose.code')) : db.raw('null'), 'leftOut'])
}

/** The items that are open now, by their age on a business day; in paise. */
export function openItemsOn(db: Knex, day: string): Knex.QueryBuilder {
  const of = (name: string) => db.ref(`upload_outstanding.${name}`) as never
  const days = daysOverdueColumn(db, of, day)
  return db('upload_outstanding')
    .where('isActive', 1)
    .whereNull('closedOn')
    .whereNot('balanceAmount', 0)
    .select(
      'id',
      ...['customerId', 'documentNo', 'documentType', 'documentDate', 'dueDate', 'isDisputed', 'sbuId', 'asOnDate'],
      'originalAmount as amount',
      'balanceAmount as balance',
      db.raw(`case when ${CREDIT} or dueDate >= ? then 0 else balanceAmount end as ??`, [day, 'overdue']),
      db.raw(`case when ${CREDIT} then 0 else ? end as ??`, [days, 'daysOverdue']),
      db.raw(`case when ${CREDIT} then 'CREDIT' else ? end as ??`, [ageBucket(db, of, day), 'bucket']),
      db.raw('1 as items'),
      db.raw('null as available'),
    )
}

/** The documents of a past day are not kept, only their sums by customer, SBU, type, age and dispute. */
const keptOf = (db: Knex, day: string): Knex.QueryBuilder =>
  db('outstanding_of_day as kept')
    .where('kept.dayId', db('outstanding_day').where({ day }).select('id'))
    .select(
      ...['id', 'customerId', 'documentType', 'isDisputed', 'sbuId', 'asOnDate'].map(name => `kept.${name}`),
      ...['amount', 'balance', 'overdue', 'bucket', 'items'].map(name => `kept.${name}`),
      ...['documentNo', 'documentDate', 'dueDate', 'daysOverdue', 'available'].map(name =>
        db.raw('null as ??', [name]),
      ),
    )

/** What is left of the credit of the customers of these items, as an order is held against it; of a past day nothing is known. */
export async function availableCredit(db: Knex, ids: readonly number[], { day }: Reader) {
  if (day !== today()) return new Map()
  const items: { id: number; customerId: number }[] = await db('upload_outstanding')
    .whereIn('id', [...ids])
    .select('id', 'customerId')
  const payerIds = [...new Set(items.map(({ customerId }) => customerId))]
  const payers: Pick<Customer, 'id' | 'creditLimit' | 'creditLimitTo'>[] = await db('customer')
    .whereIn('id', payerIds)
    .select('id', 'creditLimit', 'creditLimitTo')
  const creditOf = await loadCreditFacts(db, payerIds, 0)
  const left = new Map(payers.map(one => [one.id, creditLimitOn(one, day) - creditUsed(creditOf(one.id))]))
  return new Map(items.map(({ id, customerId }) => [id, { available: left.get(customerId)! }]))
}
