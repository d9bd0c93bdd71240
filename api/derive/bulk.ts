import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { labelOf } from '../../resources/define/label.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { clean, type Fault, problemWith } from '../../resources/define/validate.ts'
import { resources } from '../../resources/registry.ts'
import { conflict, invalid, invalidField, refused } from '../platform/errors.ts'
import { once } from '../platform/idempotency.ts'
import { needAuthor, needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { transact } from '../platform/transact.ts'
import { BulkWrite, type Failure } from './bulk-write.ts'
import { columnsReadBy, demand } from './conditions.ts'
import { askingOf, narrow } from './find.ts'
import { readId, readQuery } from './query.ts'
import { type Call, ResourceService } from './service.ts'
import { readWhy } from './why.ts'

/** The most rows that are changed at once, and from how many on a word must be typed. */
const MOST_ROWS = 5000
const UNTYPED_ROWS = 100

type Values = Record<string, unknown>

/** What is to be done with many rows: fields to be set, or whether they count. */
interface Asked {
  change: Values
  leaveOut: ReadonlySet<number>
  preview: boolean
  why: string | undefined
}

/** What came of it, or would come: rows changed, rows that were so already, rows left out, rows that cannot be. */
export interface BulkResult {
  count: number
  changed: number
  same: number
  leftOut: number
  failures: Failure[]
}

/**
 * `POST /api/<path>/bulk { ids | filter, expected, change, leaveOut, confirm, preview, why }`: changes, deactivates or
 * activates many rows by the checks, rights and history of a single one, all or none. `filter` is the query of the list.
 * A preview is the same work, rolled back. Throws 409 COUNT_MOVED when the rows are not as many as were expected, and
 * 422 with every row that cannot be changed and why.
 */
export function serveBulk(app: Application, db: Knex) {
  for (const resource of resources.filter(({ kind }) => kind === 'master')) {
    const service = {
      async create(body: Values, call: Call): Promise<BulkResult> {
        const command = `${resource.path}/bulk`
        const asked = readAsked(db, resource, body, call)
        if (asked.preview) return previewed(db, resource, body, asked, call)
        const work = (trx: Knex.Transaction) => take(trx, resource, body, asked, call)
        return call.headers?.['idempotency-key'] ? once(db, call, command, body, work) : transact(db, work)
      },
    }
    app.use(`api/${resource.path}/bulk`, service as never, { methods: ['create'] } as never)
  }
}

/** The answer of a transaction that is to be undone. */
class Undone extends Error {
  readonly result: BulkResult
  constructor(result: BulkResult) {
    super('A preview')
    this.result = result
  }
}

async function previewed(db: Knex, resource: Resource, body: Values, asked: Asked, call: Call): Promise<BulkResult> {
  try {
    return await transact(db, async trx => {
      throw new Undone(await take(trx, resource, body, asked, call))
    })
  } catch (error) {
    if (error instanceof Undone) return error.result
    throw error
  }
}

async function take(trx: Knex.Transaction, resource: Resource, body: Values, asked: Asked, call: Call) {
  const person = needPerson(call)
  const ids = await idsOf(trx, resource, body, person)
  const what = asked.change.isActive === false ? 'DEACTIVATE' : asked.change.isActive === true ? 'ACTIVATE' : 'CHANGE'
  const left = ids.filter(id => !asked.leaveOut.has(id))
  if (left.length > UNTYPED_ROWS && !asked.preview && body.confirm !== what)
    throw invalidField('confirm', 'REQUIRED', `confirm must be ${what}, for ${left.length} rows are changed at once`)
  const author = { ...needAuthor(call), reason: ['Many rows at once', asked.why].filter(Boolean).join(': ') }
  const write = new BulkWrite(trx, resource, { ...call, author, transaction: { trx } }, person)
  const { changed, same, failures } = await write.take(left, asked.change)
  if (failures.length > 0 && !asked.preview) throw refusedRows(failures, left.length)
  return { count: ids.length, changed, same, leftOut: ids.length - left.length, failures }
}

/** All rows that were refused, in one answer; nothing was written. */
function refusedRows(failures: Failure[], count: number) {
  const message =
    count === 1
      ? failures[0]!.errors[0]!.message
      : `${failures.length} of ${count} rows cannot be changed, so none was: correct them or leave them out`
  return refused([{ field: '', code: 'ROWS_REFUSED', message }], message, { failures })
}

function readAsked(db: Knex, resource: Resource, body: Values, call: Call): Asked {
  const person = needPerson(call)
  const { change, leaveOut = [], preview = false } = body
  if (!isRecord(change) || Object.keys(change).length === 0)
    throw invalidField('change', 'REQUIRED', 'change must name the fields to be set, such as { "isActive": false }')
  if (!Number.isSafeInteger(body.expected))
    throw invalidField('expected', 'REQUIRED', 'expected must be the number of rows that was seen')
  const left = idList(leaveOut, 'leaveOut')
  demand(person, resource, 'isActive' in change ? 'deactivate' : 'update')
  if ('isActive' in change) readActive(change)
  else checkValues(new ResourceService(db, resource), resource, change, call)
  return { change: clean(resource, change), leaveOut: new Set(left), preview: preview === true, why: readWhy(body.why) }
}

function readActive(change: Values) {
  if (typeof change.isActive !== 'boolean') throw invalidField('isActive', 'TYPE', 'Active must be yes or no')
  if (Object.keys(change).length > 1)
    throw invalidField('change', 'RULE', 'Whether rows count is changed by itself, not together with their fields')
}

/** What is wrong whatever the row: unknown and closed fields, values of the wrong kind. */
function checkValues(service: ResourceService, resource: Resource, change: Values, call: Call) {
  const faults: Fault[] = service.unknownFields(change, call, true)
  if (faults.length === 0) {
    for (const [name, value] of Object.entries(clean(resource, change))) {
      const field = resource.fields[name]!
      const problem = field.optional && value === null ? undefined : problemWith(field, value ?? undefined)
      if (field.kind === 'file')
        faults.push({ field: name, code: 'RULE', message: `${labelOf(name, field)} is a file of one row` })
      else if (problem) faults.push({ field: name, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` })
    }
  }
  if (faults.length > 0) throw invalid(faults)
}

/** The rows that are meant, if they are still as many as the person saw. */
async function idsOf(trx: Knex, resource: Resource, body: Values, person: Person): Promise<number[]> {
  demand(person, resource, 'read')
  const { ids: named, filter, expected } = body
  if ((named === undefined) === (filter === undefined))
    throw invalidField('ids', 'REQUIRED', 'Send either ids or the filter of the list')
  const asked = named === undefined ? readFilter(filter) : { id: { $in: idList(named, 'ids') } }
  const ids = await matching(trx, resource, asked, person)
  if (ids.length > MOST_ROWS) throw tooMany()
  if (ids.length === expected) return ids
  const message = `These were ${expected} rows and are now ${ids.length}: look at the list again before you change them`
  throw conflict('COUNT_MOVED', message, { expected, found: ids.length })
}

async function matching(trx: Knex, resource: Resource, asked: Values, person: Person): Promise<number[]> {
  const parts = partsOf(asked)
  const found: number[] = []
  for (const part of parts) {
    const query = readQuery(resource, part, columnsReadBy(person, resource))
    const rows = narrow(trx, resource, query, askingOf(query, person), 'read')
    const table = tableOf(resource)
    const page: { id: number }[] = await rows
      .orderBy(`${table}.id`)
      .limit(MOST_ROWS + 1)
      .select(`${table}.id`)
    found.push(...page.map(({ id }) => id))
  }
  return found
}

/** A query may name 500 values: more ids are asked for in turns. */
function partsOf(asked: Values): Values[] {
  const ids = (asked.id as { $in?: number[] } | undefined)?.$in
  if (!Array.isArray(ids) || ids.length <= 500) return [asked]
  return Array.from({ length: Math.ceil(ids.length / 500) }, (_, part) => ({
    id: { $in: ids.slice(part * 500, part * 500 + 500) },
  }))
}

function readFilter(filter: unknown): Values {
  if (!isRecord(filter)) throw invalidField('filter', 'TYPE', 'filter must be the query of the list as an object')
  const odd = ['$limit', '$skip', '$sort', '$select'].find(name => name in filter)
  if (odd) throw invalidField('filter', 'QUERY', `filter says which rows: leave ${odd} away`)
  return filter
}

function idList(given: unknown, field: string): number[] {
  if (!Array.isArray(given) || !given.every(id => typeof id === 'number' && readId(id) !== undefined))
    throw invalidField(field, 'TYPE', `${field} must be a list of the ids of rows`)
  if (given.length > MOST_ROWS) throw tooMany()
  return [...new Set(given as number[])]
}

const tooMany = () =>
  invalidField(
    'expected',
    'RANGE',
    `At most ${MOST_ROWS.toLocaleString('en-IN')} rows are changed at once: narrow the list with a filter, or import a file`,
  )

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
