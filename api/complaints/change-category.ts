import type { Knex } from 'knex'
import { plainBatch } from '../../resources/batch-no.ts'
import { can } from '../../resources/capabilities.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { resumeClock, type SlaClock, startClock } from '../../resources/complaints/sla-clock.ts'
import { afterOfficeMinutes } from '../../resources/define/dates.ts'
import { type ComplaintCategory, complaintCategory } from '../../resources/masters/complaint-category.ts'
import type { Deed, Done } from '../derive/process/attach.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now } from '../platform/clock.ts'
import { invalidField, notOnList } from '../platform/errors.ts'
import { mailDepartment, tellAnswerers, tellQuality } from './complaint-news.ts'
import { findOwner, ownerAs } from './find-owner.ts'
import { watchBatch } from './watch-batch.ts'
import { writeNote } from './write-note.ts'

/**
 * Moves a complaint to another category: its time counts anew from when it was opened, pauses added; one that was reopened
 * keeps its second time. Throws 400 for a category that is not known, is that of the complaint, or needs a batch, and
 * where somebody else than QA takes a complaint out of quality.
 */
export async function changeCategory(
  trx: Knex,
  { row, person, said: { categoryId, batchNo: typed } }: Deed<Complaint, Pick<Complaint, 'categoryId' | 'batchNo'>>,
): Promise<Done<Complaint, never>> {
  const [[category], [former]] = await Promise.all([
    rowsOf(trx, complaintCategory, rows => rows.where({ id: categoryId, isActive: 1 })),
    rowsOf(trx, complaintCategory, rows => rows.where({ id: row.categoryId })),
  ])
  if (!category) throw notOnList('categoryId', 'Category')
  if (category.id === row.categoryId) throw invalidField('categoryId', 'RULE', 'Category is unchanged: choose another')
  const leavesQuality = row.complaintType === 'PRODUCT_QUALITY' && category.complaintType !== 'PRODUCT_QUALITY'
  // Else whoever may not resolve a quality complaint would move it away first.
  if (leavesQuality && !can(person, 'answerForQuality'))
    throw invalidField('categoryId', 'RULE', 'Only QA moves a complaint out of quality: ask them in an internal note')
  if (typed !== null && row.invoiceLineId !== null && plainBatch(typed) !== row.batchNo)
    throw invalidField('batchNo', 'RULE', 'Batch comes from the invoice line: leave it empty')
  const batchNo = row.batchNo ?? plainBatch(typed)
  if (category.needsBatch && batchNo === null)
    throw invalidField('batchNo', 'REQUIRED', `Batch is required for “${category.name}”: enter what is on the label`)
  const changes = {
    categoryId,
    batchNo,
    complaintType: category.complaintType,
    sbuId: await sbuAfter(trx, row, category),
    ...(await clockAfter(trx, row, category)),
  }
  return {
    changes,
    said: `Category “${category.name}”, was “${former!.name}”`,
    follow: async after => {
      const owned = await ownerAfter(trx, after, category, former!, person.id)
      if (owned.complaintType === 'PRODUCT_QUALITY' && row.complaintType !== 'PRODUCT_QUALITY')
        await tellQuality(trx, owned, category.name, person.id)
      if (owned.priority === 'CRITICAL' && category.departmentId !== former!.departmentId)
        await mailDepartment(trx, owned)
      await watchBatch(trx, owned)
      return owned
    },
  }
}

/** Goods decide the SBU; without any, the department of the category does. */
async function sbuAfter(trx: Knex, row: Complaint, { departmentId }: ComplaintCategory): Promise<number> {
  if (departmentId === null || row.invoiceId !== null || row.orderId !== null) return row.sbuId
  return (await trx('department').where({ id: departmentId }).first('sbuId')).sbuId
}

async function clockAfter(trx: Knex, row: Complaint, { slaHours }: ComplaintCategory): Promise<Partial<SlaClock>> {
  if (row.reopenCount > 0) return {}
  const holidays = await officeHolidays(trx)
  const { dueAt } = startClock(row.createdAt, slaHours, holidays)
  return { dueAt: row.pausedMinutes === 0 ? dueAt : afterOfficeMinutes(dueAt, row.pausedMinutes, holidays) }
}

/**
 * Whoever answers it stays while they reach it and the category is still of their department; else it is given away like a
 * new one, and without anybody it waits in the queue with its clock running.
 */
async function ownerAfter(
  trx: Knex,
  row: Complaint,
  category: ComplaintCategory,
  former: ComplaintCategory,
  by: number,
): Promise<Complaint> {
  const isSameDesk = category.departmentId === former.departmentId
  if (isSameDesk && row.ownerEmployeeId !== null && (await ownerAs(trx, row.ownerEmployeeId, row))) return row
  const owner = await findOwner(trx, row, category.departmentId)
  if (owner?.employeeId === row.ownerEmployeeId && owner !== null) return row
  if (!owner && row.ownerEmployeeId === null) return row
  const author = systemAuthor('Category changed')
  const changes = owner
    ? { ownerEmployeeId: owner.employeeId, ...(row.status === 'NEW' && { status: 'ASSIGNED' as const }) }
    : { ownerEmployeeId: null, status: 'NEW' as const, ...resumeClock(row, now(), await officeHolidays(trx)) }
  const after = await updateRow(trx, complaint, row, changes, author)
  const body = owner ? `Given to ${owner.name}, account owner` : 'No account owner: in the queue'
  await writeNote(trx, { complaintId: row.id, step: 'assign', body, audience: 'INTERNAL' }, null, author)
  await tellAnswerers(trx, after, `Complaint ${row.complaintNo} is waiting for you`, row.description, by)
  return after
}
