import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { type ComplaintStep, complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import type { Actor } from '../../resources/define/flow.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { stepWork } from './complaint-step-work.ts'
import { demandStep, lockRow, readStep, type SteppedCase } from './read-step.ts'

/** A step of a complaint with what it says, clean. */
export interface ComplaintCommand {
  row: Complaint
  step: ComplaintStep
  remark: string
  person: Person
  author: Author
  resolution: Complaint['resolution']
  rootCause: string | null
  capa: string | null
  settlementNoteNo: string | null
  priority: Complaint['priority'] | null
  ownerEmployeeId: number | null
  categoryId: number | null
  batchNo: string | null
}

/** The fields that steps may say. */
export const saidFields = [
  'resolution',
  'rootCause',
  'capa',
  'settlementNoteNo',
  'priority',
  'ownerEmployeeId',
  'categoryId',
  'batchNo',
] as const
const { priority, categoryId } = complaint.fields
const saidForm = {
  ...complaint,
  fields: {
    ...complaint.fields,
    priority: { ...priority, optional: true, default: undefined },
    categoryId: { ...categoryId, optional: true },
  },
} as unknown as typeof complaint

const complaintCase: SteppedCase<ComplaintStep> = {
  noun: 'complaint',
  resource: complaint,
  key: 'complaintId',
  steps: complaintFlow.steps,
  form: saidForm,
  saidFields,
}

/**
 * Takes a step of a complaint. Throws 400 for what it says, 403 where it is not the person's, 404 out of scope, 409 when
 * the complaint has changed or stands where the step is not possible.
 */
export async function takeComplaintStep(trx: Knex, body: unknown, person: Person, author: Author): Promise<Complaint> {
  requireRight(person, complaint, 'update')
  const sent = readStep(body, complaintCase)
  const row = await lockComplaint(trx, sent.id, person)
  const actors = await actorsOn(trx, row, person)
  demandStep(complaintCase, complaintFlow, sent, {
    subject: { ...row, today: today() },
    number: row.complaintNo,
    actors,
  })
  const { step, remark, said } = sent
  return stepWork(trx, { row, step, remark, person, author, ...(said as Said) })
}

type Said = Pick<ComplaintCommand, (typeof saidFields)[number]>

/** A complaint that the person may read, locked until the end of the transaction. Throws 404 for any other. */
export const lockComplaint = (trx: Knex, id: number, person: Person): Promise<Complaint> =>
  lockRow(trx, complaint, id, person)

/** As whom a person acts on a complaint: the roles by which they reach it, and as its owner. */
export async function actorsOn(db: Knex, { id, ownerEmployeeId }: Complaint, person: Person): Promise<Actor[]> {
  const owns = person.employeeId !== null && person.employeeId === ownerEmployeeId
  const reaches = async (right: 'approve' | 'create') =>
    person.ability.can(right, complaint.path) &&
    (await restrict(db('complaint').where('complaint.id', id), db, complaint, person, right).first('id')) !== undefined
  const works = (await reaches('approve')) || (person.customerId !== null && (await reaches('create')))
  return [...(works ? person.roles : []), ...(owns ? (['owner'] as const) : [])]
}
