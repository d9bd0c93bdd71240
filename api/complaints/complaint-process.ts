import type { Knex } from 'knex'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import * as complaints from '../../resources/complaints/complaint-commands.ts'
import { complaintProcess, REOPEN_DAYS, SILENCE_DAYS } from '../../resources/complaints/complaint-process.ts'
import { resolutionLabels } from '../../resources/complaints/complaint-states.ts'
import { noNamedNote } from '../../resources/complaints/named-note.ts'
import { pauseClock, resumeClock } from '../../resources/complaints/sla-clock.ts'
import { creditTypes } from '../../resources/trade.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { attach, type Deed } from '../derive/process/attach.ts'
import { bindProcess } from '../derive/process/bind-process.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now, today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { type Fact, notAsked } from '../sap/facts/fact.ts'
import { addNote } from './add-note.ts'
import { changeCategory } from './change-category.ts'
import { mailDepartment, tellAnswerers, tellOfAnswer, tellOfResolution } from './complaint-news.ts'
import { findComplaintPeople } from './complaint-people.ts'
import { escalate } from './escalate.ts'
import { creditNoteFor } from './find-credit-note.ts'
import { ownerAs } from './find-owner.ts'
import { askComplaintNote } from './named-note.ts'
import { openComplaint } from './open-complaint.ts'
import { reopened } from './reopened.ts'
import { complaintThread } from './threads.ts'
import { writeNote } from './write-note.ts'

/** A credit note that the portal knows must be the customer's own; another may still be on its way from SAP. */
async function demandCreditNote(trx: Knex, row: Complaint, resolution: Complaint['resolution'], no: string) {
  if (resolution !== 'CREDIT_NOTE')
    throw invalidField('settlementNoteNo', 'RULE', 'Credit note belongs to the resolution “A credit note is issued”')
  const creditNote = await trx('invoice').where({ invoiceNo: no }).first('invoiceType', 'soldToId', 'isCancelled')
  if (creditNote && (!creditTypes.includes(creditNote.invoiceType) || creditNote.soldToId !== row.customerId))
    throw invalidField('settlementNoteNo', 'RULE', `${no} is not a credit note of this customer`)
  if (creditNote?.isCancelled) throw invalidField('settlementNoteNo', 'RULE', `Credit note ${no} is cancelled`)
}

/** Asks SAP for the credit note by which a complaint is resolved, if there is one. */
const askNote = async (
  db: Knex,
  { row, said }: { row: Complaint; said: Pick<Complaint, 'resolution' | 'settlementNoteNo'> },
) =>
  said.resolution === 'CREDIT_NOTE' && said.settlementNoteNo !== null
    ? askComplaintNote(db, row, said.settlementNoteNo)
    : undefined

type Resolution = Pick<Complaint, 'settlementNoteNo'> & {
  resolution: NonNullable<Complaint['resolution']>
  rootCause: string
  capa?: string
}

/** The credit note that settles a complaint, or the one that was entered and that SAP could not tell of. */
async function settlementOf(
  trx: Knex,
  row: Complaint,
  { resolution, settlementNoteNo }: Pick<Complaint, 'resolution' | 'settlementNoteNo'>,
  fact: Fact,
) {
  if (settlementNoteNo === null)
    return { settledBy: resolution === 'CREDIT_NOTE' ? await creditNoteFor(trx, row) : null, named: null }
  return fact.is === 'CONFIRMED'
    ? { settledBy: fact.number, named: null }
    : { settledBy: null, named: settlementNoteNo }
}

const namedBy = (named: string | null, namedNoteById: number) => ({
  ...noNamedNote,
  ...(named !== null && { namedNoteNo: named, namedNoteById }),
})

async function resolve(trx: Knex, { row, person, remark, said, known = notAsked }: Deed<Complaint, Resolution>) {
  const { resolution, rootCause, capa = null, settlementNoteNo } = said
  if (settlementNoteNo !== null) await demandCreditNote(trx, row, resolution, settlementNoteNo)
  const { settledBy, named } = await settlementOf(trx, row, said, known as Fact)
  const at = now()
  return {
    changes: {
      resolution,
      rootCause,
      capa,
      settlementNoteNo: settledBy,
      ...namedBy(named, person.id),
      resolvedAt: at,
      resolvedById: person.id,
      ...pauseClock(row, at),
    },
    said: `${resolutionLabels[resolution]}: ${remark}`,
    shared: true,
  } as const
}

/** What is particular of the steps of a complaint. */
export const attachedComplaint = attach<Complaint, typeof complaintProcess>(complaintProcess, {
  resource: complaint,
  numberOf: ({ complaintNo }) => complaintNo,
  subjectOf: () => ({ today: today() }),
  /** The roles by which a person reaches it, and its owner. */
  async actorsOf(db, { id, ownerEmployeeId }, person) {
    const owns = person.employeeId !== null && person.employeeId === ownerEmployeeId
    const reaches = async (right: 'approve' | 'create') =>
      person.ability.can(right, complaint.path) &&
      (await restrict(db('complaint').where('complaint.id', id), db, complaint, person, right).first('id')) !==
        undefined
    const works = (await reaches('approve')) || (person.customerId !== null && (await reaches('create')))
    return [...(works ? person.roles : []), ...(owns ? (['owner'] as const) : [])]
  },
  before: {
    resolve: askNote,
    resolveQuality: askNote,
    enterCredit: (db, { row, said }) => askComplaintNote(db, row, said.settlementNoteNo),
  },
  effects: {
    async take(trx, { row, person }) {
      const owner = person.employeeId === null ? null : await ownerAs(trx, person.employeeId, row)
      if (!owner) throw invalidField('step', 'RULE', 'Only an employee takes a complaint over: reassign it instead')
      return { changes: { ownerEmployeeId: owner.employeeId }, said: `Taken over by ${person.name}` }
    },
    async reassign(trx, { row, said: { ownerEmployeeId }, remark }) {
      const owner = await ownerAs(trx, ownerEmployeeId, row)
      if (!owner)
        throw invalidField(
          'ownerEmployeeId',
          'RULE',
          'Owner must be an employee who signs in and reaches the complaint',
        )
      return {
        ...(row.status === 'NEW' && { to: 'ASSIGNED' }),
        changes: { ownerEmployeeId: owner.employeeId },
        said: [`Given to ${owner.name}`, remark].filter(Boolean).join(': '),
        title: `Complaint ${row.complaintNo} is yours now`,
      }
    },
    start: async () => ({ said: 'Work has started', shared: true }),
    ask: async (_, { row }) => ({ changes: pauseClock(row, now()), shared: true }),
    reply: async (trx, { row, person }) => ({
      changes: resumeClock(row, now(), await officeHolidays(trx)),
      shared: true,
      title: `${person.name} answered on complaint ${row.complaintNo}`,
    }),
    resolve,
    resolveQuality: resolve,
    async enterCredit(trx, { row, said, person, known = notAsked }) {
      await demandCreditNote(trx, row, 'CREDIT_NOTE', said.settlementNoteNo)
      const { settledBy, named } = await settlementOf(trx, row, { ...row, ...said }, known as Fact)
      return {
        changes: { settlementNoteNo: settledBy, ...namedBy(named, person.id) },
        said: named ? `Credit note ${named} is to be checked` : `Credit note ${settledBy} is entered`,
      }
    },
    changePriority: async (trx, { row, said: { priority } }) => ({
      changes: { priority },
      said: `Priority ${priority.toLowerCase()}, was ${row.priority.toLowerCase()}`,
      async follow(after) {
        if (priority === 'CRITICAL' && row.priority !== 'CRITICAL') await mailDepartment(trx, after)
        return after
      },
    }),
    changeCategory,
    accept: async (_, { row }) => ({
      changes: { closedAt: now() },
      shared: true,
      title: `Complaint ${row.complaintNo} is accepted and closed`,
    }),
    /** A second reopening goes to a manager at once. */
    async reject(trx, { row }) {
      const { status: _, ...changes } = await reopened(trx, row)
      const reopenCount = row.reopenCount + 1
      return {
        changes: { ...changes, reopenCount },
        shared: true,
        title: `Complaint ${row.complaintNo} is reopened`,
        follow: async after => (reopenCount > 1 ? escalate(trx, after, `reopened ${reopenCount} times`) : after),
      }
    },
    cancel: async (_, { row }) => ({
      changes: { closedAt: now() },
      shared: true,
      title: `Complaint ${row.complaintNo} is withdrawn`,
    }),
  },
  inTime: {
    close: async () => ({
      changes: { closedAt: now() },
      said: `Closed: not reopened within ${REOPEN_DAYS} days`,
      shared: true,
    }),
    lapse: async (_, { row }) => ({
      changes: { resolution: 'EXPLAINED', resolvedAt: now() },
      said: `${resolutionLabels.EXPLAINED}: our question was not answered for ${SILENCE_DAYS} days`,
      shared: true,
      title: `Complaint ${row.complaintNo} is resolved: not answered`,
    }),
  },
  async after(trx, { row, step, person, author, done: { said, shared } }) {
    const audience = shared ? 'SHARED' : 'INTERNAL'
    await writeNote(trx, { complaintId: row.id, step, body: said, audience } as never, person, author)
  },
  tell: {
    customer: (trx, { step, after, person, remark, done: { said } }) =>
      person && step === 'ask'
        ? tellOfAnswer(trx, after, person, remark)
        : tellOfResolution(trx, after, said, person?.id ?? null),
    answerers(trx, { step, row, after, person, remark, done: { title = '', said } }) {
      const body = step === 'reassign' ? remark || row.description : person ? remark : said
      return tellAnswerers(trx, after, title, body, person?.id ?? null)
    },
  },
})

const { complaintSteps, takeComplaintStep, takeComplaintStepOnMany } = complaints

/** What is done with complaints besides reading them. */
export const complaintCommands: readonly Bound[] = [
  bind(complaints.openComplaint, (sent, { trx, person, author }) => openComplaint(trx, sent, person, author)),
  bind(complaints.addComplaintNote, ({ complaintId, ...note }, { trx, person, author }) =>
    addNote(trx, complaintThread, complaintId, note, person, author),
  ),
  ...bindProcess(
    { offered: complaintSteps, take: takeComplaintStep, many: takeComplaintStepOnMany },
    attachedComplaint,
  ),
  bind(complaints.complaintPeople, async ({ ids, q }, { trx, person }) => ({
    people: await findComplaintPeople(trx, person, ids, q ?? ''),
  })),
]
