import type { Knex } from 'knex'
import { choiceFilter, dependsOn } from '../../../resources/define/choice-filter.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, tableOf, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { validate } from '../../../resources/define/validate.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { selectRows } from '../../platform/database.ts'
import { keyTextColumns } from '../database-columns.ts'
import { behaviourOf } from '../extend.ts'
import { readableAmong } from '../rights/readable-among.ts'
import { encodeValue } from '../row-codec.ts'
import { type Candidate, changesAny } from './candidate.ts'
import { checkEffectiveDating, checkStarts } from './effective-dating.ts'
import { checkImmutableFields } from './immutable-fields.ts'
import { keyTextsOf } from './key-texts.ts'
import { checkPendingChanges } from './pending-change.ts'
import type { Author } from './write.ts'

/**
 * Checks rows against their declaration, the rows they refer to, unique keys, overlapping periods and the resource's
 * own rule, in a fixed number of queries. Adds faults to the candidates.
 */
export async function checkRows(db: Knex, resource: Resource, candidates: Candidate[], author: Author): Promise<void> {
  for (const candidate of candidates) candidate.faults.push(...validate(resource, candidate.row))
  const sound = () => candidates.filter(({ faults }) => faults.length === 0)
  checkImmutableFields(resource, sound(), author)
  checkPendingChanges(resource, sound(), author)
  await checkEffectiveDating(db, resource, sound(), author)
  await checkReferences(db, resource, sound())
  await checkKeys(db, resource, sound(), author)
  if (keyTextColumns(resource).includes('periodKey')) await checkPeriods(db, resource, sound(), author)
  await checkStarts(db, resource, sound(), author)
  await checkOwnRule(db, resource, sound(), author)
}

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
export async function checkReferences(db: Knex, resource: Resource, candidates: Candidate[]) {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.to ? [{ name, field, target: resourceNamed(field.to === 'self' ? resource.name : field.to) }] : [],
  )
  const wanted = new Map<Resource, ReferencedRows>()
  for (const { name, field, target } of references) {
    const { ids, columns } = wanted.get(target) ?? { ids: new Set(), columns: new Set() }
    for (const candidate of candidates)
      if (isNewReference(candidate, name, field)) ids.add(candidate.row[name] as number)
    for (const column of Object.keys(field.where ?? {})) columns.add(column)
    if (ids.size > 0) wanted.set(target, { ids, columns })
  }
  const found = await referencedRows(db, wanted)
  for (const { name, field, target } of references) {
    for (const candidate of candidates) {
      if (!isNewReference(candidate, name, field)) continue
      const fault = faultOf(candidate, name, field, target, found.get(`${target.name}/${candidate.row[name]}`))
      if (fault) candidate.faults.push({ field: name, ...fault })
    }
  }
}

/** Whether a candidate has a new reference here, or a changed field on which the choice depends. */
const isNewReference = (candidate: Candidate, name: string, { where = {} }: Field) =>
  typeof candidate.row[name] === 'number' &&
  changesAny(candidate, name, ...Object.values(where).flatMap(value => dependsOn(value) ?? []))

/**
 * Returns what is wrong with a reference; a declaration may limit which rows can be chosen (the plant of a CnF has the
 * type CNF).
 */
function faultOf(
  candidate: Candidate,
  name: string,
  field: Field,
  target: Resource,
  referenced: ReferencedRow | undefined,
) {
  const label = labelOf(name, field)
  if (changesAny(candidate, name)) {
    if (!referenced) return { code: 'UNKNOWN_REF', message: `${label} is not a row of ${target.title}` }
    if (!referenced.isActive)
      return { code: 'INACTIVE_REF', message: `${label} is a deactivated row of ${target.title}` }
  }
  if (!field.where || !referenced) return undefined
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
async function referencedRows(db: Knex, wanted: Map<Resource, ReferencedRows>): Promise<Map<string, ReferencedRow>> {
  if (wanted.size === 0) return new Map()
  const width = Math.max(...[...wanted.values()].map(({ columns }) => columns.size))
  const selects = [...wanted].map(([target, { ids, columns }], source) => {
    const selected = [...columns].map(name => `\`${name}\``)
    const values = Array.from({ length: width }, (_, at) => `${selected[at] ?? 'null'} as value${at}`)
    const own = [`${source} as source`, 'id', `${target.kind === 'master' ? 'isActive' : '1'} as isActive`]
    return `select ${[...own, ...values]} from \`${tableOf(target)}\` where id in (${Array(ids.size).fill('?').join()})`
  })
  const rows = await selectRows<{ source: number; id: number; isActive: number } & Record<string, unknown>>(
    db,
    selects.join(' union all '),
    [...wanted.values()].flatMap(({ ids }) => [...ids]),
  )
  const targets = [...wanted]
  return new Map(
    rows.map(row => {
      const [target, { columns }] = targets[row.source]!
      const values = Object.fromEntries([...columns].map((name, at) => [name, row[`value${at}`]]))
      return [`${target.name}/${row.id}`, { isActive: Boolean(row.isActive), values }]
    }),
  )
}

async function checkKeys(db: Knex, resource: Resource, candidates: Candidate[], author: Author) {
  const checkColumn = (
    among: Candidate[],
    column: string,
    storedValueOf: StoredValueOf,
    field: string,
    description: string,
  ) => checkTaken(db, resource, among, { column, storedValueOf, field, description, author })
  const moved = candidates.filter(candidate => changesAny(candidate, ...uniqueKeyOf(resource), 'isActive'))
  if (keyTextColumns(resource).length > 0) {
    const key = uniqueKeyOf(resource)
    const description = `${key.map(name => labelOf(name, resource.fields[name]!)).join(', ')} of another row`
    await checkColumn(moved, 'naturalKey', row => keyTextsOf(resource, row).naturalKey, key[0]!, description)
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!field.unique || (resource.key.length === 1 && resource.key[0] === name)) continue
    const changed = candidates.filter(candidate => candidate.row[name] !== null && changesAny(candidate, name))
    await checkColumn(changed, name, row => row[name] as string, name, `${labelOf(name, field)} of another row`)
  }
}

/** The value of a row as its column stores it. */
type StoredValueOf = (row: Record<string, unknown>) => string | undefined

async function checkTaken(
  db: Knex,
  resource: Resource,
  candidates: Candidate[],
  {
    column,
    storedValueOf,
    field,
    description,
    author,
  }: { column: string; storedValueOf: StoredValueOf; field: string; description: string; author: Author },
) {
  if (candidates.length === 0) return
  const values = candidates.map(({ row }) => storedValueOf(row)!)
  const texts = resource.display.filter(name => resource.fields[name]!.kind === 'text')
  const taken: ({ id: number } & Record<string, unknown>)[] = await db(tableOf(resource))
    .whereIn(column, values)
    .select('id', `${column} as value`, ...texts)
  const owners = new Map(taken.map(owner => [String(owner.value).toLowerCase(), owner]))
  const others = candidates.flatMap(({ before }, index) => {
    const owner = owners.get(String(values[index]).toLowerCase())
    return owner && owner.id !== before?.id ? [owner.id] : []
  })
  const readable = await readableAmong(db, resource, others, author, texts)
  const seen = new Set<string>()
  candidates.forEach((candidate, index) => {
    const value = String(values[index]).toLowerCase()
    const owner = owners.get(value)
    if (owner !== undefined && owner.id !== candidate.before?.id) {
      const name = texts.length > 0 ? texts.map(text => owner[text]).join(' · ') : `number ${owner.id}`
      const which = readable.has(owner.id) ? `, ${name}` : ''
      candidate.faults.push({ field, code: 'DUPLICATE_KEY', message: `This is the ${description}${which}` })
    } else if (seen.has(value))
      candidate.faults.push({
        field,
        code: 'DUPLICATE_IN_FILE',
        message: `This is the ${description} in the same file`,
      })
    seen.add(value)
  })
}

interface Period {
  id: number | undefined
  validFrom: string
  validTo: string
}

/** Adds a fault where two active rows of one key would be valid on the same day. */
async function checkPeriods(db: Knex, resource: Resource, candidates: Candidate[], author: Author) {
  const moved = candidates.filter(
    candidate =>
      candidate.row.isActive !== false && changesAny(candidate, ...resource.key, 'validFrom', 'validTo', 'isActive'),
  )
  if (moved.length === 0) return
  const keys = moved.map(({ row }) => keyTextsOf(resource, row).periodKey!)
  const rows: (Period & { periodKey: string })[] = await db(tableOf(resource))
    .whereIn('periodKey', [...new Set(keys)])
    .where('isActive', 1)
    .forUpdate()
    .select('id', 'periodKey', 'validFrom', 'validTo')
  const replaced = new Set(moved.map(({ before }) => before?.id))
  const taken = new Map<string, Period[]>()
  for (const row of rows)
    if (!replaced.has(row.id)) taken.set(row.periodKey, [...(taken.get(row.periodKey) ?? []), row])
  const clashes = new Map<Candidate, Period>()
  moved.forEach((candidate, index) => {
    const { validFrom, validTo } = candidate.row as unknown as Period
    const others = taken.get(keys[index]!) ?? []
    const clash = others.find(other => other.validFrom <= validTo && validFrom <= other.validTo)
    if (clash) clashes.set(candidate, clash)
    else taken.set(keys[index]!, [...others, { id: candidate.before?.id, validFrom, validTo }])
  })
  const ids = [...clashes.values()].flatMap(({ id }) => id ?? [])
  const readable = await readableAmong(db, resource, ids, author, ['validFrom', 'validTo'])
  for (const [candidate, { id, validFrom, validTo }] of clashes) {
    const which = id ? `row ${id}` : 'an earlier row of this file'
    const message =
      id && !readable.has(id)
        ? 'Valid from overlaps another row with this key: choose other days'
        : `Valid from overlaps ${which}, valid ${validFrom} to ${validTo}: end that row first`
    candidate.faults.push({ field: 'validFrom', code: 'DATE_OVERLAP', message })
  }
}
