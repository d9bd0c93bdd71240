import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import type { DisputableInvoice, disputableInvoices } from '../../resources/complaints/dispute-commands.ts'
import * as disputes from '../../resources/complaints/dispute-commands.ts'
import { CONFIRM_ABOVE, disputeProcess } from '../../resources/complaints/dispute-process.ts'
import { acceptedStatus, openAmountOf } from '../../resources/complaints/disputed-amounts.ts'
import { noNamedNote } from '../../resources/complaints/named-note.ts'
import { pauseClock, resumeClock } from '../../resources/complaints/sla-clock.ts'
import { sum } from '../../resources/define/amounts.ts'
import type { BodyOf } from '../../resources/define/command.ts'
import { plainText } from '../../resources/define/sheet/signs.ts'
import { rupees } from '../../resources/define/show.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { attach } from '../derive/process/attach.ts'
import { bindProcess } from '../derive/process/bind-process.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { balancesOf, markDisputed } from '../masters/disputed-items.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { type Fact, notAsked } from '../sap/facts/fact.ts'
import { addNote } from './add-note.ts'
import { disputable } from './check-dispute.ts'
import { askConfirmation, tellDisputeAnswerers, tellDisputeCustomer } from './dispute-news.ts'
import { findDisputePeople } from './dispute-people.ts'
import { employeeReaching, reaches } from './find-owner.ts'
import { askDisputeNote } from './named-note.ts'
import { creditFault } from './note-used.ts'
import { openDispute } from './open-dispute.ts'
import { disputeThread } from './threads.ts'
import { writeDisputeNote } from './write-note.ts'

const MOST_INVOICES = 20

const nothingProposed = { proposedAmount: null, proposedAnswer: null, proposedById: null } as const

const decided = ({ disputedAmount }: ArDispute, acceptedAmount: number, decidedById: number) => ({
  to: acceptedStatus(acceptedAmount, disputedAmount),
  changes: { acceptedAmount, decidedAt: now(), decidedById },
})

const acceptedText = (accepted: number, { disputedAmount }: ArDispute, answer: string) =>
  accepted === disputedAmount
    ? `Accepted: ${rupees(accepted)}. ${answer}`
    : `Accepted ${rupees(accepted)} of ${rupees(disputedAmount)}. ${answer}`

/** The answer of Finance to an amount that was proposed, once it is confirmed. */
const confirmedText = (row: ArDispute) => acceptedText(row.proposedAmount!, row, row.proposedAnswer ?? '')

/** The employee who is to own a dispute. Throws 400 at the field where they do not reach it. */
async function ownerOf(trx: Knex, id: number | null, row: ArDispute, field: string, message: string) {
  const owner = id === null ? null : await employeeReaching(trx, id, arDispute, row.id, 'update')
  if (!owner) throw invalidField(field, 'RULE', message)
  return owner
}

/** What is particular of the steps of a dispute. */
export const attachedDispute = attach<ArDispute, typeof disputeProcess>(disputeProcess, {
  resource: arDispute,
  numberOf: ({ disputeNo }) => disputeNo,
  subjectOf: (_, person) => ({ byId: person?.id ?? null }),
  async actorsOf(db, { id }, person) {
    const reach = (right: 'update' | 'approve') => reaches(db, person, arDispute, id, right)
    return (await reach('update')) || (await reach('approve')) ? person.roles : []
  },
  before: { enterCredit: (db, { row, said }) => askDisputeNote(db, row, said.settlementNoteNo) },
  effects: {
    async take(trx, { row, person }) {
      const why = 'Only an employee takes a dispute over: reassign it instead'
      const { employeeId, name } = await ownerOf(trx, person.employeeId, row, 'step', why)
      return { changes: { ownerEmployeeId: employeeId }, said: `Taken over by ${name}` }
    },
    async accept(_, { row, said: { acceptedAmount }, remark, person }) {
      const most = rupees(row.disputedAmount)
      if (acceptedAmount > row.disputedAmount)
        throw invalidField('acceptedAmount', 'RANGE', `Accepted amount must be at most the ${most} that are disputed`)
      if (acceptedAmount > CONFIRM_ABOVE)
        return {
          changes: { proposedAmount: acceptedAmount, proposedAnswer: remark, proposedById: person.id },
          said: `${rupees(acceptedAmount)} waits for the confirmation of a sales manager: ${remark}`,
        }
      const said = acceptedText(acceptedAmount, row, remark)
      return { ...decided(row, acceptedAmount, person.id), said, shared: true }
    },
    async confirm(_, { row, person }) {
      const { to, changes } = decided(row, row.proposedAmount!, row.proposedById!)
      return {
        to,
        changes: { ...changes, ...nothingProposed, confirmedAt: now(), confirmedById: person.id },
        said: `${rupees(row.proposedAmount!)} confirmed`,
        title: `The amount of dispute ${row.disputeNo} is confirmed`,
      }
    },
    sendBack: async (_, { row, remark }) => ({
      changes: nothingProposed,
      said: `Sent back, was ${rupees(row.proposedAmount!)}: ${remark}`,
      title: `The amount of dispute ${row.disputeNo} is sent back`,
    }),
    reject: async (_, { person }) => ({ changes: { decidedAt: now(), decidedById: person.id }, shared: true }),
    ask: async (_, { row }) => ({ changes: pauseClock(row, now()), shared: true }),
    reply: async (trx, { row, person }) => ({
      changes: resumeClock(row, now(), await officeHolidays(trx)),
      shared: true,
      title: `${person.name} answered on dispute ${row.disputeNo}`,
    }),
    async enterCredit(trx, { row, said: { settlementNoteNo: entered }, person, known = notAsked }) {
      const fact = known as Fact
      const no = fact.is === 'CONFIRMED' ? fact.number : entered
      const fault = await creditFault(trx, row, no)
      if (fault) throw invalidField('settlementNoteNo', 'RULE', fault)
      if (fact.is !== 'CONFIRMED')
        return {
          to: row.status as 'ACCEPTED' | 'PARTLY_ACCEPTED',
          changes: { namedNoteNo: no, namedNoteById: person.id, namedNoteText: null },
          said: `Credit note ${no} is to be checked: ${fact.why}`,
        }
      const changes = { settlementNoteNo: no, ...noNamedNote }
      return { to: 'CREDIT_NOTE_ISSUED', changes, said: `Credit note ${no} is issued`, shared: true }
    },
    close: async (_, { remark }) => ({ changes: { closedAt: now() }, said: remark || 'Closed', shared: true }),
    async reassign(trx, { row, said: { ownerEmployeeId }, remark }) {
      const why = 'Owner must be an employee of Finance who signs in and reaches it'
      const { employeeId, name } = await ownerOf(trx, ownerEmployeeId, row, 'ownerEmployeeId', why)
      return {
        ...(row.status === 'OPEN' && { to: 'UNDER_REVIEW' }),
        changes: { ownerEmployeeId: employeeId },
        said: [`Given to ${name}`, remark].filter(Boolean).join(': '),
        title: `Dispute ${row.disputeNo} is yours now`,
      }
    },
    withdraw: async (_, { row }) => ({
      changes: { closedAt: now(), ...nothingProposed },
      shared: true,
      title: `Dispute ${row.disputeNo} is withdrawn`,
    }),
  },
  async after(trx, { row, step, after, person, author, done: { said, shared } }) {
    const audience = shared ? 'SHARED' : 'INTERNAL'
    await writeDisputeNote(trx, { disputeId: row.id, step, body: said, audience } as never, person, author)
    if (after.status !== row.status) await markDisputed(trx, [row.invoiceId])
  },
  tell: {
    /**
     * What waits for a confirmation, of a person or of SAP, is not told to the customer; once confirmed, it is the answer
     * of who proposed it.
     */
    async customer(trx, { step, row, after, person, author, done: { said } }) {
      if (after.proposedAmount !== null || (step === 'enterCredit' && after.settlementNoteNo === null)) return
      if (step === 'take') return tellDisputeCustomer(trx, after, '', null)
      if (step !== 'confirm') return tellDisputeCustomer(trx, after, said, person?.id ?? null)
      const answer = confirmedText(row)
      const { name } = await trx('user').where({ id: row.proposedById }).first('name')
      const by = { id: row.proposedById!, name, userType: 'EMPLOYEE' } as const
      await writeDisputeNote(trx, { disputeId: row.id, step: 'accept', body: answer, audience: 'SHARED' }, by, author)
      await tellDisputeCustomer(trx, after, answer, null)
    },
    answerers: (trx, { step, row, after, person, remark, done: { title = '' } }) =>
      tellDisputeAnswerers(
        trx,
        after,
        title,
        step === 'confirm' ? confirmedText(row) : remark || row.description,
        person?.id ?? null,
      ),
    async confirmers(trx, { after, person }) {
      if (after.proposedAmount !== null) await askConfirmation(trx, after, after.proposedAmount, person?.id ?? null)
    },
  },
})

const { disputeSteps, takeDisputeStep, takeDisputeStepOnMany } = disputes

/** What is done with disputes besides reading them. */
export const disputeCommands: readonly Bound[] = [
  bind(disputes.openDispute, (sent, { trx, person, author }) => openDispute(trx, sent, person, author)),
  bind(disputes.addDisputeNote, ({ disputeId, ...note }, { trx, person, author }) =>
    addNote(trx, disputeThread, disputeId, note, person, author),
  ),
  ...bindProcess({ offered: disputeSteps, take: takeDisputeStep, many: takeDisputeStepOnMany }, attachedDispute),
  bind(disputes.disputableInvoices, async (asked, { trx, person }) => ({
    invoices: await findDisputable(trx, person, asked),
  })),
  bind(disputes.disputePeople, async ({ ids, q }, { trx, person }) => ({
    people: await findDisputePeople(trx, person, ids, q ?? ''),
  })),
]

/**
 * The invoices in reach that have an open balance, the latest first, with what is disputed of them. Whoever is no
 * customer's own names the customer or the invoice: throws 400 else.
 */
async function findDisputable(
  db: Knex,
  person: Person,
  { customerId, invoiceId, q }: BodyOf<typeof disputableInvoices>,
): Promise<DisputableInvoice[]> {
  const conditions = { soldToId: customerId, id: invoiceId }
  if (person.customerId === null && customerId === null && invoiceId === null)
    throw invalidField('customerId', 'REQUIRED', 'customerId is required: say whose invoices')
  const invoices = await rowsOf(db, invoice, rows => {
    disputable(rows)
    for (const [name, value] of Object.entries(conditions)) if (value !== null) rows.where(`invoice.${name}`, value)
    if (q !== null) rows.where('invoice.invoiceNo', 'like', `%${plainText(q).replace(/[\\%_]/g, '')}%`)
    rows.whereExists(
      db('upload_outstanding as item')
        .where('item.invoiceId', db.ref('invoice.id'))
        .where('item.isActive', 1)
        .whereNull('item.closedOn')
        .where('item.balanceAmount', '>', 0)
        .select(db.raw('1')),
    )
    return restrict(rows, db, invoice, person, 'read')
      .orderBy([
        { column: 'invoice.invoiceDate', order: 'desc' },
        { column: 'invoice.id', order: 'desc' },
      ])
      .limit(MOST_INVOICES)
  })
  const balances = await balancesOf(
    db,
    invoices.map(({ id }) => id),
  )
  return invoices.map(({ id, invoiceNo, invoiceDate }) => {
    const { balance, disputes } = balances.get(id)!
    return { id, invoiceNo, invoiceDate, balance, disputed: sum(disputes.map(openAmountOf)) }
  })
}
