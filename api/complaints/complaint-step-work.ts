import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { type ComplaintStep, complaintFlow, resolutionLabels } from '../../resources/complaints/complaint-flow.ts'
import type { ComplaintNote } from '../../resources/complaints/complaint-note.ts'
import { pauseClock, resumeClock } from '../../resources/complaints/sla-clock.ts'
import { creditTypes } from '../../resources/trade.ts'
import { updateRow } from '../derive/save/write.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { changeCategory } from './change-category.ts'
import { mailDepartment, tellAnswerers, tellOfAnswer, tellOfResolution } from './complaint-news.ts'
import { escalate } from './escalate.ts'
import { creditNoteFor } from './find-credit-note.ts'
import { ownerAs } from './find-owner.ts'
import { reopened } from './reopened.ts'
import type { ComplaintCommand } from './take-complaint-step.ts'
import { writeNote } from './write-note.ts'

/** What a step changes, and what of it stands in the thread. */
export interface StepResult {
  changes: Partial<Complaint>
  said: string
  audience: ComplaintNote['audience']
  /** Whom to tell, once it is saved. */
  tell?: (after: Complaint) => Promise<unknown>
  /** What follows once it is saved; the complaint as it then is. */
  follow?: (after: Complaint) => Promise<Complaint>
}

export type Work = (trx: Knex, command: ComplaintCommand) => Promise<StepResult>
/** The steps that people take. */
type TakenStep = Exclude<ComplaintStep, 'assign' | 'lapse' | 'close' | 'loseCredit'>

/** Saves a step with its note, and tells those whom it concerns. */
export async function stepWork(trx: Knex, command: ComplaintCommand): Promise<Complaint> {
  const { row, step, person, author } = command
  const { changes, said, audience, tell, follow } = await works[step as TakenStep](trx, command)
  const { label } = complaintFlow.steps[step]
  const reason = [label, command.remark].filter(Boolean).join(': ').slice(0, 255)
  const after = await updateRow(trx, complaint, row, changes, { ...author, reason })
  await writeNote(trx, { complaintId: row.id, step, body: said || label, audience }, person, author)
  await tell?.(after)
  return follow ? follow(after) : after
}

const take: Work = async (trx, { row, person }) => {
  const owner = person.employeeId === null ? null : await ownerAs(trx, person.employeeId, row)
  if (!owner) throw invalidField('step', 'RULE', 'Only an employee takes a complaint over: reassign it instead')
  return {
    changes: { status: 'ASSIGNED', ownerEmployeeId: owner.employeeId },
    said: `Taken over by ${person.name}`,
    audience: 'INTERNAL',
  }
}

const reassign: Work = async (trx, { row, person, remark, ownerEmployeeId }) => {
  const owner = ownerEmployeeId === null ? null : await ownerAs(trx, ownerEmployeeId, row)
  if (!owner)
    throw invalidField('ownerEmployeeId', 'RULE', 'Owner must be an employee who signs in and reaches the complaint')
  return {
    changes: { status: row.status === 'NEW' ? 'ASSIGNED' : row.status, ownerEmployeeId: owner.employeeId },
    said: [`Given to ${owner.name}`, remark].filter(Boolean).join(': '),
    audience: 'INTERNAL',
    tell: after =>
      tellAnswerers(trx, after, `Complaint ${row.complaintNo} is yours now`, remark || row.description, person.id),
  }
}

const start: Work = async () => ({ changes: { status: 'IN_PROGRESS' }, said: 'Work has started', audience: 'SHARED' })

const ask: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'WAITING_CUSTOMER', ...pauseClock(row, now()) },
  said: remark,
  audience: 'SHARED',
  tell: after => tellOfAnswer(trx, after, person, remark),
})

const reply: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'IN_PROGRESS', ...resumeClock(row, now(), await officeHolidays(trx)) },
  said: remark,
  audience: 'SHARED',
  tell: after =>
    tellAnswerers(trx, after, `${person.name} answered on complaint ${row.complaintNo}`, remark, person.id),
})

const resolve: Work = async (trx, command) => {
  const { row, person, remark, resolution, rootCause, capa, settlementNoteNo } = command
  if (resolution === null) throw invalidField('resolution', 'REQUIRED', 'Resolution is required: choose what was done')
  if (rootCause === null) throw invalidField('rootCause', 'REQUIRED', 'Root cause is required: say what went wrong')
  if (row.complaintType === 'PRODUCT_QUALITY' && capa === null)
    throw invalidField('capa', 'REQUIRED', 'CAPA is required: say what prevents it from happening again')
  if (settlementNoteNo !== null) await demandCreditNote(trx, row, resolution, settlementNoteNo)
  const settledBy = settlementNoteNo ?? (resolution === 'CREDIT_NOTE' ? await creditNoteFor(trx, row) : null)
  const at = now()
  const said = `${resolutionLabels[resolution]}: ${remark}`
  return {
    changes: {
      status: 'RESOLVED',
      resolution,
      rootCause,
      capa,
      settlementNoteNo: settledBy,
      resolvedAt: at,
      resolvedById: person.id,
      ...pauseClock(row, at),
    },
    said,
    audience: 'SHARED',
    tell: after => tellOfResolution(trx, after, said, person.id),
  }
}

/** A credit note that the portal knows must be the customer's own; another may still be on its way from SAP. */
async function demandCreditNote(trx: Knex, row: Complaint, resolution: Complaint['resolution'], no: string) {
  if (resolution !== 'CREDIT_NOTE')
    throw invalidField('settlementNoteNo', 'RULE', 'Credit note belongs to the resolution «A credit note is issued»')
  const known = await trx('invoice').where({ invoiceNo: no }).first('invoiceType', 'soldToId', 'isCancelled')
  if (known && (!creditTypes.includes(known.invoiceType) || known.soldToId !== row.customerId))
    throw invalidField('settlementNoteNo', 'RULE', `${no} is not a credit note of this customer`)
  if (known?.isCancelled) throw invalidField('settlementNoteNo', 'RULE', `Credit note ${no} is cancelled`)
}

const changePriority: Work = async (trx, { row, priority }) => {
  if (priority === null) throw invalidField('priority', 'REQUIRED', 'Priority is required: choose one')
  const rises = priority === 'CRITICAL' && row.priority !== 'CRITICAL'
  return {
    changes: { priority },
    said: `Priority ${priority.toLowerCase()}, was ${row.priority.toLowerCase()}`,
    audience: 'INTERNAL',
    ...(rises && { tell: (after: Complaint) => mailDepartment(trx, after) }),
  }
}

const accept: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'CLOSED', closedAt: now() },
  said: remark,
  audience: 'SHARED',
  tell: after => tellAnswerers(trx, after, `Complaint ${row.complaintNo} is accepted and closed`, remark, person.id),
})

/** A second reopening goes to a manager at once. */
const reject: Work = async (trx, { row, person, remark }) => {
  const reopenCount = row.reopenCount + 1
  return {
    changes: { ...(await reopened(trx, row)), reopenCount },
    said: remark,
    audience: 'SHARED',
    tell: async after => {
      await tellAnswerers(trx, after, `Complaint ${row.complaintNo} is reopened`, remark, person.id)
      if (reopenCount > 1) await escalate(trx, after, `reopened ${reopenCount} times`)
    },
  }
}

const cancel: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'CANCELLED', closedAt: now() },
  said: remark,
  audience: 'SHARED',
  tell: after => tellAnswerers(trx, after, `Complaint ${row.complaintNo} is withdrawn`, remark, person.id),
})

const works: Record<TakenStep, Work> = {
  take,
  reassign,
  start,
  ask,
  reply,
  resolve,
  resolveQuality: resolve,
  changePriority,
  changeCategory,
  accept,
  reject,
  cancel,
}
