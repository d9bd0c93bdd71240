import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import type {
  DisputeStepResult,
  DisputeStepResults,
  DisputeSteps,
  DisputeStepTaken,
} from '../../resources/complaints/dispute-answers.ts'
import { disputeFlow, manySteps } from '../../resources/complaints/dispute-flow.ts'
import { stepsFor } from '../../resources/define/flow.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import type { Author } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { disputableInvoices } from './disputable-invoices.ts'
import { disputePeople } from './dispute-people.ts'
import { disputeActors, takeDisputeStep, takesSteps } from './take-dispute-step.ts'

const MOST_AT_ONCE = 100

/** Registers what is done with disputes besides opening and reading them. */
export function serveDisputes(app: Application, db: Knex) {
  const services = {
    'disputable-invoices': { find: (call: Call) => disputableInvoices(db, call) },
    'dispute-people': { find: (call: Call) => disputePeople(db, call) },
    'dispute-steps': { find: (call: Call) => stepsOf(db, call), create: takeStep(db) },
    'dispute-bulk-steps': { create: takeMany(db) },
  }
  for (const [name, service] of Object.entries(services))
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
}

const readRow = async (db: Knex, id: number, person: Person): Promise<ArDispute | undefined> =>
  (await rowsOf(db, arDispute, rows => restrict(rows.where('ar_dispute.id', id), db, arDispute, person, 'read')))[0]

/** The steps that the person may take on a dispute now. */
async function stepsOf(db: Knex, call: Call): Promise<DisputeSteps> {
  const person = requirePerson(call)
  requireRight(person, arDispute, 'read')
  const id = readId(call.query?.disputeId)
  if (id === undefined) throw invalidField('disputeId', 'TYPE', 'disputeId must be the number of a dispute')
  const row = await readRow(db, id, person)
  if (!row) throw notFound()
  if (!takesSteps(person)) return { steps: [] }
  return { steps: stepsFor(disputeFlow, { ...row, byId: person.id }, await disputeActors(db, row, person)) }
}

const takeStep =
  (db: Knex) =>
  async (body: unknown, call: Call): Promise<DisputeStepTaken> => {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const { id, status, rowVersion } = await transact(db, trx => takeDisputeStep(trx, body, person, author))
    return { id, status, rowVersion }
  }

/** Takes one step on many disputes, each in a transaction of its own, and says of each what became of it. */
const takeMany =
  (db: Knex) =>
  async (body: unknown, call: Call): Promise<DisputeStepResults> => {
    const person = requirePerson(call)
    requireRight(person, arDispute, 'update')
    const author = requireAuthor(call)
    const { disputes, step, ownerEmployeeId, remark } = bodyObject(body, 'The step')
    if (!(manySteps as readonly unknown[]).includes(step))
      throw invalidField('step', 'ENUM', `step must be one of ${manySteps.join(', ')}`)
    if (!Array.isArray(disputes) || disputes.length === 0 || disputes.length > MOST_AT_ONCE)
      throw invalidField('disputes', 'TYPE', `disputes must name 1 to ${MOST_AT_ONCE} of them`)
    const said = { step, remark: remark ?? '', ...(step === 'reassign' && { ownerEmployeeId }) }
    const named = disputes.map(one => {
      const { id, rowVersion } = bodyObject(one, 'A dispute', 'disputes')
      const disputeId = readId(id)
      if (disputeId === undefined) throw invalidField('disputes', 'TYPE', 'disputes must name each by its number')
      return { disputeId, rowVersion }
    })
    const results: DisputeStepResult[] = []
    for (const one of named) results.push(await takeOne(db, { ...one, ...said }, person, author))
    return { results }
  }

async function takeOne(
  db: Knex,
  step: { disputeId: number },
  person: Person,
  author: Author,
): Promise<DisputeStepResult> {
  const id = step.disputeId
  try {
    const { disputeNo } = await transact(db, trx => takeDisputeStep(trx, step, person, author))
    return { id, disputeNo, isDone: true, message: null }
  } catch (error) {
    const { code, message, errors } = error as { code?: number; message: string; errors?: { message: string }[] }
    if (code === undefined || code >= 500) throw error
    const disputeNo = (await readRow(db, id, person))?.disputeNo ?? null
    const why = errors?.[0]?.message || message
    return { id, disputeNo, isDone: false, message: disputeNo ? why.replace(`${disputeNo}: `, '') : why }
  }
}
