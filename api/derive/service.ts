import { NotAuthenticated } from '@feathersjs/errors'
import type { Application } from '@feathersjs/feathers'
import { KnexAdapter } from '@feathersjs/knex'
import type { Knex } from 'knex'
import { readableNames } from '../../resources/access-control/readable-names.ts'
import { columnOf } from '../../resources/columns.ts'
import { awaitsSecondPerson } from '../../resources/define/confirmation.ts'
import type { Field } from '../../resources/define/fields.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { RowValues } from '../../resources/define/row-values.ts'
import { startsAgain } from '../../resources/define/succession.ts'
import { clean, type Fault, withDefaults } from '../../resources/define/validate.ts'
import { today } from '../platform/clock.ts'
import { selectRows } from '../platform/database.ts'
import { forbidden, invalid, notFound } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import type { Call } from './call.ts'
import type { EarlyReads } from './early-reads.ts'
import { behaviourOf } from './extend.ts'
import { CheckedQueries } from './list/checked-queries.ts'
import { extraColumnsIn, selection, withColumnNames } from './list/column-sql.ts'
import { findPage } from './list/find.ts'
import { keptSql } from './list/kept-sql.ts'
import { type ListQuery, readId, readQuery } from './list/query.ts'
import { withTexts } from './list/texts.ts'
import type { Action } from './rights/ability.ts'
import {
  actsOnAll,
  columnsReadBy,
  maskedFor,
  ownColumns,
  readableBy,
  requireRight,
  restrict,
} from './rights/conditions.ts'
import { actsOnAllWith, closedFieldsOn, restrictToColumns } from './rights/field-conditions.ts'
import { ownColumnsRedactor, type Redact, redactorFor } from './rights/redact.ts'
import { decodeRow, type StoredRow } from './row-codec.ts'
import type { Author } from './save/author.ts'
import { type Candidate, requireNoFaults } from './save/candidate.ts'
import { checkRows } from './save/check.ts'
import { checkDeactivation } from './save/check-deactivation.ts'
import { checkSuccession } from './save/check-succession.ts'
import { type Succession, succession } from './save/effective-dating.ts'
import { leaving, readLastDay, requireReason } from './save/leave.ts'
import { nextPeriod, startFaults } from './save/next-period.ts'
import { readReason } from './save/read-reason.ts'
import { needsConfirmation } from './save/second-person.ts'
import { changesIn, insertRows, pickColumns, staleRowError, updateRow } from './save/write.ts'
import { compileSql } from './varying-sql.ts'

const MAX_CREATED = 1000

const COMMON =
  'it is common to all, and changed by people whose role is not limited to an SBU, a zone, a channel or a plant'

/** The Feathers service of a resource: every call applies the declaration's validation, rights, checks and history. */
export class ResourceService extends KnexAdapter<StoredRow> {
  readonly resource: Resource
  private readonly checkedLists = new CheckedQueries()
  private readonly checkedRows = new CheckedQueries()

  constructor(db: Knex, resource: Resource) {
    super({ Model: db, name: tableOf(resource) })
    this.resource = resource
  }

  /** Returns a page of rows the caller may read, with reference texts. */
  async find(call: Call = {}): Promise<ListPage<StoredRow>> {
    this.demand(call, 'read')
    const query = this.checkedLists.read(call.query, call.person, () =>
      readQuery(this.resource, call.query ?? {}, columnsReadBy(call.person, this.resource), this.maskedNames(call)),
    )
    return findPage(this.open(call), this.resource, query, call.person)
  }

  /** Returns one row. Throws 404, also for a row out of scope. */
  async get(id: unknown, call: Call = {}): Promise<StoredRow> {
    this.demand(call, 'read')
    const query = this.checkedRows.read(call.query, call.person, () => {
      const columns = columnsReadBy(call.person, this.resource)
      const defaults = columns.filter(name => columnOf(this.resource, name)!.shown)
      const requested = { $select: call.query?.$select }
      return readQuery(this.resource, requested, columns, this.maskedNames(call), defaults)
    })
    return this.read(this.open(call), id, call, 'read', query)
  }

  /** Creates one row, or up to 1,000, all or none. */
  async create(data: unknown, call: Call = {}): Promise<StoredRow | StoredRow[]> {
    const given = Array.isArray(data) ? data : [data]
    const author = withWhy(this.demand(call, 'create'), given)
    const drafts = given.map(withoutWhy)
    if (drafts.length === 0 || drafts.length > MAX_CREATED) {
      throw invalid([{ field: '', code: 'RANGE', message: `Send 1 to ${MAX_CREATED} rows at once` }])
    }
    const candidates = drafts.map(draft => this.candidate(draft, call))
    const created = await this.transact(call, async trx => {
      await this.check(trx, candidates, author)
      const rows = await insertRows(
        trx,
        this.resource,
        candidates.map(({ row }) => row),
        author,
      )
      await this.verify(
        trx,
        rows,
        call,
        'create',
        drafts.flatMap(draft => Object.keys(asRecord(draft))),
      )
      return rows
    })
    const rows = await this.answer(call, created, candidates)
    return Array.isArray(data) ? rows : rows[0]!
  }

  /**
   * Updates a row of the version that was read. A price or limit in force is ended instead, and the row that succeeds
   * it is returned, as it is where a row that was in use is activated again. A change that a second person must confirm is kept beside the row until then; a change of nothing
   * writes nothing.
   */
  async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const author = withWhy(this.demand(call, 'update'), [data])
    const { rowVersion, why: _, ...changes } = asRecord(data)
    const { row, candidate } = await this.transact(call, async trx => {
      const before = await this.read(trx, id, call, 'update')
      this.checkVersion(rowVersion, call)
      const redact = await this.redactor(trx, call, [before.id])
      if (rowVersion !== undefined && rowVersion !== before.rowVersion) {
        throw await staleRowError(trx, this.resource, before.id, now => redact(before.id, now))
      }
      const actualChanges = this.unmasked(changes, before, redact(before.id, before))
      const candidate = this.change(actualChanges, before, call)
      candidate.faults.push(...(await this.closedFaults(trx, actualChanges, before, call)))
      if (changes.isActive === true && candidate.faults.length === 0 && startsAgain(this.resource, before, today()))
        return this.startAgain(trx, before, actualChanges, { ...call, author })
      const changedValues = changesIn(before, candidate.row)
      if (
        !call.touch &&
        candidate.faults.length + Object.keys(changedValues).length === 0 &&
        this.resource.kind === 'master'
      )
        return { row: before, candidate }
      const needed = await needsConfirmation(trx, this.resource, author)
      const waits = needed && awaitsSecondPerson(this.resource, before, changedValues)
      const successor = succession(this.resource, candidate, needed)
      if (successor && !waits)
        return { row: await this.succeed(trx, successor, { ...call, author }), candidate: successor.next }
      if (successor) {
        this.demand(call, 'create')
        await checkSuccession(trx, this.resource, candidate, successor, author)
        requireNoFaults([candidate])
      } else await this.check(trx, [candidate], author)
      const row = await updateRow(trx, this.resource, before, this.writtenValues(actualChanges, candidate), author)
      await this.verify(trx, [row], call, 'update', Object.keys(actualChanges))
      return { row, candidate }
    })
    return (await this.answer(call, [row], [candidate]))[0]!
  }

  /**
   * Takes a row out of use that nothing refers to any more; masters are never deleted. A dated row that was in use ends: on
   * `validTo` of the query, or today. Where a second person confirms that, the row goes on until then.
   */
  async remove(id: unknown, call: Call = {}): Promise<StoredRow> {
    const author = withWhy(this.demand(call, 'deactivate'), [call.query])
    const lastDay = readLastDay(this.resource, call.query?.validTo)
    const saved = await this.transact(call, async trx => {
      const before = await this.read(trx, id, call, 'deactivate')
      const changes = (await leaving(trx, this.resource, author, lastDay))(before)
      if (!changes) return before
      requireReason(this.resource, [before], author.reason)
      await checkDeactivation(trx, this.resource, before, changes, author)
      return updateRow(trx, this.resource, before, changes, author)
    })
    return (await this.answer(call, [saved]))[0]!
  }

  /** Puts a row that was in use back into use: a new row of the same values counts from today or the given later day. */
  protected async startAgain(trx: Knex.Transaction, before: StoredRow, changes: RowValues, call: Call) {
    const author = this.demand(call, 'create')
    const { isActive: _, ...given } = changes
    const candidate: Candidate = { row: nextPeriod(this.resource, before, given), before: undefined, faults: [] }
    candidate.faults.push(...startFaults(candidate.row))
    await this.check(trx, [candidate], author)
    const [row] = await insertRows(trx, this.resource, [candidate.row], author)
    await this.verify(trx, [row!], call, 'create')
    return { row: row!, candidate }
  }

  private async succeed(trx: Knex.Transaction, { ended, next }: Succession, call: Call): Promise<StoredRow> {
    const author = this.demand(call, 'create')
    await this.check(trx, [ended], author)
    const old = await updateRow(trx, this.resource, ended.before!, { validTo: ended.row.validTo }, author)
    await this.check(trx, [next], author)
    const [row] = await insertRows(trx, this.resource, [next.row], author)
    await this.verify(trx, [old, row!], call, 'update')
    return row!
  }

  private open(call: Call): Knex {
    return call.transaction?.trx ?? this.Model
  }

  private transact<Result>(call: Call, work: (trx: Knex.Transaction) => Promise<Result>) {
    return transact(this.open(call), work)
  }

  /** Returns the function that redacts rows for the caller. */
  private async redactor(db: Knex, { person }: Call, ids: readonly number[]): Promise<Redact> {
    if (person) return ownColumnsRedactor(db, this.resource, person, ids)
    return (_, row) => pickColumns(readableNames(this.resource), row) as typeof row
  }

  private maskedNames({ person }: Call): readonly string[] {
    return person ? maskedFor(person, this.resource) : []
  }

  /** Returns the changes without masked values that the client sends back unchanged. */
  private unmasked(changes: RowValues, before: RowValues, shown: RowValues): RowValues {
    const { fields } = this.resource
    return Object.fromEntries(
      Object.entries(changes).filter(
        ([name, value]) => !fields[name]?.maskedFor || shown[name] === before[name] || value !== shown[name],
      ),
    )
  }

  /** Returns faults for fields that the person may change on other rows, but not on this one. */
  private async closedFaults(db: Knex, changes: RowValues, { id }: StoredRow, { person }: Call): Promise<Fault[]> {
    if (!person) return []
    const closed = (await closedFieldsOn(db, this.resource, person, [id], { action: 'update' }))(id)
    return Object.keys(changes)
      .filter(name => closed.has(name))
      .map(name => notChangeable(name, this.resource.fields[name]!))
  }

  /**
   * Returns the author of a call, after checking the person's right. Only the portal itself, never a request from
   * outside, calls without a person.
   */
  private demand({ person, author, provider }: Call, action: Action): Author {
    if (!author || (provider && !person)) throw new NotAuthenticated('Please sign in')
    if (person) requireRight(person, this.resource, action)
    return author
  }

  private async read(db: Knex, id: unknown, call: Call, action: Action, query?: ListQuery): Promise<StoredRow> {
    const rowId = readId(id)
    if (rowId === undefined) throw notFound()
    const row = await this.rowOf(db, rowId, call, action, query)
    const isReadable = async () => (await this.rowOf(db, rowId, call, 'read')) !== undefined
    if (!row && action !== 'read' && this.resource.kind === 'master' && (await isReadable()))
      throw forbidden(`${this.resource.title}: you may read this row: ${COMMON}`)
    if (!row) throw notFound()
    if (!query) return decodeRow(this.resource, row)
    const extras = extraColumnsIn(this.resource, query.select)
    const storedRow = decodeRow(this.resource, withColumnNames(this.resource, extras, row))
    const redact = await redactorFor(db, this.resource, call.person, [rowId])
    return (await withTexts(db, this.resource, [redact(rowId, storedRow)]))[0]!
  }

  private async rowOf(
    db: Knex,
    id: number,
    { person }: Call,
    action: Action,
    query?: ListQuery,
  ): Promise<RowValues | undefined> {
    const table = tableOf(this.resource)
    const reader = { person, day: today() }
    const columns = () => (query ? selection(db, this.resource, query.select, reader) : [`${table}.*`])
    if (person && !actsOnAll(this.resource, person, action)) {
      const rows = db(table).where(`${table}.id`, id)
      return restrict(rows, db, this.resource, person, action, true).first(...columns())
    }
    // Where only the id restricts the row, the statement is the same for every row.
    const wholeTable = { sql: `select * from \`${table}\``, bindings: [] }
    const compile = () => compileSql(() => db(table).select(...columns()))
    const { sql, bindings } = query ? keptSql(query, reader, 'row', compile) : wholeTable
    return (await selectRows<RowValues>(db, `${sql} where \`${table}\`.\`id\` = ?`, [...bindings, id]))[0]
  }

  private candidate(draft: unknown, call: Call): Candidate {
    const given = asRecord(draft)
    const faults = this.unknownFields(given, call, false)
    return { row: withDefaults(this.resource, clean(this.resource, given)), before: undefined, faults }
  }

  private change(changes: RowValues, before: StoredRow, call: Call): Candidate {
    const faults = this.unknownFields(changes, call, true)
    if ('isActive' in changes) {
      if (typeof changes.isActive !== 'boolean')
        faults.push({ field: 'isActive', code: 'TYPE', message: 'Active must be yes or no' })
      else if (call.person) requireRight(call.person, this.resource, 'deactivate')
      if (changes.isActive === false)
        throw forbidden(`${this.resource.title}: deactivate a row with DELETE, so that its uses are looked at`)
    }
    return { row: { ...before, ...clean(this.resource, changes) }, before, faults }
  }

  private writtenValues(changes: RowValues, { row }: Candidate): RowValues {
    return Object.fromEntries(Object.keys(changes).map(name => [name, row[name]]))
  }

  /** Returns faults for fields that are unknown to the person or that they may not write. */
  unknownFields(values: RowValues, { person }: Call, changing: boolean): Fault[] {
    const readable = person && new Set(readableBy(person, this.resource))
    const masked = this.maskedNames({ person } as Call)
    return Object.keys(values).flatMap(name => {
      const field = Object.hasOwn(this.resource.fields, name) ? this.resource.fields[name]! : undefined
      if (changing && name === 'isActive' && this.resource.kind === 'master') return []
      if (field && masked.includes(name) && person) {
        if (!changing && person.ability.can('create', this.resource.path, name)) return []
        const message = `${labelOf(name, field)} is shown to you only in part: ask a person who sees all of it to change it`
        return [{ field: name, code: 'FORBIDDEN_FIELD', message }]
      }
      if (!field || field.secret || (readable && !readable.has(name))) {
        return [
          {
            field: name.slice(0, 60),
            code: 'UNKNOWN_FIELD',
            message: `${name.slice(0, 60)} is not a field of ${this.resource.title}`,
          },
        ]
      }
      if (field.server && person)
        return [{ field: name, code: 'FORBIDDEN_FIELD', message: `${labelOf(name, field)} is set by the portal` }]
      if (field.sap && person && changing)
        return [{ field: name, code: 'FORBIDDEN_FIELD', message: `${labelOf(name, field)} is kept in SAP` }]
      if (changing && person && !ownColumns(person, this.resource, 'update').includes(name))
        return [notChangeable(name, field)]
      return []
    })
  }

  private checkVersion(rowVersion: unknown, { person }: Call) {
    if (person && !Number.isSafeInteger(rowVersion)) {
      throw invalid([
        { field: 'rowVersion', code: 'REQUIRED', message: 'rowVersion is required: send the version that was read' },
      ])
    }
  }

  private async check(trx: Knex, candidates: Candidate[], author: Author) {
    await checkRows(
      trx,
      this.resource,
      candidates.filter(({ faults }) => faults.length === 0),
      author,
    )
    requireNoFaults(candidates)
  }

  /** Throws 403 when a written row is outside the person's scope afterwards. */
  private async verify(
    trx: Knex,
    rows: StoredRow[],
    { person }: Call,
    action: Action,
    written: readonly string[] = [],
  ) {
    if (!person || actsOnAllWith(this.resource, person, action, written)) return
    const table = tableOf(this.resource)
    const allowed = restrict(
      trx(table).whereIn(
        `${table}.id`,
        rows.map(({ id }) => id),
      ),
      trx,
      this.resource,
      person,
      action,
    )
    restrictToColumns(allowed, trx, this.resource, person, action, written)
    const within: { id: number }[] = await allowed.select(`${table}.id`)
    if (within.length !== rows.length)
      throw forbidden(`${this.resource.title}: this row would lie outside what you may ${action}`)
  }

  /** Returns the rows redacted for the caller, each with its warnings. */
  private async answer(call: Call, rows: StoredRow[], checked: Candidate[] = []): Promise<StoredRow[]> {
    const redact = await this.redactor(
      this.open(call),
      call,
      rows.map(({ id }) => id),
    )
    const shownRows = rows.map((row, index) => {
      const redacted = redact(row.id, row)
      const warnings = checked[index]?.warnings
      return (warnings ? { ...redacted, warnings } : redacted) as StoredRow
    })
    return withTexts(this.open(call), this.resource, shownRows)
  }
}

/** A fault for a field that one role shows but no role lets the person change on this row. */
const notChangeable = (name: string, field: Field): Fault => ({
  field: name,
  code: 'FORBIDDEN_FIELD',
  message: `${labelOf(name, field)} cannot be changed on this row: none of your roles that change the row shows it to you`,
})

/** Takes the reason of a change out of the body and into the author. */
function withWhy(author: Author, given: unknown[]): Author {
  const reason = given.map(one => readReason((one as RowValues | null)?.why)).find(Boolean)
  return reason ? { ...author, reason } : author
}

function withoutWhy(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('why' in given)) return given
  const { why: _, ...draft } = given
  return draft
}

function asRecord(data: unknown): RowValues {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as RowValues
  throw invalid([{ field: '', code: 'TYPE', message: 'Send the row as a JSON object' }])
}

/**
 * Registers the service of a resource under `/api`; a record has only reads and its own commands, of which those that are declared come as functions. There is no PUT,
 * because it would skip the checks.
 */
export function serveResource(
  app: Application,
  db: Knex,
  resource: Resource,
  reads: EarlyReads,
  ownMethods: Readonly<Record<string, unknown>> = {},
) {
  const { service: Service = ResourceService, commands = [] } = behaviourOf(resource)
  const methods =
    resource.kind === 'master' ? ['find', 'get', 'create', 'patch', 'remove'] : ['find', 'get', ...commands]
  const service = Object.assign(new Service(db, resource), ownMethods)
  reads.take(resource.path, service)
  app.use(`api/${resource.path}`, service as never, { methods: [...new Set([...methods, ...Object.keys(ownMethods)])] })
}
