import { settings } from '../../../resources/settings/settings.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { now } from '../../platform/clock.ts'
import { secondsBetween } from '../../platform/sql-words.ts'

/** Whether SAP refused to post or clear a payment that was made, or has left it waiting for `sap.stuck_minutes`. */
export const isStuck: ComputedColumn = (db, of) => {
  const set = db('app_setting').where({ key: 'sap.stuck_minutes', isActive: 1 }).select('value').limit(1)
  const minutes = db.raw('coalesce((?), ?)', [set, settings['sap.stuck_minutes'].standard])
  const waited = (since: string) => db.raw(`${secondsBetween(db, '?', '?')} > 60 * ?`, [now(), of(since), minutes])
  return db.raw(
    `case when ? = 'SUCCESS' and (
      ? = 'STUCK' or (? = 'QUEUED' and ?)
      or (? in ('POSTED', 'MANUAL') and (? = 'STUCK' or (? = 'QUEUED' and ?)))
    ) then 1 else 0 end`,
    [
      ...[of('status'), of('postingStatus'), of('postingStatus'), waited('paidAt')],
      ...[of('postingStatus'), of('clearingRequest'), of('clearingRequest'), waited('postedAt')],
    ],
  )
}
