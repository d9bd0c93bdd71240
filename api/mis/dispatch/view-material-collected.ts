import type { ReportQuery } from '../../derive/extend.ts'
import { daysBetween, indianDay } from '../../platform/sql-words.ts'

const OPEN = "status in ('AWAITED', 'READY')"

/** One row for each collection; an open one is of today. */
export const viewMaterialCollectedQuery: ReportQuery = (db, { day }) => {
  const until = `case when collectedAt is not null then ${indianDay(db, 'collectedAt')} when ${OPEN} then '${day}' else ${indianDay(db, 'updatedAt')} end`
  return db('pwc_collection').select(
    'id',
    ...['gatepassNo', 'invoiceId', 'soldToId', 'plantId', 'sbuId', 'collectorName', 'status', 'readyAt', 'collectedAt'],
    'packages',
    db.raw(`${until} as ??`, ['endedOn']),
    db.raw(`case when readyAt is not null then ${daysBetween(db, until, indianDay(db, 'readyAt'))} end as ??`, [
      'daysWaiting',
    ]),
    db.raw(`case when ${OPEN} then 1 else 0 end as ??`, ['isOpen']),
  )
}
