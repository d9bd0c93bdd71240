import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { mulDiv, WHOLE } from '../../../resources/define/amounts.ts'
import { type GroupedRows, MOST_GROUPS } from '../../../resources/define/report.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { growthOf } from '../../../resources/mis/sales/sales-figures.ts'
import { groupReport } from '../../../resources/platform/commands/report-groups.ts'
import { reports } from '../../../resources/registry.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import { valueWhereReadable } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import type { StoredRow } from '../row-codec.ts'
import { columnValue } from './column-sql.ts'
import { matchingParts, readerOfQuery } from './matching.ts'
import { type ListQuery, readQuery } from './query.ts'
import { Figures, type Found } from './report-figures.ts'
import { limitToPeriod, yearAfter, yearBeforeOf } from './report-period.ts'
import { together } from './source.ts'
import { withTexts } from './texts.ts'

type Group = GroupedRows['groups'][number]
/** What a group had a year before. */
type Former = Pick<Group, 'keys' | 'texts'> & { sum: number }

/**
 * Groups with their share of the total, what they had a year before, and their growth; groups that were there in one of
 * the two years only are there too.
 */
function withGrowth(compared: string, now: GroupedRows, former: readonly Former[], none: Figures): GroupedRows {
  const nameOf = ({ keys }: Pick<Group, 'keys'>) => JSON.stringify(keys)
  const before = new Map(former.map(group => [nameOf(group), group.sum]))
  const known = new Set(now.groups.map(nameOf))
  const gone = former.filter(group => !known.has(nameOf(group)))
  const groups = [...now.groups, ...gone.map(({ keys, texts }): Group => ({ keys, texts, ...none.of([]) }))]
  const total = now.figures[compared] ?? 0
  const figuresOf = (figures: Group['figures'], previous: number): Group['figures'] => {
    const value = figures[compared] ?? 0
    const share = total === 0 ? null : mulDiv(value, WHOLE, total)
    return { ...figures, share, previous, growth: growthOf({ value, previous }) }
  }
  const formerTotal = former.reduce((all, group) => all + group.sum, 0)
  return {
    ...now,
    groups: groups.map(group => ({ ...group, figures: figuresOf(group.figures, before.get(nameOf(group)) ?? 0) })),
    figures: figuresOf(now.figures, formerTotal),
  }
}

/** The rows of a report by one or two columns, of the rows and columns that the person reads; `db` is where reports are read. */
export const groupsCommand = (db: Knex): Bound =>
  bind(groupReport, async ({ report: path, by }, { person, filters }) => {
    const report = reports.find(one => one.path === path)
    if (!report?.groups) throw notFound()
    requireRight(person, report, 'read')
    return groupRows(db, report, person, by, filters)
  })

/**
 * The rows of a report that match `asked`, by the columns named in `by`; of a compared report also the groups of the same
 * days a year before. Rows on which the person does not read one of them are left out. Throws 400 for unknown columns, a
 * bad filter, or more than 20,000 groups.
 */
export async function groupRows(
  db: Knex,
  report: Resource,
  person: Person,
  by: unknown,
  reportQuery: Record<string, unknown>,
): Promise<GroupedRows> {
  const readable = columnsReadBy(person, report)
  const names = dimensionsOf(report, readable, by)
  // Named as a sort, so that rows on which one of them is closed to the person do not reveal it by their group.
  const sort = names.map(field => ({ field, descending: false }))
  const query = limitToPeriod(report, { ...readQuery(report, reportQuery, readable), sort })
  const groupsOf = async (of: ListQuery, figures: Figures) => {
    const groupsOfQuery = await groupedRows(db, report, person, of, names, figures)
    const keys = await withKeys(db, report, names, groupsOfQuery)
    return keys.map((key, at) => ({ ...key, found: groupsOfQuery[at]! }))
  }
  const figures = new Figures(report, readable)
  const now = await groupsOf(query, figures)
  const groups: GroupedRows['groups'] = now.map(({ found, ...key }) => ({ ...key, ...figures.of([found]) }))
  const totals = figures.of(now.map(({ found }) => found))
  const { compared } = report
  if (compared === undefined || !readable.includes(compared)) return { groups, ...totals }
  const former = await groupsOf(yearBeforeOf(report, query), new Figures(report, readable, [compared]))
  const previous = former.map(({ found, keys, texts }) => ({
    keys: keys.map((key, at) => (names[at] === report.period!.field && key !== null ? yearAfter(String(key)) : key)),
    texts,
    sum: Number(found.sum0 ?? 0),
  }))
  return withGrowth(compared, { groups, ...totals }, previous, figures)
}

/** One row for each group, with the sums, counts, extremes and units of its figures. */
async function groupedRows(
  db: Knex,
  report: Resource,
  person: Person,
  query: ListQuery,
  names: readonly string[],
  { sums, averaged, extremes, units }: Figures,
): Promise<Found[]> {
  const asking = await readerOfQuery(db, report, query, person)
  const sqlOf = (name: string) => columnValue(db, report, columnOf(report, name)!, asking)
  const keys = names.map((name, at) => db.raw('? as ??', [keyOf(db, report, name, sqlOf(name)), `key${at}`]))
  const readableValue = (name: string) => valueWhereReadable(db, report, asking, name, sqlOf(name))
  const values = sums.map((name, at) => db.raw('? as ??', [readableValue(name), `value${at}`]))
  const ends = extremes.map(([name], at) => db.raw('? as ??', [readableValue(name), `end${at}`]))
  const told = units.map(([name, unit], at) =>
    // What is nothing of a unit is nothing of any.
    db.raw('case when ? <> 0 then ? end as ??', [readableValue(name), sqlOf(unit), `unit${at}`]),
  )
  const needed = [...names, ...sums, ...[...extremes, ...units].flat()]
  const columns = [db.raw('1 as one'), ...keys, ...values, ...ends, ...told]
  const grouped = names.map((_, at) => `key${at}`)
  const as = (what: string, from: string, to = from) => db.raw(`${what}(??) as ??`, [from, to])
  const highest = extremes.map(([, which], at) => as(which, `end${at}`))
  const parts = matchingParts(db, report, query, asking, 'read', needed).map((part, at) =>
    db
      .from(part.select(columns).as(`${tableOf(report)}_rows${at}`))
      .groupBy(grouped)
      .select(...grouped, db.raw('count(*) as ??', ['rowCount']), ...highest)
      .select(sums.map((_, at) => as('sum', `value${at}`, `sum${at}`)))
      .select(averaged.map(at => as('count', `value${at}`, `count${at}`)))
      .select(units.flatMap((_, at) => ['min', 'max'].map(what => as(what, `unit${at}`, `${what}Unit${at}`)))),
  )
  const groups: Found[] = await db
    .from(together(db, parts).as(`${tableOf(report)}_groups`))
    .groupBy(grouped)
    .limit(MOST_GROUPS + 1)
    .select(...grouped, as('sum', 'rowCount'), ...highest)
    .select(sums.map((_, at) => as('sum', `sum${at}`)))
    .select(averaged.map(at => as('sum', `count${at}`)))
    .select(units.flatMap((_, at) => [as('min', `minUnit${at}`), as('max', `maxUnit${at}`)]))
  if (groups.length > MOST_GROUPS)
    throw invalidField('by', 'RANGE', 'More than 20,000 groups: narrow the filter, or group by another column')
  return groups
}

/** The columns to group by: one or two of those that the report declares, readable to the person. */
function dimensionsOf(report: Resource, readable: readonly string[], by: unknown): string[] {
  const names = typeof by === 'string' && by !== '' ? by.split(',') : []
  if (names.length === 0 || names.length > 2 || new Set(names).size < names.length)
    throw invalidField('by', 'REQUIRED', 'Group by one or two different columns')
  const unknown = names.find(name => !report.groups!.includes(name) || !readable.includes(name))
  if (unknown !== undefined)
    throw invalidField('by', 'UNKNOWN_FIELD', `${report.title} cannot be grouped by ${unknown.slice(0, 60)}`)
  return names
}

/** Days are grouped by their month, named by its first day. */
const keyOf = (db: Knex, report: Resource, name: string, value: Knex.Raw): Knex.Raw =>
  columnOf(report, name)!.field.kind === 'date' ? db.raw("concat(substr(?, 1, 7), '-01')", [value]) : value

async function withKeys(db: Knex, report: Resource, names: readonly string[], groups: Found[]) {
  const rows = groups.map((row, at) => ({
    id: at,
    ...Object.fromEntries(names.map((name, index) => [name, decoded(report, name, row[`key${index}`])])),
  })) as unknown as StoredRow[]
  await withTexts(db, report, rows)
  return rows.map(row => ({
    keys: names.map(name => row[name] as GroupedRows['groups'][number]['keys'][number]),
    texts: names.map(name => (row.texts as Record<string, string>)[name] ?? null),
  }))
}

function decoded(report: Resource, name: string, value: unknown) {
  const { field } = columnOf(report, name)!
  if (value === null || value === undefined || value === '') return null
  if (field.kind === 'flag') return Boolean(Number(value))
  if (field.kind === 'date') return /^\d{4}/.test(String(value)) ? String(value) : null
  return field.kind === 'reference' || field.kind === 'number' ? Number(value) : String(value)
}
