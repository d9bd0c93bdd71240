import { settings } from '../../../resources/settings/settings.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'

/** Whether SAP refused to post or clear a payment that was made, or has left it waiting for `sap.stuck_minutes`. */
export const isStuck: ComputedColumn = (db, of) => {
  const set = db('app_setting').where({ key: 'sap.stuck_minutes', isActive: 1 }).select('value').limit(1)
  const minutes = db.raw('coalesce((?), ?)', [set, settings['sap.stuck_minutes'].standard])
  const before = isSqlite(db)
    ? db.raw("strftime('%Y-%m-%dT%H:%M:%S', ?, '-' || ? || ' minutes')", [now(), minutes])
    : db.raw(
        "date_format(date_sub(str_to_date(left(?, 19), '%Y-%m-%dT%H:%i:%s'), interval ? minute), '%Y-%m-%dT%H:%i:%s')",
        [now(), minutes],
      )
  return db.raw(
    `case when ? = 'SUCCESS' and (
      ? = 'STUCK' or (? = 'QUEUED' and ? < ?)
      or (? in ('POSTED', 'MANUAL') and (? = 'STUCK' or (? = 'QUEUED' and ? < ?)))
    ) then 1 else 0 end`,
    [
      ...[of('status'), of('postingStatus'), of('postingStatus'), of('paidAt'), before],
      ...[of('postingStatus'), of('clearingRequest'), of('clearingRequest'), of('postedAt'), before],
    ],
  )
}
