import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { can } from '../../resources/capabilities.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import type { NewComplaint } from '../../resources/complaints/complaint-commands.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { complaintCategory } from '../../resources/masters/complaint-category.ts'
import { type Feedback, feedback } from '../../resources/shipment-tracking/feedback.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { seesFile } from '../files/attachments.ts'
import { conflict, invalid, invalidField, notOnList } from '../platform/errors.ts'
import { canRead, goodsOf, type WrittenComplaint } from './complaint-goods.ts'

/**
 * The feedback of which a complaint is made, locked. Throws 400 where the person does not read it or it is about the
 * delivery of somebody else, 409 where it has its complaint.
 */
async function feedbackOf(
  trx: Knex,
  id: number,
  { customerId, lrId }: WrittenComplaint,
  person: Person,
): Promise<Feedback> {
  const mayRead = person.ability.can('read', feedback.path)
  const [row] = mayRead
    ? await rowsOf(trx, feedback, rows =>
        restrict(rows.where('feedback.id', id), trx, feedback, person, 'read').forUpdate(),
      )
    : []
  const shipment = row && (await trx('shipment').where({ id: row.shipmentId }).first('customerId'))
  if (!row || shipment.customerId !== customerId || (lrId !== null && lrId !== row.lrId))
    throw invalidField('feedbackId', 'UNKNOWN_REF', 'Feedback is not known for this customer and LR')
  if (row.complaintId !== null) {
    const { complaintNo } = await trx('complaint').where({ id: row.complaintId }).first('complaintNo')
    throw conflict('DUPLICATE_KEY', `Complaint ${complaintNo} was opened from this feedback already`)
  }
  return row
}

/** What a complaint says, checked: its category, its goods and its files. */
interface CheckedComplaint {
  values: Omit<WrittenComplaint, 'sbuId' | 'priority'> &
    Pick<Complaint, 'priority' | 'complaintType' | 'sbuId' | 'plantId' | 'source'>
  slaHours: number
  departmentId: number | null
  categoryName: string
  attachmentIds: number[]
  /** The feedback that it follows up. */
  feedback: Feedback | null
}

/**
 * Checks what a new complaint says. Throws 400 with faults at the fields: what its category needs, and goods, LRs, files
 * and complaints that the person cannot see or that are not the customer's.
 */
export async function checkComplaint(trx: Knex, sent: NewComplaint, person: Person): Promise<CheckedComplaint> {
  const { attachmentIds, feedbackId, ...written } = sent
  const faults: Fault[] = []
  const files = [...new Set(attachmentIds ?? [])]
  if (person.userType !== 'EMPLOYEE' && (written.priority ?? 'NORMAL') !== 'NORMAL')
    throw invalidField('priority', 'RULE', 'Priority is set by our customer service: leave it out')
  const customerId = await customerOf(trx, written.customerId, person)
  const feedback = feedbackId === null ? null : await feedbackOf(trx, feedbackId, { ...written, customerId }, person)
  const [category] = await rowsOf(trx, complaintCategory, rows => rows.where({ id: written.categoryId, isActive: 1 }))
  if (!category) throw notOnList('categoryId', 'Category')
  const goods = await goodsOf(trx, { ...written, customerId, lrId: feedback?.lrId ?? written.lrId }, person)
  const { needsInvoice, needsBatch, needsAttachment } = category
  const demand = (needed: boolean, field: string, message: string) => {
    if (needed) faults.push({ field, code: 'REQUIRED', message })
  }
  demand(needsInvoice && !goods.isNamed, 'invoiceId', `Invoice is required for “${category.name}”: choose it`)
  demand(
    needsBatch && goods.batchNo === null,
    'batchNo',
    `Batch is required for “${category.name}”: choose the line of the invoice, or enter what is on the label`,
  )
  demand(needsAttachment && files.length === 0, 'attachmentIds', `A photo or file is required for “${category.name}”`)
  for (const id of files)
    if (!(await seesFile(trx, person, id, 'COMPLAINT')))
      faults.push({ field: 'attachmentIds', code: 'UNKNOWN_REF', message: 'A file is not known: send it again' })
  if (written.followsId !== null && !(await isOwnComplaint(trx, written.followsId, customerId, person)))
    faults.push({ field: 'followsId', code: 'UNKNOWN_REF', message: 'Complaint that it follows is not known' })
  if (faults.length > 0) throw invalid(faults)
  const sbuId = goods.sbuId ?? (await sbuOf(trx, written.sbuId, category.departmentId, customerId))
  return {
    values: {
      ...written,
      priority: written.priority ?? 'NORMAL',
      customerId,
      complaintType: category.complaintType,
      sbuId,
      source: feedback ? 'FEEDBACK' : person.userType === 'EMPLOYEE' ? 'EMPLOYEE' : 'PORTAL',
      lrId: feedback?.lrId ?? written.lrId,
      plantId: goods.plantId,
      orderId: goods.orderId,
      productId: goods.productId,
      batchNo: goods.batchNo,
    },
    slaHours: category.slaHours,
    departmentId: category.departmentId,
    categoryName: category.name,
    attachmentIds: files,
    feedback,
  }
}

async function customerOf(trx: Knex, id: number | null, person: Person): Promise<number> {
  const wantedId = id ?? person.customerId
  if (wantedId === null) throw invalidField('customerId', 'REQUIRED', 'Customer is required: say who complains')
  const readable = person.customerId === wantedId || (await canRead(trx, customer, wantedId, person))
  if (!readable || (person.customerId !== null && person.customerId !== wantedId))
    throw invalidField('customerId', 'UNKNOWN_REF', 'Customer is not known, or not yours')
  return wantedId
}

async function isOwnComplaint(trx: Knex, id: number, customerId: number, person: Person) {
  if (!(await trx('complaint').where({ id, customerId }).first('id'))) return false
  return canRead(trx, complaint, id, person)
}

/** The SBU of the department that answers, or that of the customer's only account; else somebody must say it. */
async function sbuOf(trx: Knex, sbuId: number | null, departmentId: number | null, customerId: number) {
  if (departmentId !== null) return (await trx('department').where({ id: departmentId }).first('sbuId')).sbuId as number
  const sbus: number[] = await trx('customer_department_map as map')
    .join('department', 'department.id', 'map.departmentId')
    .where({ 'map.customerId': customerId, 'map.isActive': 1 })
    .distinct()
    .pluck('department.sbuId')
  if (sbuId !== null && sbus.includes(sbuId)) return sbuId
  if (sbuId === null && sbus.length === 1) return sbus[0]!
  throw sbus.length === 0
    ? invalidField('customerId', 'RULE', 'No department sells to this customer: have one mapped first')
    : invalidField('sbuId', 'REQUIRED', 'SBU is required: say which business the complaint is about')
}

/** Whether the person writes notes that customers do not read. */
export const writesInternally = (person: Person) => can(person, 'readInternalComments')
