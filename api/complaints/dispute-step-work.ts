import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { CONFIRM_ABOVE, type DisputeStep, disputeFlow } from '../../resources/complaints/dispute-flow.ts'
import type { DisputeNote } from '../../resources/complaints/dispute-note.ts'
import { acceptedStatus } from '../../resources/complaints/disputed-amounts.ts'
import { pauseClock, resumeClock } from '../../resources/complaints/sla-clock.ts'
import { rupees } from '../../resources/define/show.ts'
import { updateRow } from '../derive/save/write.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { askConfirmation, tellDisputeAnswerers, tellDisputeCustomer } from './dispute-news.ts'
import { markDisputed } from './disputed-items.ts'
import { demandCredit } from './find-credit-note.ts'
import { employeeReaching } from './find-owner.ts'
import type { DisputeCommand } from './take-dispute-step.ts'
import { writeDisputeNote } from './write-note.ts'

/** What a step changes, and what of it stands in the thread. */
interface StepResult {
  changes: Partial<ArDispute>
  said: string
  audience: DisputeNote['audience']
  /** Whom to tell, once it is saved. */
  tell?: (after: ArDispute) => Promise<unknown>
}

type Work = (trx: Knex, command: DisputeCommand) => Promise<StepResult>
/** The steps that people take. */
type TakenStep = Exclude<DisputeStep, 'findCredit' | 'loseCredit'>

/** Saves a step with its note, keeps the marks of the open items, and tells those whom it concerns. */
export async function disputeStepWork(trx: Knex, command: DisputeCommand): Promise<ArDispute> {
  const { row, step, person, author } = command
  const { changes, said, audience, tell } = await works[step as TakenStep](trx, command)
  const { label } = disputeFlow.steps[step]
  const reason = [label, command.remark].filter(Boolean).join(': ').slice(0, 255)
  const after = await updateRow(trx, arDispute, row, changes, { ...author, reason })
  await writeDisputeNote(trx, { disputeId: row.id, step, body: said || label, audience }, person, author)
  if (after.status !== row.status) await markDisputed(trx, [row.invoiceId])
  await tell?.(after)
  return after
}

const ownEmployee = async (trx: Knex, { row, person }: DisputeCommand) => {
  const owner =
    person.employeeId === null ? null : await employeeReaching(trx, person.employeeId, arDispute, row.id, 'update')
  if (!owner) throw invalidField('step', 'RULE', 'Only an employee takes a dispute over: reassign it instead')
  return owner
}

const take: Work = async (trx, command) => {
  const { employeeId, name } = await ownEmployee(trx, command)
  return {
    changes: { status: 'UNDER_REVIEW', ownerEmployeeId: employeeId },
    said: `Taken over by ${name}`,
    audience: 'INTERNAL',
    tell: after => tellDisputeCustomer(trx, after, '', null),
  }
}

const reassign: Work = async (trx, { row, person, remark, ownerEmployeeId }) => {
  const owner =
    ownerEmployeeId === null ? null : await employeeReaching(trx, ownerEmployeeId, arDispute, row.id, 'update')
  if (!owner)
    throw invalidField('ownerEmployeeId', 'RULE', 'Owner must be an employee of Finance who signs in and reaches it')
  return {
    changes: { status: row.status === 'OPEN' ? 'UNDER_REVIEW' : row.status, ownerEmployeeId: owner.employeeId },
    said: [`Given to ${owner.name}`, remark].filter(Boolean).join(': '),
    audience: 'INTERNAL',
    tell: after =>
      tellDisputeAnswerers(trx, after, `Dispute ${row.disputeNo} is yours now`, remark || row.description, person.id),
  }
}

const ask: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'WAITING_CUSTOMER', ...pauseClock(row, now()) },
  said: remark,
  audience: 'SHARED',
  tell: after => tellDisputeCustomer(trx, after, remark, person.id),
})

const reply: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'UNDER_REVIEW', ...resumeClock(row, now(), await officeHolidays(trx)) },
  said: remark,
  audience: 'SHARED',
  tell: after =>
    tellDisputeAnswerers(trx, after, `${person.name} answered on dispute ${row.disputeNo}`, remark, person.id),
})

const nothingProposed = { proposedAmount: null, proposedAnswer: null, proposedById: null } as const

const decision = ({ disputedAmount }: ArDispute, accepted: number, byId: number) => ({
  status: acceptedStatus(accepted, disputedAmount),
  acceptedAmount: accepted,
  decidedAt: now(),
  decidedById: byId,
})

const acceptedText = (accepted: number, { disputedAmount }: ArDispute, answer: string) =>
  accepted === disputedAmount
    ? `Accepted: ${rupees(accepted)}. ${answer}`
    : `Accepted ${rupees(accepted)} of ${rupees(disputedAmount)}. ${answer}`

/** More than `CONFIRM_ABOVE` waits for a sales manager who is somebody else; until then it stays under review. */
const accept: Work = async (trx, { row, person, remark, acceptedAmount }) => {
  if (acceptedAmount === null)
    throw invalidField('acceptedAmount', 'REQUIRED', 'Accepted amount is required: enter what is credited')
  if (acceptedAmount > row.disputedAmount)
    throw invalidField(
      'acceptedAmount',
      'RANGE',
      `Accepted amount must be at most the ${rupees(row.disputedAmount)} that are disputed`,
    )
  if (acceptedAmount > CONFIRM_ABOVE)
    return {
      changes: { proposedAmount: acceptedAmount, proposedAnswer: remark, proposedById: person.id },
      said: `${rupees(acceptedAmount)} waits for the confirmation of a sales manager: ${remark}`,
      audience: 'INTERNAL',
      tell: after => askConfirmation(trx, after, acceptedAmount, person.id),
    }
  const said = acceptedText(acceptedAmount, row, remark)
  return {
    changes: decision(row, acceptedAmount, person.id),
    said,
    audience: 'SHARED',
    tell: after => tellDisputeCustomer(trx, after, said, person.id),
  }
}

/** The customer reads the answer of Finance; who confirmed it stays with us. */
const confirm: Work = async (trx, { row, person, author }) => {
  const said = acceptedText(row.proposedAmount!, row, row.proposedAnswer ?? '')
  return {
    changes: {
      ...decision(row, row.proposedAmount!, row.proposedById!),
      ...nothingProposed,
      confirmedAt: now(),
      confirmedById: person.id,
    },
    said: `${rupees(row.proposedAmount!)} confirmed`,
    audience: 'INTERNAL',
    tell: async after => {
      const { name } = await trx('user').where({ id: row.proposedById }).first('name')
      const by = { id: row.proposedById!, name, userType: 'EMPLOYEE' } as const
      const note = { disputeId: row.id, step: 'accept', body: said, audience: 'SHARED' } as const
      await writeDisputeNote(trx, note, by, author)
      await tellDisputeCustomer(trx, after, said, null)
      await tellDisputeAnswerers(trx, after, `The amount of dispute ${row.disputeNo} is confirmed`, said, person.id)
    },
  }
}

const sendBack: Work = async (trx, { row, person, remark }) => ({
  changes: nothingProposed,
  said: `Sent back, was ${rupees(row.proposedAmount!)}: ${remark}`,
  audience: 'INTERNAL',
  tell: after =>
    tellDisputeAnswerers(trx, after, `The amount of dispute ${row.disputeNo} is sent back`, remark, person.id),
})

const reject: Work = async (trx, { person, remark }) => ({
  changes: { status: 'REJECTED', decidedAt: now(), decidedById: person.id },
  said: remark,
  audience: 'SHARED',
  tell: after => tellDisputeCustomer(trx, after, remark, person.id),
})

const enterCredit: Work = async (trx, { row, person, settlementNoteNo }) => {
  if (settlementNoteNo === null)
    throw invalidField('settlementNoteNo', 'REQUIRED', 'Credit note is required: enter its number')
  await demandCredit(trx, row, settlementNoteNo)
  const said = `Credit note ${settlementNoteNo} is issued`
  return {
    changes: { status: 'CREDIT_NOTE_ISSUED', settlementNoteNo },
    said,
    audience: 'SHARED',
    tell: after => tellDisputeCustomer(trx, after, said, person.id),
  }
}

const close: Work = async (_, { remark }) => ({
  changes: { status: 'CLOSED', closedAt: now() },
  said: remark || 'Closed',
  audience: 'SHARED',
})

const withdraw: Work = async (trx, { row, person, remark }) => ({
  changes: { status: 'WITHDRAWN', closedAt: now(), ...nothingProposed },
  said: remark,
  audience: 'SHARED',
  tell: after => tellDisputeAnswerers(trx, after, `Dispute ${row.disputeNo} is withdrawn`, remark, person.id),
})

const works: Record<TakenStep, Work> = {
  take,
  accept,
  confirm,
  sendBack,
  reject,
  ask,
  reply,
  enterCredit,
  close,
  reassign,
  withdraw,
}
