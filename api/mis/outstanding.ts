import type { ReportQuery } from '../derive/extend.ts'
import { ageBucket, daysOverdueColumn } from '../masters/outstanding-age.ts'

const CREDIT = "documentType in ('CREDIT_NOTE', 'ON_ACCOUNT')"

/** One row for each item that is open today. */
export const outstandingQuery: ReportQuery = (db, { day }) => {
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
    )
}
