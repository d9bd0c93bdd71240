import type { Knex } from 'knex'
import { joined } from '../../../resources/access-words.ts'
import { choiceFilter, dependsOn } from '../../../resources/define/choice-filter.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { fromTo } from '../../../resources/define/show.ts'
import { validate } from '../../../resources/define/validate.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { selectRows } from '../../platform/database.ts'
import { keyTextColumns } from '../database-columns.ts'
import { behaviourOf } from '../extend.ts'
import { readableAmong } from '../rights/readable-among.ts'
import { decodeRow, encodeValue, type StoredRow } from '../row-codec.ts'
import type { Author } from './author.ts'
import { type Candidate, changesAny, isSettled, unsettledOf } from './candidate.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkFirstDays } from './check-first-days.ts'
import { fillDefaultReferences } from './default-references.ts'
import { checkEffectiveDating, checkStarts } from './effective-dating.ts'
import { warnOfGaps } from './gaps.ts'
import { checkImmutableFields } from './immutable-fields.ts'
import { keyCodesOf } from './key-codes.ts'
import { keyTextsOf } from './key-texts.ts'
import { checkPendingChanges } from './pending-change.ts'
import { namesById, rowNames } from './row-names.ts'

/**
 * Checks rows against their declaration, the rows they refer to, unique keys, overlapping periods and the resource's
 * own rule, in a fixed number of queries. Adds faults to the candidates. A row that is wrong already is told all else
 * that can be said of its other fields; only the resource's own rule needs a row whose values are all right.
 */
export async function checkRows(db: Knex, resource: Resource, candidates: Candidate[], author: Author): Promise<void> {
  await fillDefaultReferences(db, resource, candidates)
  for (const candidate of candidates)
    candidate.faults.push(...validate(resource, candidate.row, unsettledOf(candidate)))
  checkAddresses(resource, candidates)
  checkFirstDays(resource, candidates, author)
  checkImmutableFields(resource, candidates, author)
  await checkPendingChanges(db, resource, candidates.filter(isRight), author)
  await checkEffectiveDating(db, resource, candidates, author)
  await checkReferences(db, resource, candidates, author)
  const formed = candidates.filter(isRight)
  await checkKeys(db, resource, candidates, author)
  if (keyTextColumns(resource).includes('periodKey')) await checkPeriods(db, resource, candidates, author)
  await checkStarts(db, resource, candidates.filter(isRight), author)
  const [right, taken] = [formed.filter(isRight), formed.filter(candidate => !isRight(candidate))]
  await checkOwnRule(db, resource, right, author)
  // Apart from the right ones, in whose way a row that is not saved must not stand.
  await checkOwnRule(db, resource, taken, author)
}

const isRight = ({ faults }: Candidate) => faults.length === 0

/**
 * Checks only the resource's own rule, for a deactivation: the rest of the row may break rules that are newer than it.
 */
export async function checkOwnRule(
  db: Knex,
  resource: Resource,
  candidates: Candidate[],
  author: Author,
): Promise<void> {
  const { check } = behaviourOf(resource)
  if (check && candidates.length > 0) await check(db, candidates, author)
}

/** Adds faults for references to rows that do not exist, are deactivated, or may not be chosen. */
export async function checkReferences(
  db: Knex,
  resource: Resource,
  candidates: Candidate[],
  author: Pick<Author, 'id'>,
) {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.to ? [{ name, field, target: resourceNamed(field.to === 'self' ? resource.name : field.to) }] : [],
  )
  const rowsToRead = new Map<Resource, ReferencedRows>()
  for (const { name, field, target } of references) {
    const { ids, columns } = rowsToRead.get(target) ?? { ids: new Set(), columns: new Set() }
    for (const candidate of candidates)
      if (isNewReference(candidate, name, field)) ids.add(candidate.row[name] as number)
    for (const column of Object.keys(field.where ?? {})) columns.add(column)
    if (ids.size > 0) rowsToRead.set(target, { ids, columns })
  }
  const referenced = await referencedRows(db, rowsToRead)
  for (const { name, field, target } of references) {
    for (const candidate of candidates) {
      if (!isNewReference(candidate, name, field)) continue
      const fault = faultOf(candidate, name, field, target, referenced.get(`${target.name}/${candidate.row[name]}`))
      if (fault) candidate.faults.push({ field: name, ...fault })
    }
  }
  await nameInactive(db, references, candidates, author)
}

/** Says of each inactive row that was chosen what it is called, and what takes its place. */
async function nameInactive(
  db: Knex,
  references: readonly { name: string; field: Field; target: Resource }[],
  candidates: readonly Candidate[],
  author: Pick<Author, 'id'>,
) {
  for (const { name, field, target } of references) {
    const chosen = candidates.flatMap(({ row, faults }) => {
      const fault = faults.find(fault => fault.field === name && fault.code === 'INACTIVE_REF')
      return fault ? [{ id: row[name] as number, fault }] : []
    })
    if (chosen.length === 0) continue
    const ids = [...new Set(chosen.map(({ id }) => id))]
    const names = await namesById(db, target, ids, author)
    const instead = await insteadOf(db, target, ids, author)
    for (const { id, fault } of chosen) {
      const other = instead.get(id)
      const what = names.get(id) ?? `this ${target.one}`
      fault.message = `${labelOf(name, field)}: ${what} is inactive, choose ${other ? `${other} instead` : 'another one'}`
    }
  }
}

/** The names of the rows that take the place of these, by the ids of these. */
export async function insteadOf(
  db: Knex,
  resource: Resource,
  ids: readonly number[],
  author: Pick<Author, 'id'>,
): Promise<ReadonlyMap<number, string>> {
  const column = Object.keys(resource.fields).find(name => resource.fields[name]!.takesPlace)
  if (!column || ids.length === 0) return new Map()
  const found = await db(`${tableOf(resource)} as gone`)
    .join(`${tableOf(resource)} as other`, 'other.id', `gone.${column}`)
    .whereIn('gone.id', [...ids])
    .where('other.isActive', 1)
    .select('gone.id as gone', 'other.id as other')
  const names = await namesById(
    db,
    resource,
    found.map(({ other }) => other),
    author,
  )
  return new Map(
    found.flatMap(({ gone, other }): [number, string][] => {
      const name = names.get(other)
      return name ? [[gone, name]] : []
    }),
  )
}

/** Whether a candidate has a new reference here, or a changed field on which the choice depends. */
const isNewReference = (candidate: Candidate, name: string, { where = {} }: Field) =>
  typeof candidate.row[name] === 'number' &&
  isSettled(candidate, name) &&
  changesAny(candidate, name, ...Object.values(where).flatMap(value => dependsOn(value) ?? []))

/** What is wrong with a reference; a declaration may limit its rows (the plant of a CnF has the type CNF). */
function faultOf(
  candidate: Candidate,
  name: string,
  field: Field,
  target: Resource,
  referenced: ReferencedRow | undefined,
) {
  const label = labelOf(name, field)
  if (changesAny(candidate, name)) {
    if (!referenced)
      return { code: 'UNKNOWN_REF', message: `${label}: this ${target.one} does not exist, choose one from the list` }
    if (!referenced.isActive) return { code: 'INACTIVE_REF', message: `${label} is inactive` }
  }
  if (!field.where || !referenced) return undefined
  if (!isSettled(candidate, ...Object.values(field.where).flatMap(value => dependsOn(value) ?? []))) return undefined
  const conditions = Object.entries(choiceFilter(field, candidate.row))
  if (conditions.every(([column, value]) => referenced.values[column] === encodeValue(value))) return undefined
  return { code: 'RULE', message: `${label} must be a row of ${target.title} with ${whichRows(field, target)}` }
}

/** Describes the allowed rows: «Plant type CNF», or «the same Customer» where the choice depends on another field. */
const whichRows = (field: Field, target: Resource) =>
  Object.entries(field.where!)
    .map(([column, value]) => {
      const label = labelOf(column, target.fields[column]!)
      return dependsOn(value) ? `the same ${label}` : `${label} ${value === true ? 'yes' : value || 'no'}`
    })
    .join(' and ')

/** The ids of referenced rows of a resource, and the columns that decide whether they may be chosen. */
interface ReferencedRows {
  ids: Set<number>
  columns: Set<string>
}
interface ReferencedRow {
  isActive: boolean
  values: Record<string, unknown>
}

/** Returns the referenced rows by `sbu/3`, with the columns that decide whether they may be chosen; one query. */
async function referencedRows(
  db: Knex,
  rowsToRead: Map<Resource, ReferencedRows>,
): Promise<Map<string, ReferencedRow>> {
  if (rowsToRead.size === 0) return new Map()
  const width = Math.max(...[...rowsToRead.values()].map(({ columns }) => columns.size))
  const selects = [...rowsToRead].map(([target, { ids, columns }], source) => {
    const selected = [...columns].map(name => `\`${name}\``)
    const values = Array.from({ length: width }, (_, at) => `${selected[at] ?? 'null'} as value${at}`)
    const own = [`${source} as source`, 'id', `${target.kind === 'master' ? 'isActive' : '1'} as isActive`]
    return `select ${[...own, ...values]} from \`${tableOf(target)}\` where id in (${Array(ids.size).fill('?').join()})`
  })
  const rows = await selectRows<{ source: number; id: number; isActive: number } & Record<string, unknown>>(
    db,
    selects.join(' union all '),
    [...rowsToRead.values()].flatMap(({ ids }) => [...ids]),
  )
  const targets = [...rowsToRead]
  return new Map(
    rows.map(row => {
      const [target, { columns }] = targets[row.source]!
      const values = Object.fromEntries([...columns].map((name, at) => [name, row[`value${at}`]]))
      return [`${target.name}/${row.id}`, { isActive: Boolean(row.isActive), values }]
    }),
  )
}

async function checkKeys(db: Knex, resource: Resource, candidates: Candidate[], author: Author) {
  const checkColumn = (among: Candidate[], column: string, storedValueOf: StoredValueOf, names: readonly string[]) =>
    checkTaken(db, resource, among, { column, storedValueOf, names, author })
  const key = uniqueKeyOf(resource)
  const moved = candidates.filter(
    candidate => isSettled(candidate, ...key) && changesAny(candidate, ...key, 'isActive'),
  )
  if (keyTextColumns(resource).length > 0)
    await checkColumn(moved, 'naturalKey', row => keyTextsOf(resource, row).naturalKey, key)
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.unique || (resource.key.length === 1 && resource.key[0] === name)) continue
    const changed = candidates.filter(
      candidate => candidate.row[name] !== null && isSettled(candidate, name) && changesAny(candidate, name),
    )
    await checkColumn(changed, name, row => row[name] as string, [name])
  }
}

/** The value of a row as its column stores it. */
type StoredValueOf = (row: Record<string, unknown>) => string | undefined

/** Right rows first, so that a wrong one, which is not saved, never stands in the way of a right one. */
const rightFirst = (candidates: readonly Candidate[]) =>
  candidates.toSorted((one, other) => Math.sign(one.faults.length) - Math.sign(other.faults.length))

async function checkTaken(
  db: Knex,
  resource: Resource,
  candidates: Candidate[],
  {
    column,
    storedValueOf,
    names,
    author,
  }: { column: string; storedValueOf: StoredValueOf; names: readonly string[]; author: Author },
) {
  if (candidates.length === 0) return
  const textOfKey = ({ row }: Candidate) => String(storedValueOf(row)).toLowerCase()
  const taken: ({ id: number } & Record<string, unknown>)[] = await db(tableOf(resource))
    .whereIn(
      column,
      candidates.map(({ row }) => storedValueOf(row)!),
    )
    .select('*', `${column} as value`)
  const owners = new Map(taken.map(owner => [String(owner.value).toLowerCase(), owner]))
  const others = candidates.flatMap(candidate => {
    const owner = owners.get(textOfKey(candidate))
    return owner && owner.id !== candidate.before?.id ? [decodeRow(resource, owner) as StoredRow] : []
  })
  const ownerNames = await rowNames(db, resource, others, author)
  const labels = names.map(name => labelOf(name, resource.fields[name]!))
  const isKey = column === 'naturalKey'
  const field = names[0]!
  const seen = new Map<string, Candidate>()
  for (const candidate of rightFirst(candidates)) {
    const value = textOfKey(candidate)
    const owner = owners.get(value)
    const twin = seen.get(value)
    if (owner !== undefined && owner.id !== candidate.before?.id) {
      const message = takenSentence(labels, isKey, ownerNames.get(owner.id))
      candidate.faults.push({ field, code: 'DUPLICATE_KEY', message })
    } else if (twin) {
      const which = twin.rowNo ? `Row ${twin.rowNo}` : 'An earlier row'
      const message = `${which} has the same ${labels.join(', ')}: keep only one of them`
      candidate.faults.push({ field, code: 'DUPLICATE_IN_FILE', message })
    } else if (candidate.faults.length === 0) seen.set(value, candidate)
  }
}

/** That a key, or a column that no two rows share, is taken, and by which row if it may be named. */
function takenSentence(labels: readonly string[], isKey: boolean, owner: string | undefined): string {
  const all = joined(labels, 'and')
  if (owner === undefined)
    return `${all} ${labels.length === 1 ? 'is' : 'are'} taken: choose another ${joined(labels, 'or')}`
  // What is dated is told apart by its first day.
  if (isKey)
    return `${owner} exists already: open it, or choose another ${labels.at(-1) === 'Valid from' ? 'Valid from' : joined(labels, 'or')}`
  return `${all} is that of ${owner} already: choose another ${all}`
}

interface Period {
  validFrom: string
  validTo: string
}
type StoredPeriod = Period & { id: number; periodKey: string }

/** Adds a fault where two active rows of one key would be valid on the same day. */
async function checkPeriods(db: Knex, resource: Resource, candidates: Candidate[], author: Author) {
  const { key } = resource
  const moved = rightFirst(candidates).filter(
    candidate =>
      candidate.row.isActive !== false &&
      isSettled(candidate, ...key, 'validFrom', 'validTo') &&
      changesAny(candidate, ...key, 'validFrom', 'validTo', 'isActive'),
  )
  if (moved.length === 0) return
  const keys = moved.map(({ row }) => keyTextsOf(resource, row).periodKey!)
  const rows: StoredPeriod[] = await db(tableOf(resource))
    .whereIn('periodKey', [...new Set(keys)])
    .where('isActive', 1)
    .forUpdate()
    .select('id', 'periodKey', 'validFrom', 'validTo')
  const replaced = new Set(moved.map(({ before }) => before?.id))
  const stored = Map.groupBy(
    rows.filter(({ id }) => !replaced.has(id)),
    ({ periodKey }) => periodKey,
  )
  const placed = new Map<string, Candidate[]>()
  const clashes = new Map<Candidate, StoredPeriod>()
  moved.forEach((candidate, index) => {
    const period = candidate.row as unknown as Period
    const others = placed.get(keys[index]!) ?? []
    const twin = others.find(({ row }) => overlap(period, row as unknown as Period))
    const clash = stored.get(keys[index]!)?.find(other => overlap(period, other))
    if (clash) clashes.set(candidate, clash)
    else if (twin) refuseOverlap(candidate, twin.rowNo ? `row ${twin.rowNo}` : 'an earlier row of this file', twin.row)
    else if (candidate.faults.length === 0) placed.set(keys[index]!, [...others, candidate])
  })
  // Of what ends at once, as a block or a role, days without a row are meant.
  if (!resource.endsAtOnce) for (const [key, saved] of placed) warnOfGaps({ saved, others: stored.get(key) ?? [] })
  const ids = [...clashes.values()].map(({ id }) => id)
  const readable = await readableAmong(db, resource, ids, author, ['validFrom', 'validTo'])
  const codes = await keyCodesOf(
    db,
    resource,
    [...clashes.keys()].map(({ row }) => row),
  )
  for (const [candidate, clash] of clashes) {
    if (readable.has(clash.id)) refuseOverlap(candidate, `the row for ${codes.get(candidate.row)}`, clash)
    else {
      const message = 'Valid from overlaps a period that is entered already: choose other days'
      candidate.faults.push({ field: 'validFrom', code: 'DATE_OVERLAP', message })
    }
  }
}

const overlap = (one: Period, other: Period) => other.validFrom <= one.validTo && one.validFrom <= other.validTo

function refuseOverlap({ faults }: Candidate, which: string, period: Record<string, unknown> | Period) {
  const { validFrom, validTo } = period as Period
  const message = `Valid from overlaps ${which} ${fromTo(validFrom, validTo)}: end that row first`
  faults.push({ field: 'validFrom', code: 'DATE_OVERLAP', message })
}
