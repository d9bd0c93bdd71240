import type { Knex } from 'knex'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, type Fault, problemWith } from '../../../resources/define/validate.ts'
import { conflict, invalid, invalidField } from '../../platform/errors.ts'
import type { Call } from '../call.ts'
import { matchingRows, readerOfQuery } from '../list/matching.ts'
import { readId, readQuery } from '../list/query.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { requirePerson } from '../rights/require-person.ts'
import { type ManyChange, readFormula } from '../round/many-change.ts'
import { ResourceService } from '../service.ts'
import { readLastDay } from './leave.ts'
import { readReason } from './read-reason.ts'

/** The most rows that one request changes. */
const MAX_ROWS = 5000

/** A validated request to change many rows: their fields, or whether they are active. */
export interface BulkInput extends ManyChange {
  leaveOut: ReadonlySet<number>
  /** The version of each row as the person saw it; undefined where they say nothing of versions. */
  seen: ReadonlyMap<number, number> | undefined
  preview: boolean
  why: string | undefined
  /** The last day of rows that were in use and leave it. */
  lastDay: string | undefined
}

/** Validates the parts of the body that need no rows. Throws 400 or 403. */
export function readBulkInput(db: Knex, resource: Resource, body: RowValues, call: Call): BulkInput {
  const person = requirePerson(call)
  const { change = body.formula ? {} : undefined, leaveOut = [], preview = false } = body
  requireRight(person, resource, isRecord(change) && 'isActive' in change ? 'deactivate' : 'update')
  const worked = readFormula(resource, body)
  if (!isRecord(change) || (Object.keys(change).length === 0 && !worked.formula))
    throw invalidField('change', 'REQUIRED', 'change must name the fields to be set, such as { "isActive": false }')
  if (!Number.isSafeInteger(body.expected))
    throw invalidField('expected', 'REQUIRED', 'expected must be the number of rows that was seen')
  const leftOut = idList(leaveOut, 'leaveOut')
  if ('isActive' in change) readActive(change, worked)
  else checkChange(db, resource, { set: change, ...worked }, call)
  return {
    set: clean(resource, change),
    ...worked,
    seen: readSeen(body.seen),
    leaveOut: new Set(leftOut),
    preview: preview === true,
    why: readReason(body.why),
    lastDay: readLastDay(resource, body.validTo),
  }
}

function readActive(change: RowValues, { formula, from }: Omit<ManyChange, 'set'>) {
  if (typeof change.isActive !== 'boolean') throw invalidField('isActive', 'TYPE', 'Active must be yes or no')
  if (Object.keys(change).length > 1 || formula || from)
    throw invalidField('change', 'RULE', 'Activate or deactivate rows separately from changing their fields')
}

/** Throws 400 for unknown fields, fields the person may not change, and values of the wrong type. */
export function checkChange(db: Knex, resource: Resource, change: ManyChange, call: Call) {
  const { set, formula } = change
  if (formula && formula.field in set)
    throw invalidField(
      'formula',
      'RULE',
      `${labelOf(formula.field, resource.fields[formula.field]!)} is set and worked out: do one of both`,
    )
  const service = new ResourceService(db, resource)
  const worked = formula ? service.unknownFields({ [formula.field]: formula.value }, call, true) : []
  if (worked.length > 0) throw invalid(worked)
  checkValues(service, resource, set, call)
}

function checkValues(service: ResourceService, resource: Resource, change: RowValues, call: Call) {
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

/** Returns the ids of the requested rows. Throws 409 when they are not as many as `expected`. */
export async function requestedIds(trx: Knex, resource: Resource, body: RowValues, person: Person): Promise<number[]> {
  requireRight(person, resource, 'read')
  const { ids: givenIds, filter, expected } = body
  if ((givenIds === undefined) === (filter === undefined))
    throw invalidField('ids', 'REQUIRED', 'Send either ids or the filter of the list')
  const filterQuery = givenIds === undefined ? readFilter(filter) : { id: { $in: idList(givenIds, 'ids') } }
  const ids = await matching(trx, resource, filterQuery, person)
  if (ids.length > MAX_ROWS) throw tooMany()
  if (ids.length === expected) return ids
  const message = `These were ${expected} rows and are now ${ids.length}: look at the list again before you change them`
  throw conflict('COUNT_MOVED', message, { expected, found: ids.length })
}

async function matching(trx: Knex, resource: Resource, filterQuery: RowValues, person: Person): Promise<number[]> {
  const parts = partsOf(filterQuery)
  const matchingIds: number[] = []
  for (const part of parts) {
    const query = readQuery(resource, part, columnsReadBy(person, resource))
    const reader = await readerOfQuery(trx, resource, query, person)
    const rows = matchingRows(trx, resource, query, reader, 'read')
    const table = tableOf(resource)
    const page: { id: number }[] = await rows
      .orderBy(`${table}.id`)
      .limit(MAX_ROWS + 1)
      .select(`${table}.id`)
    matchingIds.push(...page.map(({ id }) => id))
  }
  return matchingIds
}

/** A query may name 500 values, so more ids are looked up in several queries. */
function partsOf(filterQuery: RowValues): RowValues[] {
  const ids = (filterQuery.id as { $in?: number[] } | undefined)?.$in
  if (!Array.isArray(ids) || ids.length <= 500) return [filterQuery]
  return Array.from({ length: Math.ceil(ids.length / 500) }, (_, part) => ({
    id: { $in: ids.slice(part * 500, part * 500 + 500) },
  }))
}

/** Checks the filter of a list, which says which rows are meant. Throws 400. */
export function readFilter(filter: unknown): RowValues {
  if (!isRecord(filter)) throw invalidField('filter', 'TYPE', 'filter must be the query of the list as an object')
  const odd = ['$limit', '$skip', '$sort', '$select'].find(name => name in filter)
  if (odd) throw invalidField('filter', 'QUERY', `filter says which rows: leave ${odd} away`)
  return filter
}

function readSeen(seen: unknown): ReadonlyMap<number, number> | undefined {
  if (seen === undefined || seen === null) return undefined
  const isVersion = (row: unknown): row is { id: number; rowVersion: number } =>
    isRecord(row) && Number.isSafeInteger(row.id) && Number.isSafeInteger(row.rowVersion)
  if (!Array.isArray(seen) || !seen.every(isVersion))
    throw invalidField('seen', 'TYPE', 'seen must be a list of { id, rowVersion } as the rows were shown')
  if (seen.length > MAX_ROWS) throw tooMany()
  return new Map(seen.map(({ id, rowVersion }) => [id, rowVersion]))
}

function idList(ids: unknown, field: string): number[] {
  if (!Array.isArray(ids) || !ids.every(id => typeof id === 'number' && readId(id) !== undefined))
    throw invalidField(field, 'TYPE', `${field} must be a list of the ids of rows`)
  if (ids.length > MAX_ROWS) throw tooMany()
  return [...new Set(ids as number[])]
}

const tooMany = () =>
  invalidField(
    'expected',
    'RANGE',
    `At most ${MAX_ROWS.toLocaleString('en-IN')} rows are changed at once: narrow the list with a filter, make a round, or import a file`,
  )

const isRecord = (value: unknown): value is RowValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
