import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import type { NewComplaint } from '../../resources/complaints/complaint-commands.ts'
import { startClock } from '../../resources/complaints/sla-clock.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { type Feedback, feedback } from '../../resources/shipment-tracking/feedback.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Author, systemAuthor } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now, today } from '../platform/clock.ts'
import { nextNumber } from '../platform/number-series.ts'
import { checkComplaint } from './check-complaint.ts'
import { tellOfNew } from './complaint-news.ts'
import { findOwner } from './find-owner.ts'
import { watchBatch } from './watch-batch.ts'
import { writeNote } from './write-note.ts'

/** Marks the feedback that was made a complaint, and the POD and feedback of the LR that proposed one. */
async function markProposals(
  trx: Knex,
  { id, lrId, complaintNo }: Complaint,
  newFeedback: Feedback | null,
): Promise<void> {
  if (lrId === null) return
  const author = systemAuthor(`Complaint ${complaintNo}`)
  const proposed = { lrId, complaintProposal: 'PROPOSED' }
  for (const row of await rowsOf(trx, pod, rows => rows.where(proposed)))
    await updateRow(trx, pod, row, { complaintProposal: 'OPENED' }, author)
  const answers = newFeedback ? [newFeedback] : await rowsOf(trx, feedback, rows => rows.where(proposed))
  for (const row of answers)
    await updateRow(trx, feedback, row, { complaintProposal: 'OPENED', complaintId: id }, author)
}

/**
 * Opens a complaint in the caller's transaction: numbers it, starts its clock, assigns it, and tells the customer and
 * those who answer. Throws 400 with faults at the fields.
 */
export async function openComplaint(trx: Knex, sent: NewComplaint, person: Person, author: Author): Promise<Complaint> {
  const { values, slaHours, departmentId, categoryName, attachmentIds, feedback } = await checkComplaint(
    trx,
    sent,
    person,
  )
  const row = withDefaults(complaint, {
    ...values,
    complaintNo: await nextNumber(trx, 'CM', today()),
    status: 'NEW',
    ...startClock(now(), slaHours, await officeHolidays(trx)),
  })
  const [newComplaint] = (await insertRows(trx, complaint, [row], author)) as Complaint[]
  for (const attachmentId of attachmentIds) {
    const { fileName } = await trx('attachment').where({ id: attachmentId }).first('fileName')
    await writeNote(
      trx,
      { complaintId: newComplaint!.id, body: fileName, audience: 'SHARED', attachmentId },
      person,
      author,
    )
  }
  await markProposals(trx, newComplaint!, feedback)
  const assigned = await assign(trx, newComplaint!, departmentId)
  await tellOfNew(trx, assigned, categoryName, person.id)
  await watchBatch(trx, assigned)
  return assigned
}

async function assign(trx: Knex, row: Complaint, departmentId: number | null): Promise<Complaint> {
  const owner = await findOwner(trx, row, departmentId)
  if (!owner) return row
  const author = systemAuthor('Assigned to the account')
  const changes = { status: 'ASSIGNED', ownerEmployeeId: owner.employeeId } as const
  const after = await updateRow(trx, complaint, row, changes, author)
  const body = `Given to ${owner.name}, account owner`
  await writeNote(trx, { complaintId: row.id, step: 'assign', body, audience: 'INTERNAL' }, null, author)
  return after
}
