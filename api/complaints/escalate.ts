import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { momentText } from '../../resources/define/show.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { systemAuthor } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { now } from '../platform/clock.ts'
import { departmentOf, pathOf } from './complaint-news.ts'
import { ownerAs } from './find-owner.ts'
import { writeNote } from './write-note.ts'

const author = systemAuthor('Complaints to escalate')

/**
 * Escalates a complaint, with the reason: to the manager of its owner, or else the manager of the customer's area, the
 * head of the department, or the head of the SBU; the first of them who signs in and reaches it. Nobody means a note.
 */
export async function escalate(trx: Knex, row: Complaint, why: string): Promise<Complaint> {
  const target = await targetOf(trx, row)
  const escalated = { escalatedAt: now(), escalatedToId: target?.userId ?? null }
  const after = await updateRow(trx, complaint, row, escalated, author)
  const body = target ? `Escalated to ${target.name}: ${why}` : `No one to escalate to: ${why}`
  await writeNote(trx, { complaintId: row.id, step: 'escalate', body, audience: 'INTERNAL' }, null, author)
  if (!target) return after
  const login = await trx('user').where({ id: target.userId }).first('email')
  const { name: customerName } = await trx('customer').where({ id: row.customerId }).first('name')
  await notify(trx, [target.userId], {
    title: `Complaint ${row.complaintNo} is escalated to you`,
    body: why,
    link: pathOf(row),
  })
  await sendMails(trx, [
    {
      template: 'COMPLAINT_ESCALATED',
      topic: 'COMPLAINT',
      to: login.email,
      whom: target.name,
      owner: { type: 'complaint', id: row.id },
      customerId: row.customerId,
      values: {
        name: target.name,
        complaintNo: row.complaintNo,
        customerName,
        reason: why,
        dueAt: momentText(row.dueAt),
        link: `${PORTAL}${pathOf(row)}`,
      },
    },
  ])
  return after
}

async function targetOf(trx: Knex, row: Complaint) {
  const category = await trx('complaint_category').where({ id: row.categoryId }).first('departmentId')
  const department = await departmentOf(trx, row, category.departmentId)
  const area = await trx('customer')
    .join('state_city', 'state_city.id', 'customer.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('customer.id', row.customerId)
    .first('zone_area.areaManagerEmployeeId as id')
  const sbu = await trx('sbu').where({ id: row.sbuId }).first('headEmployeeId')
  const managers = await managersOf(trx, row.ownerEmployeeId)
  const candidates = [...managers, area?.id, department?.headEmployeeId, sbu?.headEmployeeId]
  for (const employeeId of new Set(candidates)) {
    if (!employeeId || employeeId === row.ownerEmployeeId) continue
    const target = await ownerAs(trx, employeeId, row)
    if (target) return target
  }
  return null
}

/** The managers above an employee, nearest first; a chain has at most eight. */
async function managersOf(trx: Knex, employeeId: number | null): Promise<number[]> {
  const managers: number[] = []
  for (let next = employeeId; next !== null && managers.length < 8; ) {
    const above: { managerId: number | null } | undefined = await trx('employee').where({ id: next }).first('managerId')
    next = above?.managerId ?? null
    if (next === null || managers.includes(next)) break
    managers.push(next)
  }
  return managers
}
