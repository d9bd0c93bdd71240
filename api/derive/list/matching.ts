import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { plainText, searchedTexts } from '../../../resources/define/sheet/signs.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { requireFacts } from '../../platform/reports/counting.ts'
import { behaviourOf } from '../extend.ts'
import type { Action } from '../rights/ability.ts'
import { fieldsOfConditions, restrict } from '../rights/conditions.ts'
import { restrictToColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import type { PlainText } from '../search/candidates.ts'
import { among, contains, escaped } from '../search/contains.ts'
import { type AskedText, askIndexes, isIndexed, type TextHits } from '../search/text-hits.ts'
import { declaredSort, orderBy, type SortTerm, sortTerms } from './deep-page.ts'
import { Narrowing, searchedColumn } from './filters.ts'
import { requireKept } from './kept-days.ts'
import type { Filter, Filters, ListQuery } from './query.ts'
import type { Period, Reader } from './reader.ts'
import { sourceOf, sourcesOf } from './source.ts'

/** The rows that match, from the source of the list or from another one that holds all of them. */
export type Matching = (from?: Knex.QueryBuilder) => Knex.QueryBuilder
/** A row as the database returns it. */
export type FoundRow = Record<string, unknown>

/** One request for a list: what is asked of which resource and by whom, and the rows that match. */
export interface Listing {
  db: Knex
  resource: Resource
  query: ListQuery
  asking: Reader
  matching: Matching
  /** The rows that match, in the parts of which the list consists; of a report perhaps with these columns alone. */
  parts(columns?: readonly string[]): Knex.QueryBuilder[]
  /** Further columns, which tell the fields that are closed to the person on each row. */
  marks: Knex.Raw[]
  /** The text that alone decides which rows match, where the search index can count them. */
  plain: PlainText | undefined
}

/** The reader of a list, its day, for columns that depend on it, and what the search indexes know of its texts. */
export async function readerOfQuery(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  person: Person | undefined,
): Promise<Reader> {
  if (resource.facts) await requireFacts(db)
  const day = query.asOn ?? today()
  if (query.asOn !== null && resource.keptDaily) await requireKept(db, resource, query.asOn)
  const hits = await askIndexes(db, textsAsked(resource, query))
  const period = periodOf(resource, query)
  const until = [...(period.to === undefined ? [] : [period.to]), today()].sort()[0]!
  const ids = idsNamed(query)
  const reader = {
    ...{ person, day, until, period, hits, oneByOne: ids !== undefined, ...(ids && { ids }) },
    chosen: chosenIn(resource, query),
  }
  return { ...reader, prepared: await behaviourOf(resource).prepare?.(db, reader) }
}

/** The value of each choice that a query makes. Throws 400 for several values of one. */
function chosenIn(resource: Resource, { filters }: ListQuery): Record<string, unknown> {
  const isChoice = (name: string) => name in (resource.choices ?? {})
  const chosen: Record<string, unknown> = {}
  const refuse = (field: string) => {
    throw invalidField(field, 'QUERY', `${columnOf(resource, field)!.label} takes one value: choose one`)
  }
  for (const filter of filters) {
    if ('or' in filter) {
      const named = columnsNamed({ filters: [filter], sort: [] }).find(isChoice)
      if (named !== undefined) refuse(named)
    } else if (isChoice(filter.field)) {
      const values = filter.operator === '$eq' ? [filter.value] : filter.operator === '$in' ? filter.value : []
      const [value, ...more] = values as unknown[]
      if (value === undefined || more.length > 0 || filter.field in chosen) refuse(filter.field)
      if (value !== null) chosen[filter.field] = value
    }
  }
  return chosen
}

/** The ids of the rows that a query names, undefined where it names none. */
function idsNamed({ filters }: ListQuery): number[] | undefined {
  const naming = filters.find(
    (filter): filter is Filter =>
      !('or' in filter) && filter.field === 'id' && ['$eq', '$in'].includes(filter.operator),
  )
  return naming && [naming.value].flat().map(Number)
}

/** The days to which a report is limited, rows that count besides its period aside. */
function periodOf({ period }: Resource, { filters }: ListQuery): Period {
  const isOfOthers = ([filter, ...more]: Filters) =>
    filter && !('or' in filter) && filter.field === period?.besides && filter.value === true && more.length === 0
  const limiting = filters.flatMap(filter =>
    'or' in filter && filter.or.length === 2 && isOfOthers(filter.or[1]!) ? filter.or[0]! : [filter],
  )
  const bounds = (...operators: string[]) =>
    limiting
      .flatMap(filter => ('or' in filter || filter.field !== period?.field ? [] : [filter]))
      .flatMap(({ operator, value }) => (operators.includes(operator) ? [String(value).slice(0, 10)] : []))
      .sort()
  return { from: bounds('$eq', '$gt', '$gte').at(-1), to: bounds('$eq', '$lt', '$lte')[0] }
}

/** The texts that a query searches for, each with the resource among whose rows. */
function textsAsked(resource: Resource, { q, filters }: ListQuery): AskedText[] {
  const searched = [resource, ...referredByKey(resource).map(({ to }) => to)]
  const texts = q === null ? [] : searchedTexts(q)
  const boxed = searched.flatMap(resource => texts.map(text => ({ resource, text })))
  return [...boxed, ...filters.flatMap(filter => textsIn(resource, filter))]
}

function textsIn(resource: Resource, filter: Filters[number]): AskedText[] {
  if ('or' in filter) return filter.or.flat().flatMap(part => textsIn(resource, part))
  const { owner, leaf } = searchedColumn(resource, filter.field)
  return filter.operator === '$contains' && isIndexed(owner, leaf)
    ? [{ resource: owner, text: String(filter.value) }]
    : []
}

/** The resources that the key of a resource refers to, by the name of the field. */
export const referredByKey = ({ key, fields }: Resource) =>
  key.flatMap(name => {
    const to = fields[name]!.to
    return to && to !== 'self' ? [{ name, to: resourceNamed(to) }] : []
  })

/** The rows that a query matches, in its order, without paging; shared by lists, counts and exports. */
export function matchingRows(
  db: Knex,
  resource: Resource,
  query: ListQuery,
  asking: Reader,
  action: Action,
  rows = sourceOf(db, resource, asking),
) {
  const table = tableOf(resource)
  if (asking.person) {
    restrict(rows, db, resource, asking.person, action, asking.oneByOne)
    restrictToColumns(rows, db, resource, asking.person, 'read', columnsNamed(query))
  }
  new Narrowing(db, resource, asking).apply(rows, query.filters)
  if (query.asOn && resource.dated)
    rows.where(`${table}.validFrom`, '<=', query.asOn).where(`${table}.validTo`, '>=', query.asOn)
  if (query.q) search(rows, db, resource, query.q, asking.hits)
  return rows
}

/** As `matchingRows`, in the parts of which the source consists: one for most lists. */
export const matchingParts = (
  db: Knex,
  resource: Resource,
  query: ListQuery,
  asking: Reader,
  action: Action,
  columns?: readonly string[],
) => {
  const reader = columns ? { ...asking, columns: neededColumns(resource, query, asking, columns) } : asking
  return sourcesOf(db, resource, reader).map(part => matchingRows(db, resource, query, asking, action, part))
}

/** These columns of a report, with those that decide which rows come and in what order. */
function neededColumns(resource: Resource, query: ListQuery, { person }: Reader, columns: readonly string[]) {
  const { period, search } = resource
  const deciding = [
    ...columnsNamed(query),
    ...declaredSort(resource).map(({ field }) => field),
    ...(query.q ? search : []),
    ...(period?.instant ? [period.instant] : []),
    ...(person ? fieldsOfConditions(person, resource, 'read') : []),
  ]
  return new Set([...columns, ...deciding].map(name => name.split('.')[0]!))
}

/** What is asked of a resource and by whom, with the rows that match. */
export const rowsOfList = (db: Knex, resource: Resource, query: ListQuery, asking: Reader) => ({
  ...{ db, resource, query, asking },
  matching: (from?: Knex.QueryBuilder) => matchingRows(db, resource, query, asking, 'read', from),
  parts: (columns?: readonly string[]) => matchingParts(db, resource, query, asking, 'read', columns),
})

/** The columns that decide which rows come, and in what order. Rows on which one is closed are left out, since their place would reveal it. */
export const columnsNamed = ({ filters, sort }: Pick<ListQuery, 'filters' | 'sort'>): string[] => [
  ...filters.flatMap(function named(filter): string[] {
    return 'or' in filter ? filter.or.flat().flatMap(named) : [filter.field]
  }),
  ...sort.map(({ field }) => field),
]

/** Sorts rows in the order of a list. */
export const orderRows = (rows: Knex.QueryBuilder, db: Knex, resource: Resource, query: ListQuery, asking: Reader) =>
  orderBy(rows, orderTerms(db, resource, query, asking))

/** The order of a list; found rows whose code begins with the searched text come first. */
export function orderTerms(db: Knex, resource: Resource, query: ListQuery, asking: Reader): SortTerm[] {
  const terms = sortTerms(db, resource, query, asking)
  if (!query.q || resource.search.length === 0) return terms
  const code = `${tableOf(resource)}.${resource.search[0]}`
  const text = plainText(query.q)
  const beginning = `${escaped(text)}%`
  const value = db.raw("case when ?? = ? then 0 when ?? like ? escape '!' then 1 else 2 end", [
    ...[code, text],
    ...[code, beginning],
  ])
  return [{ value, descending: false, optional: false }, ...terms]
}

/**
 * Matches any part of the search fields, and of the display texts of the rows that the key refers to; a text with signs
 * such as an en dash also by the plain signs that it stands for.
 */
function search(rows: Knex.QueryBuilder, db: Knex, resource: Resource, q: string, hits: TextHits | undefined) {
  const table = tableOf(resource)
  rows.where(any => {
    for (const text of searchedTexts(q)) {
      any.orWhere(own => holdsIn(own, db, resource, resource.search, text, hits))
      for (const { name, to } of referredByKey(resource)) any.orWhereIn(`${table}.${name}`, idsLike(db, to, text, hits))
    }
  })
}

function idsLike(db: Knex, target: Resource, q: string, hits: TextHits | undefined) {
  const texts = target.display.filter(name => target.fields[name]!.kind === 'text')
  return holdsIn(db(tableOf(target)), db, target, texts, q, hits).select('id')
}

/** Limits rows to those that contain a text in one of these columns; where the search index names few, among them. */
function holdsIn(
  rows: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  columns: readonly string[],
  q: string,
  hits: TextHits | undefined,
) {
  const table = tableOf(resource)
  const ids = columns.every(name => isIndexed(resource, name)) ? hits?.(resource, q) : undefined
  if (ids) among(rows, db, `${table}.id`, ids)
  return rows.where(any => {
    any.whereRaw('1 = 0')
    for (const name of columns) any.orWhere(part => contains(part, `${table}.${name}`, `%${escaped(q)}%`))
  })
}
