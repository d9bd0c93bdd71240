import type { Knex } from 'knex'
import { type Actor, type FlowStep, refusalOf } from '../../resources/define/flow.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { conflict, forbidden, invalid, invalidField, notFound } from '../platform/errors.ts'

const MOST_WORDS = 2000

/** What steps are taken on: a row that is at a version, in a state. */
interface Stepped {
  id: number
  status: string
  rowVersion: number
}

/** A kind of case, with the steps that are taken on it. */
export interface SteppedCase<Step extends string> {
  /** Such as `complaint`, in sentences. */
  noun: string
  resource: Resource
  /** The key by which a step names its row. */
  key: string
  steps: Record<Step, FlowStep<string, never>>
  /** The fields that steps may say, as a form without defaults. */
  form: Resource
  saidFields: readonly string[]
}

/** A step as it was sent, clean. */
export interface SentStep<Step extends string> {
  id: number
  step: Step
  rowVersion: unknown
  remark: string
  said: RowValues
}

/** Reads a step. Throws 400 with faults at the fields, also for what is not part of the step. */
export function readStep<Step extends string>(body: unknown, kind: SteppedCase<Step>): SentStep<Step> {
  const { step, rowVersion, remark = '', [kind.key]: id, ...said } = bodyObject(body, 'The step')
  if (typeof step !== 'string' || !Object.hasOwn(kind.steps, step))
    throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(kind.steps).join(', ')}`)
  const { says = [], label } = kind.steps[step as Step]
  const odd = Object.keys(said).find(name => !says.includes(name))
  if (odd) throw invalidField(odd.slice(0, 60), 'UNKNOWN_FIELD', `${odd.slice(0, 60)} is not part of «${label}»`)
  const faults: Fault[] = []
  const values = readBody(kind.form, kind.saidFields as never[], said, faults)
  if (faults.length > 0) throw invalid(faults)
  if (typeof remark !== 'string' || remark.length > MOST_WORDS)
    throw invalidField('remark', 'LENGTH', `Words must be at most ${MOST_WORDS} characters`)
  if (!Number.isSafeInteger(id) || (id as number) < 1)
    throw invalidField(kind.key, 'TYPE', `${kind.key} must be the number of a ${kind.noun}`)
  return { id: id as number, step: step as Step, rowVersion, remark: remark.trim(), said: values }
}

/** Throws 403, 409 or 400 unless these people may take the step on the row as it is now. */
export function demandStep<Step extends string, Subject extends Stepped>(
  { noun, steps }: SteppedCase<Step>,
  flow: Parameters<typeof refusalOf<string, Step, Subject>>[0],
  { step, rowVersion, remark }: SentStep<Step>,
  { subject, number, actors }: { subject: Subject; number: string; actors: readonly Actor[] },
) {
  const refused = refusalOf(flow, step, subject, actors)
  if (refused?.code === 'FORBIDDEN') throw forbidden(refused.message)
  if (refused) throw conflict(refused.code, `${number}: ${refused.message}`)
  if (subject.rowVersion !== rowVersion)
    throw conflict(
      'STALE_ROW',
      `${noun[0]!.toUpperCase()}${noun.slice(1)} ${number} changed meanwhile: review it`,
      {},
      'rowVersion',
    )
  if (steps[step].remark === 'required' && remark === '')
    throw invalidField('remark', 'REQUIRED', `Words are required: ${steps[step].label} says why, or what`)
}

/** A row that the person may read, locked until the end of the transaction. Throws 404 for any other. */
export async function lockRow<R extends Resource>(trx: Knex, resource: R, id: number, person: Person) {
  const table = tableOf(resource)
  const [row] = await rowsOf(trx, resource, rows =>
    restrict(rows.where(`${table}.id`, id), trx, resource, person, 'read').forUpdate(),
  )
  if (!row) throw notFound()
  return row
}
