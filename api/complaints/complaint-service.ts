import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { startClock } from '../../resources/complaints/sla-clock.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Author, insertRows, systemAuthor, updateRow } from '../derive/save/write.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now, today } from '../platform/clock.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { nextNumber } from '../platform/number-series.ts'
import { readComplaint } from './complaint-input.ts'
import { tellOfNew } from './complaint-news.ts'
import { findOwner } from './find-owner.ts'
import { markProposals } from './mark-proposals.ts'
import { watchBatch } from './watch-batch.ts'
import { writeNote } from './write-note.ts'

/** Complaints over Feathers: read like every record, created with their files, which assigns them. */
export class ComplaintService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'create')
    const author = requireAuthor(call)
    const { id } = await runIdempotent(this.Model, call, 'complaints', data, async trx => ({
      id: (await openComplaint(trx, data, person, author)).id,
    }))
    return this.get(id, { ...call, query: {} })
  }
}

/**
 * Opens a complaint in the caller's transaction: numbers it, starts its clock, assigns it, and tells the customer and
 * those who answer. Throws 400 with faults at the fields.
 */
export async function openComplaint(trx: Knex, body: unknown, person: Person, author: Author): Promise<Complaint> {
  const { values, slaHours, departmentId, categoryName, attachmentIds, feedback } = await readComplaint(
    trx,
    body,
    person,
  )
  const row = withDefaults(complaint, {
    ...values,
    complaintNo: await nextNumber(trx, 'CM', today()),
    status: 'NEW',
    ...startClock(now(), slaHours, await officeHolidays(trx)),
  })
  const [made] = (await insertRows(trx, complaint, [row], author)) as Complaint[]
  for (const attachmentId of attachmentIds) {
    const { fileName } = await trx('attachment').where({ id: attachmentId }).first('fileName')
    await writeNote(trx, { complaintId: made!.id, body: fileName, audience: 'SHARED', attachmentId }, person, author)
  }
  await markProposals(trx, made!, feedback)
  const assigned = await assign(trx, made!, departmentId)
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
