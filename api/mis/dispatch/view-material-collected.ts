import type { ReportQuery } from '../../derive/extend.ts'
import { daysFrom, istDay } from '../orders/moments.ts'

const OPEN = "status in ('AWAITED', 'READY')"

/** One row for each collection; an open one is of today. */
export const viewMaterialCollectedQuery: ReportQuery = (db, { day }) => {
  const until = `case when collectedAt is not null then ${istDay(db, 'collectedAt')} when ${OPEN} then '${day}' else ${istDay(db, 'updatedAt')} end`
  return db('pwc_collection').select(
    'id',
    ...['gatepassNo', 'invoiceId', 'soldToId', 'plantId', 'sbuId', 'collectorName', 'status', 'readyAt', 'collectedAt'],
    'packages',
    db.raw(`${until} as ??`, ['endedOn']),
    db.raw(`case when readyAt is not null then ${daysFrom(db, istDay(db, 'readyAt'), until)} end as ??`, [
      'daysWaiting',
    ]),
    db.raw(`case when ${OPEN} then 1 else 0 end as ??`, ['isOpen']),
  )
}
