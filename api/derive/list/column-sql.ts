import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Column, ColumnStep } from '../../../resources/define/column.ts'
import { isAlwaysConfirmed } from '../../../resources/define/confirmation.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { behaviourOf } from '../extend.ts'
import { restrict } from '../rights/conditions.ts'
import { actsOnAllWith, restrictToColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { whereValidOn } from '../rows-of.ts'
import { noteVarying } from '../varying-sql.ts'
import type { Reader } from './reader.ts'

type Rows = Knex.QueryBuilder
type Narrow = (rows: Rows, column: string) => void

/** Returns columns for a select: the resource's own by name, the others as subselects under their names. */
export const selection = (
  db: Knex,
  resource: Resource,
  names: readonly string[],
  reader: Reader,
): (string | Knex.Raw)[] =>
  names.map(name => {
    const column = columnOf(resource, name)!
    return column.way === 'own'
      ? `${tableOf(resource)}.${name}`
      : db.raw('? as ??', [columnValue(db, resource, column, reader), escapedName(name)])
  })

/** Those of these columns that are computed or lie behind a reference. */
export const extraColumnsIn = (resource: Resource, names: readonly string[]) =>
  names.filter(name => columnOf(resource, name)!.way !== 'own')

// Knex reads a dot in an alias as a table name; the marker is replaced again when the row is read.
const DOT = '→'
const escapedName = (name: string) => name.replaceAll('.', DOT)

/** Restores the column names in a row from the database, and converts computed values to the type of their field. */
export function withColumnNames(resource: Resource, extras: readonly string[], row: Record<string, unknown>) {
  for (const name of extras) {
    const value = row[escapedName(name)]
    delete row[escapedName(name)]
    row[name] = read(columnOf(resource, name)!, value)
  }
  return row
}

function read({ field }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (field.kind === 'flag') return Boolean(Number(value))
  if (field.kind === 'number' || field.to) return Math.round(Number(value))
  return field.kind === 'list' && typeof value === 'string' ? JSON.parse(value) : value
}

/** Returns the SQL of a column's value in a row, by which it is shown, compared and summed. */
export function columnValue(db: Knex, resource: Resource, column: Column, reader: Reader): Knex.Raw {
  const table = tableOf(resource)
  switch (column.way) {
    case 'own':
      return db.raw('??', [`${table}.${column.name}`])
    case 'through':
      return db.raw('?', [alongSteps(db, table, column.steps, column.leaf, reader)])
    case 'has':
      return db.raw('case when ? then 1 else 0 end', [referencedSql(db, resource, column, reader)])
    case 'computed': {
      noteVarying()
      const compute = behaviourOf(resource).computed![column.name]!
      return db.raw('(?)', [compute(db, name => db.ref(`${table}.${name}`) as never, reader.day)])
    }
  }
}

/** Whether other rows refer to a row; looked up for this row alone where an index on the reference allows it. */
function referencedSql(db: Knex, resource: Resource, column: Column, reader: Reader): Knex.Raw {
  const [step, ...more] = column.steps
  const id = `${tableOf(resource)}.id`
  if (more.length > 0 || column.owner === resource) return db.raw('?? in ?', [id, referencedIds(db, column, reader)])
  const link = `${tableOf(column.owner)}.${step!.field}`
  return db.raw('exists ?', [referencedIds(db, column, reader, rows => rows.whereRaw('?? = ??', [link, id]), true)])
}

/** Returns the SQL that a column is sorted by; a reference is sorted by the first display field of its row. */
export function sortValue(db: Knex, resource: Resource, column: Column, reader: Reader): Knex.Raw | string {
  const { field, way, steps, owner, leaf } = column
  const table = tableOf(resource)
  if (field.kind === 'reference' && (way === 'own' || way === 'through')) {
    const target = resourceNamed(field.to === 'self' ? owner.name : field.to!)
    return db.raw('?', [alongSteps(db, table, [...steps, { owner, field: leaf, target }], target.display[0]!, reader)])
  }
  return way === 'own' ? `${table}.${column.name}` : columnValue(db, resource, column, reader)
}

/** Returns a field at the end of references as a subselect; its tables have aliases. */
function alongSteps(db: Knex, table: string, steps: readonly ColumnStep[], leaf: string, reader: Reader): Rows {
  const [first, ...rest] = steps
  const rows = db(`${tableOf(first!.target)} as via1`).where('via1.id', db.ref(`${table}.${first!.field}`))
  rest.forEach(({ target, field }, index) => {
    const at = index + 2
    rows.join(`${tableOf(target)} as via${at}`, `via${at}.id`, `via${at - 1}.${field}`)
  })
  steps.forEach(({ target }, index) => {
    const readableIds = idsWithin(db, target, steps[index + 1]?.field ?? leaf, reader)
    if (readableIds) rows.whereIn(`via${index + 1}.id`, readableIds)
  })
  return rows.select(`via${steps.length}.${leaf}`)
}

/** Returns the rows of a resource on which the person reads this field; undefined where these are all. */
function idsWithin(db: Knex, resource: Resource, field: string, { person }: Reader): Rows | undefined {
  if (!person || actsOnAllWith(resource, person, 'read', [field])) return undefined
  const table = tableOf(resource)
  return within(db(table), db, resource, person, [field]).select(`${table}.id`)
}

/** Limits a query to the rows that the person may read and on which they may read these fields. */
const within = (
  rows: Rows,
  db: Knex,
  resource: Resource,
  person: Person,
  fields: readonly string[],
  oneByOne = false,
): Rows =>
  restrictToColumns(
    restrict(rows, db, resource, person, 'read', oneByOne),
    db,
    resource,
    person,
    'read',
    fields,
    oneByOne,
  )

/** The ids of the rows of `target` that meet a condition on `fields`, among those where the person may read these. */
function idsWhere(
  db: Knex,
  target: Resource,
  fields: readonly string[],
  hold: (rows: Rows) => void,
  { person }: Reader,
  oneByOne = false,
): Rows {
  const table = tableOf(target)
  const rows = db(table)
  hold(rows)
  // Last, because SQLite evaluates in this order: rights need not be evaluated for rows that do not match.
  if (person && !actsOnAllWith(target, person, 'read', fields)) within(rows, db, target, person, fields, oneByOne)
  return rows.select(`${table}.id`)
}

/** Limits rows to those whose column matches at the end of its references. */
export function whereReferenced(
  rows: Rows,
  db: Knex,
  resource: Resource,
  column: Column,
  narrow: Narrow,
  reader: Reader,
) {
  const [first] = column.steps
  rows.whereIn(`${tableOf(resource)}.${first!.field}`, fittingIds(db, column, narrow, reader))
}

/** Limits rows to those that `narrowThrough` excludes; rows without a reference are included. */
export function whereNotReferenced(
  rows: Rows,
  db: Knex,
  resource: Resource,
  column: Column,
  narrow: Narrow,
  reader: Reader,
) {
  const at = `${tableOf(resource)}.${column.steps[0]!.field}`
  rows.where(none => none.whereNull(at).orWhereNotIn(at, fittingIds(db, column, narrow, reader)))
}

function fittingIds(db: Knex, { steps, leaf }: Column, narrow: Narrow, reader: Reader): Rows {
  const last = steps.at(-1)!.target
  let ids = idsWhere(db, last, [leaf], rows => narrow(rows, `${tableOf(last)}.${leaf}`), reader)
  for (let index = steps.length - 2; index >= 0; index--) {
    const inner = ids
    const next = steps[index + 1]!
    ids = idsWhere(
      db,
      steps[index]!.target,
      [next.field],
      rows => rows.whereIn(`${tableOf(next.owner)}.${next.field}`, inner),
      reader,
    )
  }
  return ids
}

/** Returns the ids of the rows that valid matching rows of another resource refer to; see `has`. */
export function referencedIds(
  db: Knex,
  { owner, leaf, steps }: Column,
  reader: Reader,
  narrow?: Narrow,
  oneByOne = false,
): Rows {
  const table = tableOf(owner)
  const [first, ...rest] = steps
  let ids = idsWhere(
    db,
    owner,
    [first!.field, leaf],
    rows => {
      if (owner.dated) whereValidOn(rows, reader.day, table)
      else if (owner.kind === 'master') rows.where(`${table}.isActive`, 1)
      if (isAlwaysConfirmed(owner)) rows.whereNot(`${table}.confirmStatus`, 'PENDING')
      rows.whereNotNull(`${table}.${first!.field}`)
      narrow?.(rows, `${table}.${leaf}`)
    },
    reader,
    oneByOne,
  )
    .clearSelect()
    .select(`${table}.${first!.field}`)
  for (const { owner: between, field } of rest) {
    const inner = ids
    const name = tableOf(between)
    ids = idsWhere(
      db,
      between,
      [field],
      rows => rows.whereIn(`${name}.id`, inner).whereNotNull(`${name}.${field}`),
      reader,
    )
      .clearSelect()
      .select(`${name}.${field}`)
  }
  return ids
}
