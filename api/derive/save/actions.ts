import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { type RowAction, takesOneRow } from '../../../resources/define/action.ts'
import { inputsOf } from '../../../resources/define/action-inputs.ts'
import { fulfils } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, validate, withDefaults } from '../../../resources/define/validate.ts'
import { resources } from '../../../resources/registry.ts'
import { conflict, invalid, invalidField, notFound } from '../../platform/errors.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import type { Call } from '../call.ts'
import { type ActionHandler, behaviourOf } from '../extend.ts'
import { withTexts } from '../list/texts.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { ownColumnsRedactor } from '../rights/redact.ts'
import { requireAuthor, requirePerson } from '../rights/require-person.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import { type Candidate, requireNoFaults } from './candidate.ts'
import { checkReferences } from './check.ts'
import { confirmRows, withdrawChanges } from './confirm.ts'
import { readReason } from './read-reason.ts'
import { nameOrKind, rowNames } from './row-names.ts'
import { saveChanges } from './save-changes.ts'
import { staleRowError } from './write.ts'

/** Sets the last day on which rows are valid, with all the checks of a save; says so where that waits. */
const endDateRows: ActionHandler = async (trx, { resource, rows, values: asked, author }) => {
  const saved = await saveChanges(trx, resource, rows, () => ({ validTo: asked.validTo }), author)
  return saved.map(confirmationSentence).find(sentence => sentence !== undefined)
}

const MAX_ROWS = 1000

interface RowVersion {
  id: number
  rowVersion: number
}

/** The actions that work for every resource that declares them. */
export const commonActions: Readonly<Record<string, ActionHandler>> = {
  confirm: confirmRows,
  withdraw: withdrawChanges,
  endDate: endDateRows,
}

const handlerOf = (resource: Resource, name: string): ActionHandler | undefined =>
  behaviourOf(resource).actions?.[name] ?? commonActions[name]

/**
 * `POST /api/<path>/actions { action, rows: [{ id, rowVersion }], asked, why }`: executes a declared action on all of
 * the rows or none. Answers with the rows afterwards, and with a message if there is one.
 */
export function serveActions(app: Application, db: Knex) {
  for (const resource of resources.filter(one => Object.keys(one.actions).length > 0)) {
    const service = {
      async create(body: RowValues, call: Call) {
        const known = await askBefore(db, resource, body, call)
        const command = `${resource.path}/actions`
        const work = (trx: Knex.Transaction) => executeAction(trx, resource, body, call, known)
        return call.headers?.['idempotency-key'] ? runIdempotent(db, call, command, body, work) : transact(db, work)
      },
    }
    app.use(`api/${resource.path}/actions`, service as never, { methods: ['create'] } as never)
  }
}

/**
 * Executes an action within a transaction, as `POST /api/<path>/actions` does, with what was asked outside before it. Throws
 * 400, 403, 404 or 409.
 */
export async function executeAction(
  trx: Knex.Transaction,
  resource: Resource,
  body: RowValues,
  call: Call,
  known?: unknown,
) {
  const person = requirePerson(call)
  const action = actionNamed(resource, body.action)
  requireRight(person, resource, rights[action.letter])
  const values = await readInput(trx, resource, action, body.asked, person)
  const why = [action.label, readReason(body.why) ?? values.remarks ?? values.reason].filter(Boolean).join(': ')
  const author = { ...requireAuthor(call), reason: why }
  const rows = await readRows(trx, resource, action, body.rows, person)
  const message = await handlerOf(resource, String(body.action))!(trx, {
    resource,
    person,
    author,
    rows,
    values,
    known,
  })
  return { data: await currentRows(trx, resource, rows, person), ...(message ? { message } : {}) }
}

/** Asks what an action must know from outside; what its transaction refuses anyway is left to that. */
async function askBefore(db: Knex, resource: Resource, body: RowValues, call: Call): Promise<unknown> {
  const before = behaviourOf(resource).beforeActions?.[String(body.action)]
  if (!before) return undefined
  const person = requirePerson(call)
  const action = actionNamed(resource, body.action)
  requireRight(person, resource, rights[action.letter])
  const values = await readInput(db, resource, action, body.asked, person)
  const rows = await readRows(db, resource, action, body.rows, person).catch(() => [])
  return rows.length > 0 ? before(db, { person, rows, values }) : undefined
}

function actionNamed(resource: Resource, name: unknown): RowAction {
  if (typeof name === 'string' && Object.hasOwn(resource.actions, name)) return resource.actions[name]!
  const known = Object.keys(resource.actions).join(', ')
  throw invalidField('action', 'ENUM', `action must be one of ${known}`)
}

async function readInput(
  trx: Knex,
  resource: Resource,
  action: RowAction,
  input: unknown,
  person: Person,
): Promise<RowValues> {
  if (input !== undefined && (typeof input !== 'object' || input === null || Array.isArray(input)))
    throw invalidField('asked', 'TYPE', 'asked must be an object with the values the action asks for')
  const form = inputsOf(resource, action)
  const unknown = Object.keys(input ?? {}).find(name => !Object.hasOwn(form.fields, name))
  if (unknown !== undefined)
    throw invalidField(
      unknown.slice(0, 60),
      'UNKNOWN_FIELD',
      `${action.label} does not ask for ${unknown.slice(0, 60)}`,
    )
  const candidate: Candidate = {
    row: withDefaults(form, clean(form, (input ?? {}) as RowValues)),
    before: undefined,
    faults: [],
  }
  candidate.faults.push(...validate(form, candidate.row))
  if (candidate.faults.length === 0) await checkReferences(trx, form, [candidate], person)
  requireNoFaults([candidate])
  return candidate.row
}

/**
 * Returns the rows in the version that was read. Throws 404 for rows out of scope, 409 for stale rows and where the
 * action's condition does not hold.
 */
async function readRows(trx: Knex, resource: Resource, action: RowAction, given: unknown, person: Person) {
  const versions = readRowVersions(action, given)
  if (versions.length === 0) return []
  const table = tableOf(resource)
  const ids = versions.map(({ id }) => id)
  const query = restrict(trx(table).whereIn(`${table}.id`, ids), trx, resource, person, rights[action.letter])
  const rowsById = new Map<number, StoredRow>(
    (await query.select(`${table}.*`)).map((row: RowValues) => [
      row.id as number,
      decodeRow(resource, row) as StoredRow,
    ]),
  )
  const rows: StoredRow[] = []
  for (const { id, rowVersion } of versions) {
    const row = rowsById.get(id)
    if (!row)
      throw notFound(
        versions.length === 1 ? undefined : `A selected ${resource.one} is not there any more: reload the list`,
      )
    if (row.rowVersion !== rowVersion) {
      const redact = await ownColumnsRedactor(trx, resource, person, [id])
      throw await staleRowError(trx, resource, id, now => redact(id, now))
    }
    if (!fulfils(action.when, row)) {
      const message = `${action.label} is possible only while ${conditionText(action.when, resource.fields)}`
      if (versions.length === 1) throw conflict('NOT_NOW', message)
      const name = nameOrKind(await rowNames(trx, resource, [row], person), resource, id)
      throw conflict('NOT_NOW', `${name}: ${message}`)
    }
    rows.push(row)
  }
  return rows
}

function readRowVersions(action: RowAction, rowVersions: unknown): RowVersion[] {
  if (action.on === 'list') {
    if (rowVersions === undefined) return []
    throw invalidField('rows', 'RANGE', `${action.label} is for the whole list: send no rows`)
  }
  const max = takesOneRow(action) ? 1 : MAX_ROWS
  if (
    !Array.isArray(rowVersions) ||
    rowVersions.length === 0 ||
    rowVersions.length > max ||
    !rowVersions.every(isRowVersion)
  ) {
    const many = max === 1 ? 'one row' : `1 to ${MAX_ROWS} rows`
    throw invalid([{ field: 'rows', code: 'RANGE', message: `rows must be ${many}, each as { id, rowVersion }` }])
  }
  return [...new Map(rowVersions.map(row => [row.id, row])).values()]
}

const isRowVersion = (value: unknown): value is RowVersion =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger((value as RowVersion).id) &&
  Number.isSafeInteger((value as RowVersion).rowVersion)

async function currentRows(trx: Knex, resource: Resource, rows: readonly StoredRow[], person: Person) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const now = await trx(tableOf(resource)).whereIn('id', ids).orderBy('id')
  const redact = await ownColumnsRedactor(trx, resource, person, ids)
  return withTexts(
    trx,
    resource,
    now.map(row => redact(row.id, decodeRow(resource, row) as StoredRow)),
  )
}
