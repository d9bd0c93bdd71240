import { complaintStates } from '../../resources/complaints/complaint-states.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { SOON_HOURS } from '../../resources/complaints/sla-clock.ts'
import type { ComputedColumn } from '../derive/extend.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { daysBetween, indianDay } from '../platform/sql-words.ts'

/** How near the end of its time something is, by its clock, while it is in one of these statuses. */
const slaWhile =
  (running: readonly string[]): ComputedColumn =>
  (db, of) =>
    db.raw(
      `case when ? not in (${running.map(() => '?').join(', ')}) then 'DONE' when ? is not null then 'PAUSED' when ? < ? then 'LATE' when ? < ? then 'SOON' else 'IN_TIME' end`,
      [of('status'), ...running, of('pausedAt'), of('dueAt'), now(), of('dueAt'), secondsFromNow(3600 * SOON_HOURS)],
    )

export const complaintSla = slaWhile(complaintStates.sets.open)
export const disputeSla = slaWhile(disputeStates.sets.undecided)

/** Whole days from the Indian day on which something was opened to that of its end, or to the business day. */
const ageUntil =
  (ends: readonly string[]): ComputedColumn =>
  (db, of, day) => {
    const dayOf = indianDay(db, '?')
    const ended = `coalesce(${ends.map(() => dayOf).join(', ')}, ?)`
    return db.raw(daysBetween(db, ended, dayOf), [...ends.map(of), day, of('createdAt')])
  }

export const complaintAge = ageUntil(['resolvedAt', 'closedAt'])
export const disputeAge = ageUntil(['closedAt'])

/** Whether a second person must confirm the amount of a dispute. */
export const isToConfirm: ComputedColumn = (db, of) =>
  db.raw('case when ? is null then 0 else 1 end', [of('proposedAmount')])
