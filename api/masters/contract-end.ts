import type { ComputedColumn } from '../derive/extend.ts'
import { isSqlite } from '../platform/database.ts'

/** Whether an active contract ends within `rc.expiry_warn_days`. The two databases share no function that adds days. */
export const isExpiring: ComputedColumn = (db, of, day) => {
  const days = db('app_setting').where({ key: 'rc.expiry_warn_days', isActive: 1 }).select('value').limit(1)
  const until = isSqlite(db)
    ? db.raw("date(?, '+' || coalesce((?), '30') || ' days')", [day, days])
    : db.raw("date_format(date_add(?, interval coalesce((?), '30') day), '%Y-%m-%d')", [day, days])
  return db.raw("case when ? = 'ACTIVE' and ? >= ? and ? <= ? then 1 else 0 end", [
    of('status'),
    of('validTo'),
    day,
    of('validTo'),
    until,
  ])
}
