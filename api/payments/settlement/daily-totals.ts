import type { Knex } from 'knex'
import type { ReportQuery } from '../../derive/extend.ts'
import { indianDay } from '../../platform/sql-words.ts'

/** One row for each Indian day and account with its captures, each amount in exactly one place of the settlement. */
export const dailyTotalsQuery: ReportQuery = db => {
  const columns = ['paidOn', 'accountId', 'gateway']
  const total = (name: string, condition = '1 = 1', of = 'amount') =>
    db.raw(`coalesce(sum(case when ${condition} then ?? else 0 end), 0) as ??`, [of, name])
  const unsettled = (state: string) => `isSettled = 0 and ${state}`
  return db
    .from(captures(db).as('paid'))
    .groupBy(columns)
    .select(db.raw('min(id) as id'), ...columns)
    .select(
      db.raw('count(*) as payments'),
      total('succeeded'),
      total('posted', "postingStatus in ('POSTED', 'CLEARED', 'MANUAL')"),
      total('settled', 'isSettled = 1'),
      total('notYetDue', unsettled('differences = 0')),
      total('openDifference', unsettled('openDifferences > 0')),
      total('closedDifference', unsettled('differences > 0 and openDifferences = 0')),
      total('refunded', '1 = 1', 'returnedAmount'),
    )
}

/**
 * The captures in rupees, with their Indian day, and whether they are settled or differ. What a gateway gave back by itself
 * before it passed it on never comes: it is none of them.
 */
function captures(db: Knex): Knex.QueryBuilder {
  const own = db('payment_difference')
    .groupBy('captureId')
    .whereIn('kind', ['NOT_SETTLED', 'AMOUNT_DIFFERS'])
    .select('captureId', db.raw('count(*) as differences'))
    .select(db.raw("sum(case when status = 'CLOSED' then 0 else 1 end) as openDifferences"))
  return db('payment_capture')
    .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
    .leftJoin(own.as('own'), 'own.captureId', 'payment_capture.id')
    .where('payment_capture.currency', 'INR')
    .whereNot(gone => gone.where('payment_capture.status', 'AUTO_REFUNDED').whereNull('payment_capture.settlementRef'))
    .select('payment_capture.id', 'payment_capture.accountId', 'payment_transaction.gateway')
    .select('payment_capture.amount', 'payment_capture.returnedAmount', 'payment_capture.postingStatus')
    .select(
      db.raw(`${indianDay(db, 'payment_capture.capturedAt')} as ??`, ['paidOn']),
      db.raw('case when ?? is null then 0 else 1 end as ??', ['payment_capture.settlementRef', 'isSettled']),
      db.raw('coalesce(??, 0) as ??', ['own.differences', 'differences']),
      db.raw('coalesce(??, 0) as ??', ['own.openDifferences', 'openDifferences']),
    )
}
