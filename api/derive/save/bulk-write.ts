import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { awaitsSecondPerson } from '../../../resources/define/confirmation.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { startsAgain } from '../../../resources/define/succession.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { BulkFailure, BulkResult } from '../../../resources/platform/bulk.ts'
import { today } from '../../platform/clock.ts'
import type { Call, RowService } from '../call.ts'
import { behaviourOf } from '../extend.ts'
import { withTexts } from '../list/texts.ts'
import { requireRight, restrict } from '../rights/conditions.ts'
import { actsOnAllWith, restrictToColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { changedSince } from '../round/changed-since.ts'
import { afterChange, fieldsOf, type ManyChange, splitFrom } from '../round/many-change.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import type { BulkInput } from './bulk-read.ts'
import { addWarning, type Candidate } from './candidate.ts'
import { checkOwnRule, checkRows } from './check.ts'
import { checkSuccession } from './check-succession.ts'
import { type Succession, succession } from './effective-dating.ts'
import { leaving, requireReason } from './leave.ts'
import { nextPeriod } from './next-period.ts'
import { referencesToMany } from './references-to.ts'
import { nameOrKind, rowNames } from './row-names.ts'
import { needsConfirmation } from './second-person.ts'
import { changesIn, insertRows, updateEach } from './write.ts'

const PAGE = 1000
/** So many rows are shown with their old and new number. */
const EXAMPLES = 10
/** Rows with warnings that are named. */
const MOST_WARNED = 50

type RefusalError = FeathersError & { errors?: Fault[] }

/** What is done with many rows. */
type Asked = ManyChange & Pick<BulkInput, 'lastDay'> & Partial<Pick<BulkInput, 'why' | 'preview' | 'seen'>>

type Outcome = Omit<BulkResult, 'count' | 'leftOut'>

/** Writes many rows with the checks of one. The caller rolls back on failures, because some may be written by then. */
export class BulkWrite {
  private readonly trx: Knex.Transaction
  private readonly resource: Resource
  private readonly call: Call
  private readonly author: Author
  private readonly person: Person
  private readonly service: RowService | undefined

  constructor(trx: Knex.Transaction, resource: Resource, call: Call, person: Person) {
    const Service = behaviourOf(resource).service
    this.trx = trx
    this.resource = resource
    this.call = { ...call, query: {}, transaction: { trx } }
    this.author = call.author!
    this.person = person
    this.service = Service && new Service(trx, resource)
  }

  async apply(rowIds: readonly number[], asked: Asked): Promise<Outcome> {
    const { set, seen } = asked
    const all = await this.rowsOf(rowIds)
    const stale = seen ? all.filter(({ id, rowVersion }) => seen.get(id) !== rowVersion) : []
    const rows = all.filter(row => !stale.includes(row))
    const leaves = await leaving(this.trx, this.resource, this.author, asked.lastDay)
    const begins = (row: StoredRow) => set.isActive === true && startsAgain(this.resource, row, today())
    const after = (row: StoredRow) => (set.isActive === false ? { ...row, ...leaves(row) } : afterChange(row, asked))
    const touched = rows.filter(row => begins(row) || Object.keys(changesIn(row, after(row))).length > 0)
    const ids = touched.map(({ id }) => id)
    const names = fieldsOf(asked)
    const outside = await this.outside(ids, 'isActive' in set ? 'deactivate' : 'update', names)
    const candidates = touched.map((before): Candidate => {
      const faults = outside.has(before.id) ? [outOfScope] : []
      return { row: after(before), before, faults }
    })
    const [starting, others] = [true, false].map(one => candidates.filter(({ before }) => begins(before!) === one))
    if (set.isActive === false && !asked.preview) requireReason(this.resource, touched, asked.why)
    if (this.service) await this.writeByService(this.service, candidates, asked)
    else if (set.isActive === false) await this.deactivate(candidates)
    else {
      await this.startAgain(starting!)
      await this.change(others!, asked)
    }
    const examples = await this.examples(candidates.slice(0, EXAMPLES), asked)
    const failed = candidates.filter(({ faults }) => faults.length > 0)
    const warned = sound(candidates).filter(({ warnings }) => warnings)
    const ends = ({ row, before }: Candidate) => set.isActive === false && row.validTo !== before!.validTo
    return {
      changed: candidates.length - failed.length,
      same: rows.length - touched.length,
      ended: sound(candidates).filter(ends).length,
      begun: sound(starting!).length,
      failures: await this.describe(failed),
      warnings: await this.describe(warned.slice(0, MOST_WARNED), ({ warnings }) => warnings ?? []),
      stale: await this.nameStale(stale, names),
      examples,
      versions: rows.map(({ id, rowVersion }) => ({ id, rowVersion: Number(rowVersion) })),
    }
  }

  private async examples(candidates: Candidate[], { formula }: ManyChange): Promise<BulkResult['examples']> {
    if (!formula) return []
    const named = await this.describe(candidates)
    const numberIn = (row: RowValues) => (row[formula.field] as number | undefined) ?? null
    return candidates.map(({ before, row }, at) => {
      const { id, text } = named[at]!
      return { id, text, before: numberIn(before!), after: numberIn(row) }
    })
  }

  private async nameStale(rows: StoredRow[], names: readonly string[]): Promise<BulkFailure[]> {
    const faults = await changedSince(this.trx, this.resource, rows, names)
    return this.describe(rows.map(before => ({ row: before, before, faults: [faults.get(before.id)!] })))
  }

  /** Writes row by row through the service of a master that has one. */
  private async writeByService(service: RowService, candidates: Candidate[], asked: Asked) {
    const { set, from, lastDay: validTo } = asked
    const names = fieldsOf(asked)
    if (from !== null) for (const candidate of sound(candidates)) splitFrom(this.resource, candidate, from, true)
    for (const { before, row, faults } of sound(candidates)) {
      const changes = pick(row, from !== null && row.validFrom === from ? [...names, 'validFrom'] : names)
      try {
        if (set.isActive === false) await service.remove(before!.id, { ...this.call, query: { validTo } })
        else await service.patch(before!.id, { ...changes, rowVersion: before!.rowVersion }, this.call)
      } catch (error) {
        const refusal = error instanceof FeathersError && error.code < 500 ? (error as RefusalError) : undefined
        if (!refusal) throw error
        faults.push(...(refusal.errors ?? [{ field: '', code: refusal.className, message: refusal.message }]))
      }
    }
  }

  private async deactivate(candidates: Candidate[]) {
    const uses = await referencesToMany(
      this.trx,
      this.resource,
      candidates.map(({ before }) => before!.id),
    )
    const names = await rowNames(
      this.trx,
      this.resource,
      candidates.flatMap(({ before }) => (uses.has(before!.id) ? before! : [])),
      this.author,
    )
    for (const { before, faults } of candidates) {
      const used = uses.get(before!.id) ?? []
      if (used.length === 0) continue
      const where = used.map(({ title, count }) => `${title} (${count})`).join(', ')
      faults.push({
        field: '',
        code: 'IN_USE',
        message: `${nameOrKind(names, this.resource, before!.id)} is still used by ${where}`,
      })
    }
    const leaving = sound(candidates).map(candidate => ({ ...candidate, row: { ...candidate.row, isActive: false } }))
    await checkOwnRule(this.trx, this.resource, leaving, this.author)
    await this.update(candidates, ({ before, row }) => changesIn(before!, row))
  }

  /** Rows that were in use count again by new rows. */
  private async startAgain(candidates: Candidate[]) {
    if (candidates.length > 0) requireRight(this.person, this.resource, 'create')
    const begun = sound(candidates).map((candidate): [Candidate, Candidate] => {
      const row = nextPeriod(this.resource, candidate.before!)
      return [candidate, { row, before: undefined, faults: [] }]
    })
    const fresh = begun.map(([, next]) => next)
    await checkRows(this.trx, this.resource, fresh, this.author)
    for (const [candidate, next] of begun) {
      candidate.faults.push(...next.faults)
      for (const warning of next.warnings ?? []) addWarning(candidate, warning)
    }
    const rows = sound(fresh).map(({ row }) => row as StoredRow)
    await insertRows(this.trx, this.resource, rows, this.author)
  }

  /** Prices and limits in force are ended and get a succeeding row; all other rows are updated. */
  private async change(candidates: Candidate[], change: ManyChange) {
    const { from } = change
    const names = fieldsOf(change)
    const needed = await needsConfirmation(this.trx, this.resource, this.author)
    const split = new Map<Candidate, Succession | undefined>()
    if (from !== null)
      for (const candidate of sound(candidates))
        split.set(candidate, splitFrom(this.resource, candidate, from, needed && this.awaits(candidate)))
    const waiting = needed ? sound(candidates).filter(candidate => this.awaits(candidate)) : []
    const proposed = new Set(await this.checkProposed(waiting))
    const succeeding = sound(candidates).flatMap(candidate => {
      if (proposed.has(candidate)) return []
      const next = from === null ? succession(this.resource, candidate, needed) : split.get(candidate)
      return next ? [{ candidate, ...next }] : []
    })
    // The succeeding row is a new one.
    if (succeeding.length > 0) requireRight(this.person, this.resource, 'create')
    const succeeded = new Set(succeeding.map(({ candidate }) => candidate))
    const plain = candidates.filter(candidate => !succeeded.has(candidate))
    const byId = new Map(plain.map(candidate => [candidate.before!.id, candidate]))
    await checkRows(
      this.trx,
      this.resource,
      sound(plain).filter(candidate => !proposed.has(candidate)),
      this.author,
    )
    await checkRows(
      this.trx,
      this.resource,
      succeeding.map(({ ended }) => ended),
      this.author,
    )
    const updated = await this.update(plain, ({ row, before }) => ({
      ...pick(row, names),
      ...(row.validFrom !== before!.validFrom && { validFrom: row.validFrom }),
    }))
    await this.update(
      succeeding.map(({ ended }) => ended),
      ({ row }) => ({ validTo: row.validTo }),
    )
    const next = succeeding.flatMap(({ ended, next }) => (ended.faults.length === 0 ? [next] : []))
    await checkRows(this.trx, this.resource, next, this.author)
    for (const { candidate, ended, next } of succeeding) {
      candidate.faults.push(...ended.faults, ...next.faults)
      for (const warning of next.warnings ?? []) addWarning(candidate, warning)
    }
    const successors = succeeding.filter(({ candidate }) => candidate.faults.length === 0)
    const inserted = await insertRows(
      this.trx,
      this.resource,
      successors.map(({ next }) => next.row as StoredRow),
      this.author,
    )
    const after = new Map(updated.map(({ id }) => [id, byId.get(id)!]))
    for (const [index, { id }] of inserted.entries()) after.set(id, successors[index]!.candidate)
    await this.verify(after, names)
  }

  private awaits({ row, before }: Candidate) {
    return awaitsSecondPerson(this.resource, before!, changesIn(before!, row))
  }

  /** Checks changes that wait for a second person and would be succeeded; returns those that were checked. */
  private async checkProposed(waiting: Candidate[]): Promise<Candidate[]> {
    const checked = waiting.flatMap(candidate => {
      const next = succession(this.resource, candidate, true)
      return next ? [{ candidate, next }] : []
    })
    if (checked.length > 0) requireRight(this.person, this.resource, 'create')
    for (const { candidate, next } of checked)
      await checkSuccession(this.trx, this.resource, candidate, next, this.author)
    return checked.map(({ candidate }) => candidate)
  }

  /** Adds a fault to rows that the person could no longer change afterwards. */
  private async verify(after: ReadonlyMap<number, Candidate>, names: readonly string[]) {
    for (const id of await this.outside([...after.keys()], 'update', names))
      after
        .get(id)!
        .faults.push({ field: '', code: 'FORBIDDEN', message: 'This row would lie outside what you may change' })
  }

  private update(candidates: Candidate[], changes: (candidate: Candidate) => RowValues): Promise<StoredRow[]> {
    const rows = sound(candidates).map(candidate => ({ before: candidate.before!, asked: changes(candidate) }))
    return updateEach(this.trx, this.resource, rows, this.author)
  }

  private async rowsOf(ids: readonly number[]): Promise<StoredRow[]> {
    const rows: StoredRow[] = []
    for (let start = 0; start < ids.length; start += PAGE) {
      const page: RowValues[] = await this.trx(tableOf(this.resource))
        .whereIn('id', ids.slice(start, start + PAGE))
        .orderBy('id')
      rows.push(...page.map(row => decodeRow(this.resource, row) as StoredRow))
    }
    return rows
  }

  /** Returns the rows on which the person may not take the action or change these fields. */
  private async outside(
    ids: readonly number[],
    action: 'update' | 'deactivate',
    names: readonly string[],
  ): Promise<Set<number>> {
    if (ids.length === 0 || actsOnAllWith(this.resource, this.person, action, names)) return new Set()
    const table = tableOf(this.resource)
    const outside = new Set(ids)
    for (let start = 0; start < ids.length; start += PAGE) {
      const allowed = this.trx(table).whereIn(`${table}.id`, ids.slice(start, start + PAGE))
      restrict(allowed, this.trx, this.resource, this.person, action)
      restrictToColumns(allowed, this.trx, this.resource, this.person, action, names)
      for (const id of await allowed.pluck(`${table}.id`)) outside.delete(id)
    }
    return outside
  }

  /** Describes rows: their display text, and what is said of each. */
  private async describe(
    failed: Candidate[],
    saidOf: (candidate: Candidate) => readonly Fault[] = ({ faults }) => faults,
  ): Promise<BulkFailure[]> {
    const rows = await withTexts(
      this.trx,
      this.resource,
      failed.map(({ before }) => ({ ...before! })),
    )
    return failed.map((candidate, index) => {
      const row = rows[index]!
      const texts = row.texts as Record<string, string | undefined>
      const text = this.resource.display.map(name => texts[name] ?? row[name] ?? '').join(' · ')
      return { id: row.id, text, errors: [...saidOf(candidate)] }
    })
  }
}

const outOfScope: Fault = { field: '', code: 'FORBIDDEN', message: 'This row lies outside what you may change' }
const sound = (candidates: Candidate[]) => candidates.filter(({ faults }) => faults.length === 0)
const pick = (row: RowValues, names: readonly string[]): RowValues =>
  Object.fromEntries(names.map(name => [name, row[name]]))
