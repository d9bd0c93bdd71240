import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { type DisputeStep, disputeFlow } from '../../resources/complaints/dispute-flow.ts'
import type { Actor } from '../../resources/define/flow.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/write.ts'
import { disputeStepWork } from './dispute-step-work.ts'
import { reaches } from './find-owner.ts'
import { demandStep, lockRow, readStep, type SteppedCase } from './read-step.ts'

/** A step of a dispute with what it says, clean. */
export interface DisputeCommand {
  row: ArDispute
  step: DisputeStep
  remark: string
  person: Person
  author: Author
  /** Paise. */
  acceptedAmount: number | null
  settlementNoteNo: string | null
  ownerEmployeeId: number | null
}

/** The fields that steps may say. */
export const disputeSaidFields = ['acceptedAmount', 'settlementNoteNo', 'ownerEmployeeId'] as const

const disputeCase: SteppedCase<DisputeStep> = {
  noun: 'dispute',
  resource: arDispute,
  key: 'disputeId',
  steps: disputeFlow.steps,
  form: arDispute,
  saidFields: disputeSaidFields,
}

/** Whether the person takes steps of disputes at all: whoever decides or follows them, or confirms amounts. */
export const takesSteps = ({ ability }: Person) =>
  ability.can('update', arDispute.path) || ability.can('approve', arDispute.path)

/**
 * Takes a step of a dispute. Throws 400 for what it says, 403 where it is not the person's, 404 out of scope, 409 when the
 * dispute has changed or stands where the step is not possible.
 */
export async function takeDisputeStep(trx: Knex, body: unknown, person: Person, author: Author): Promise<ArDispute> {
  if (!takesSteps(person)) requireRight(person, arDispute, 'update')
  const sent = readStep(body, disputeCase)
  const row = await lockRow(trx, arDispute, sent.id, person)
  const actors = await disputeActors(trx, row, person)
  demandStep(disputeCase, disputeFlow, sent, {
    subject: { ...row, byId: person.id },
    number: row.disputeNo,
    actors,
  })
  const { step, remark, said } = sent
  return disputeStepWork(trx, {
    row,
    step,
    remark,
    person,
    author,
    ...(said as Pick<DisputeCommand, (typeof disputeSaidFields)[number]>),
  })
}

/** As whom a person acts on a dispute: their roles, where they may change or confirm it. */
export async function disputeActors(db: Knex, { id }: ArDispute, person: Person): Promise<readonly Actor[]> {
  const acts =
    (await reaches(db, person, arDispute, id, 'update')) || (await reaches(db, person, arDispute, id, 'approve'))
  return acts ? person.roles : []
}
