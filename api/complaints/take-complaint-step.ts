import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { type ComplaintStep, complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import { type Actor, type FlowStep, refusalOf } from '../../resources/define/flow.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import type { Author } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { conflict, forbidden, invalid, invalidField, notFound } from '../platform/errors.ts'
import { stepWork } from './complaint-step-work.ts'

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
}

/** The fields that steps may say. */
export const saidFields = [
  'resolution',
  'rootCause',
  'capa',
  'settlementNoteNo',
  'priority',
  'ownerEmployeeId',
] as const
const MOST_WORDS = 2000

const optionalPriority = {
  ...complaint,
  fields: { ...complaint.fields, priority: { ...complaint.fields.priority, optional: true, default: undefined } },
} as unknown as typeof complaint

/**
 * Takes a step of a complaint. Throws 400 for what it says, 403 where it is not the person's, 404 out of scope, 409 when
 * the complaint has changed or stands where the step is not possible.
 */
export async function takeComplaintStep(trx: Knex, body: unknown, person: Person, author: Author): Promise<Complaint> {
  requireRight(person, complaint, 'update')
  const { complaintId, step, rowVersion, remark = '', ...said } = bodyObject(body, 'The step')
  if (typeof step !== 'string' || !Object.hasOwn(complaintFlow.steps, step))
    throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(complaintFlow.steps).join(', ')}`)
  const declared: FlowStep<string, never> = complaintFlow.steps[step as ComplaintStep]
  const values = readSaid(said, declared)
  if (typeof remark !== 'string' || remark.length > MOST_WORDS)
    throw invalidField('remark', 'LENGTH', `Words must be at most ${MOST_WORDS} characters`)
  if (!Number.isSafeInteger(complaintId) || (complaintId as number) < 1)
    throw invalidField('complaintId', 'TYPE', 'complaintId must be the number of a complaint')
  const row = await lockComplaint(trx, complaintId as number, person)
  const refused = refusalOf(
    complaintFlow,
    step as ComplaintStep,
    { ...row, today: today() },
    await actorsOn(trx, row, person),
  )
  if (refused?.code === 'FORBIDDEN') throw forbidden(refused.message)
  if (refused) throw conflict(refused.code, `${row.complaintNo}: ${refused.message}`)
  if (row.rowVersion !== rowVersion)
    throw conflict('STALE_ROW', `Complaint ${row.complaintNo} changed meanwhile: look at it again`, {}, 'rowVersion')
  if (declared.remark === 'required' && remark.trim() === '')
    throw invalidField('remark', 'REQUIRED', `Words are required: ${declared.label} says why, or what`)
  const command = { row, step: step as ComplaintStep, remark: remark.trim(), person, author, ...values }
  return stepWork(trx, command)
}

type Said = Pick<ComplaintCommand, (typeof saidFields)[number]>

function readSaid(said: RowValues, { says = [], label }: FlowStep<string, never>): Said {
  const odd = Object.keys(said).find(name => !says.includes(name))
  if (odd) throw invalidField(odd.slice(0, 60), 'UNKNOWN_FIELD', `${odd.slice(0, 60)} is not part of «${label}»`)
  const faults: Fault[] = []
  const values = readBody(optionalPriority, saidFields, said, faults)
  if (faults.length > 0) throw invalid(faults)
  return values as Said
}

/** A complaint that the person may read, locked until the end of the transaction. Throws 404 for any other. */
export async function lockComplaint(trx: Knex, id: number, person: Person): Promise<Complaint> {
  const [row] = await rowsOf(trx, complaint, rows =>
    restrict(rows.where('complaint.id', id), trx, complaint, person, 'read').forUpdate(),
  )
  if (!row) throw notFound()
  return row
}

/** As whom a person acts on a complaint: the roles by which they reach it, and as its owner. */
export async function actorsOn(db: Knex, { id, ownerEmployeeId }: Complaint, person: Person): Promise<Actor[]> {
  const owns = person.employeeId !== null && person.employeeId === ownerEmployeeId
  const reaches = async (right: 'approve' | 'create') =>
    person.ability.can(right, complaint.path) &&
    (await restrict(db('complaint').where('complaint.id', id), db, complaint, person, right).first('id')) !== undefined
  const works = (await reaches('approve')) || (person.customerId !== null && (await reaches('create')))
  return [...(works ? person.roles : []), ...(owns ? (['owner'] as const) : [])]
}
