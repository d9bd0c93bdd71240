import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { batchRadar } from '../../resources/complaints/batch-radar.ts'
import { batchReceivers } from '../../resources/complaints/batch-receivers.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintStates } from '../../resources/complaints/complaint-states.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { eudBlock } from '../../resources/complaints/eud-block.ts'
import { SOON_HOURS } from '../../resources/complaints/sla-clock.ts'
import type { Room } from '../derive/define-room.ts'
import { type ComputedColumn, extend } from '../derive/extend.ts'
import { takeDueSteps } from '../derive/process/due-steps.ts'
import { stepActions } from '../derive/process/step-actions.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { daysBetween, indianDay } from '../platform/sql-words.ts'
import { documentCancelled, documentCreated } from '../sap/documents/document-news.ts'
import { batchRadarQuery } from './batch-radar.ts'
import { batchReceiversQuery } from './batch-receivers.ts'
import { attachedComplaint } from './complaint-process.ts'
import { escalateLate } from './escalate-late.ts'
import { attachedBlock, blockByHand } from './eud-block.ts'
import { noteCreditNote } from './find-credit-note.ts'
import { checkNamedNotes } from './named-note.ts'

/** How near the end of its time something is, by its clock, while it is in one of these statuses. */
const slaWhile =
  (running: readonly string[]): ComputedColumn =>
  (db, of) =>
    db.raw(
      `case when ? not in (${running.map(() => '?').join(', ')}) then 'DONE' when ? is not null then 'PAUSED' when ? < ? then 'LATE' when ? < ? then 'SOON' else 'IN_TIME' end`,
      [of('status'), ...running, of('pausedAt'), of('dueAt'), now(), of('dueAt'), secondsFromNow(3600 * SOON_HOURS)],
    )

const complaintSla = slaWhile(complaintStates.sets.open)
const disputeSla = slaWhile(disputeStates.sets.undecided)

/** Whole days from the Indian day on which something was opened to that of its end, or to the business day. */
const ageUntil =
  (ends: readonly string[]): ComputedColumn =>
  (db, of, day) => {
    const dayOf = indianDay(db, '?')
    const ended = `coalesce(${ends.map(() => dayOf).join(', ')}, ?)`
    return db.raw(daysBetween(db, ended, dayOf), [...ends.map(of), day, of('createdAt')])
  }

const complaintAge = ageUntil(['resolvedAt', 'closedAt'])
const disputeAge = ageUntil(['closedAt'])

/** Whether a second person must confirm the amount of a dispute. */
const isToConfirm: ComputedColumn = (db, of) => db.raw('case when ? is null then 0 else 1 end', [of('proposedAmount')])

/** Whether a credit note that somebody entered waits for SAP, or was denied by it. */
const isNoteToCheck: ComputedColumn = (db, of) => db.raw('case when ? is null then 0 else 1 end', [of('namedNoteNo')])

extend(batchRadar, { query: batchRadarQuery })
extend(batchReceivers, { query: batchReceiversQuery })
extend(complaint, {
  computed: { sla: complaintSla, ageDays: complaintAge, isNoteToCheck },
})
extend(arDispute, {
  computed: { sla: disputeSla, ageDays: disputeAge, isToConfirm, isNoteToCheck },
})
extend(eudBlock, {
  actions: { block: blockByHand, ...stepActions(attachedBlock, 'renew', 'requestRelease', 'release', 'deny') },
})

documentCreated.hear(noteCreditNote)
documentCancelled.hear(noteCreditNote)

/** Complaints, disputed invoices and blocked end users. */
export const complaintRoom: Room = {
  serves: () => import('./serve.ts'),
  nightly: () => [
    { name: 'late-complaints', everyMinutes: 15, work: escalateLate },
    { name: 'credit-notes-to-check', everyMinutes: 10, work: checkNamedNotes },
    { name: 'complaints', at: '05:15', work: db => takeDueSteps(db, attachedComplaint) },
  ],
}
