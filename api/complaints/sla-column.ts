import { openStatuses } from '../../resources/complaints/complaint-flow.ts'
import { SOON_HOURS } from '../../resources/complaints/sla-clock.ts'
import type { ComputedColumn } from '../derive/extend.ts'
import { now, secondsFromNow } from '../platform/clock.ts'

/** How near the end of its time a complaint is, by its clock. */
export const slaColumn: ComputedColumn = (db, of) =>
  db.raw(
    `case when ? not in (${openStatuses.map(() => '?').join(', ')}) then 'DONE' when ? is not null then 'PAUSED' when ? < ? then 'LATE' when ? < ? then 'SOON' else 'IN_TIME' end`,
    [of('status'), ...openStatuses, of('pausedAt'), of('dueAt'), now(), of('dueAt'), secondsFromNow(3600 * SOON_HOURS)],
  )
