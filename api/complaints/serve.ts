import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { complaint } from '../../resources/complaints/complaint.ts'
import type { ComplaintSteps, StepTaken } from '../../resources/complaints/complaint-answers.ts'
import { complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import { stepsFor } from '../../resources/define/flow.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { complaintPeople } from './complaint-people.ts'
import { reassignMany } from './reassign-many.ts'
import { actorsOn, takeComplaintStep } from './take-complaint-step.ts'

/** Registers what is done with complaints besides opening and reading them. */
export function serveComplaints(app: Application, db: Knex) {
  const services = {
    'complaint-people': { find: (call: Call) => complaintPeople(db, call) },
    'complaint-steps': { find: (call: Call) => stepsOf(db, call), create: takeStep(db) },
    'complaint-reassignments': { create: reassignMany(db) },
  }
  for (const [name, service] of Object.entries(services))
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
}

/** The steps that the person may take on a complaint now. */
async function stepsOf(db: Knex, call: Call): Promise<ComplaintSteps> {
  const person = requirePerson(call)
  requireRight(person, complaint, 'read')
  const id = readId(call.query?.complaintId)
  if (id === undefined) throw invalidField('complaintId', 'TYPE', 'complaintId must be the number of a complaint')
  const [row] = await rowsOf(db, complaint, rows =>
    restrict(rows.where('complaint.id', id), db, complaint, person, 'read'),
  )
  if (!row) throw notFound()
  if (!person.ability.can('update', complaint.path)) return { steps: [] }
  return { steps: stepsFor(complaintFlow, { ...row, today: today() }, await actorsOn(db, row, person)) }
}

const takeStep =
  (db: Knex) =>
  async (body: unknown, call: Call): Promise<StepTaken> => {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const { id, status, rowVersion } = await transact(db, trx => takeComplaintStep(trx, body, person, author))
    return { id, status, rowVersion }
  }
