import type { ComputedColumn } from '../derive/extend.ts'
import { daysBetween } from '../platform/sql-words.ts'

/** Whether an active contract ends within `rc.expiry_warn_days`. */
export const isExpiring: ComputedColumn = (db, of, day) => {
  const days = db('app_setting').where({ key: 'rc.expiry_warn_days', isActive: 1 }).select('value').limit(1)
  return db.raw(
    `case when ? = 'ACTIVE' and ? >= ? and ${daysBetween(db, '?', '?')} <= coalesce((?), 30) + 0 then 1 else 0 end`,
    [of('status'), of('validTo'), day, of('validTo'), day, days],
  )
}
