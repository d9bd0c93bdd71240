import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { figuresOf, type GroupedRows, MOST_GROUPS } from '../../../resources/define/report.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { reports } from '../../../resources/registry.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import { valueWhereReadable } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { requirePerson } from '../rights/require-person.ts'
import type { StoredRow } from '../row-codec.ts'
import type { Call } from '../service.ts'
import { columnValue } from './column-sql.ts'
import { matchingRows, readerOfQuery } from './matching.ts'
import { readQuery } from './query.ts'
import { limitToPeriod } from './report-period.ts'
import { withTexts } from './texts.ts'

/**
 * `GET /api/report-groups?report=mis/orders&by=sbuId,orderDate&…` with the filters of the report: its rows by one or two
 * columns, of the rows and columns that the person reads.
 */
export function serveReportGroups(app: Application, db: Knex) {
  const service = {
    async find(call: Call): Promise<GroupedRows> {
      const person = requirePerson(call)
      const { report: path, by, ...asked } = call.query ?? {}
      const report = reports.find(one => one.path === path)
      if (!report?.groups) throw notFound()
      requireRight(person, report, 'read')
      return groupRows(db, report, person, by, asked)
    },
  }
  app.use('api/report-groups', service as never, { methods: ['find'] } as never)
}

/**
 * The rows of a report that match `asked`, by the columns named in `by`. Rows on which the person does not read one of
 * them are left out. Throws 400 for unknown columns, a bad filter, or more than 20,000 groups.
 */
export async function groupRows(
  db: Knex,
  report: Resource,
  person: Person,
  by: unknown,
  asked: Record<string, unknown>,
): Promise<GroupedRows> {
  const readable = columnsReadBy(person, report)
  const names = dimensionsOf(report, readable, by)
  // Named as a sort, so that rows on which one of them is closed to the person do not reveal it by their group.
  const sort = names.map(field => ({ field, descending: false }))
  const query = limitToPeriod(report, { ...readQuery(report, asked, readable), sort })
  const asking = await readerOfQuery(db, report, query, person)
  const needed = [...new Set([...figuresOf(report), ...Object.values(report.ratios ?? {}).flat()])]
  const sums = needed.filter(name => readable.includes(name) && !(name in (report.ratios ?? {})))
  const sqlOf = (name: string) => columnValue(db, report, columnOf(report, name)!, asking)
  const keys = names.map((name, at) => db.raw('? as ??', [keyOf(db, report, name, sqlOf(name)), `key${at}`]))
  const values = sums.map((name, at) =>
    db.raw('? as ??', [valueWhereReadable(db, report, asking, name, sqlOf(name)), `value${at}`]),
  )
  const matching = matchingRows(db, report, query, asking, 'read').select(db.raw('1 as one'), ...keys, ...values)
  const grouped = names.map((_, at) => `key${at}`)
  const found: Record<string, unknown>[] = await db
    .from(matching.as(`${tableOf(report)}_rows`))
    .groupBy(grouped)
    .limit(MOST_GROUPS + 1)
    .select(...grouped, db.raw('count(*) as ??', ['rowCount']))
    .select(sums.map((_, at) => db.raw('sum(??) as ??', [`value${at}`, `sum${at}`])))
    .select(sums.map((_, at) => db.raw('count(??) as ??', [`value${at}`, `count${at}`])))
  if (found.length > MOST_GROUPS)
    throw invalidField('by', 'RANGE', 'More than 20,000 groups: narrow the filter, or group by another column')
  const groups = await withKeys(db, report, names, found)
  const of = (rows: readonly Record<string, unknown>[]) => figuresIn(report, readable, sums, rows)
  return {
    groups: groups.map((group, at) => ({ ...group, rows: Number(found[at]!.rowCount), figures: of([found[at]!]) })),
    rows: found.reduce((all, { rowCount }) => all + Number(rowCount), 0),
    figures: of(found),
  }
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

async function withKeys(db: Knex, report: Resource, names: string[], found: Record<string, unknown>[]) {
  const rows = found.map((row, at) => ({
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

/** Sums, averages and shares of these rows, where shares are those of the sums. */
function figuresIn(
  report: Resource,
  readable: readonly string[],
  sums: readonly string[],
  rows: readonly Record<string, unknown>[],
): Record<string, number | null> {
  const total = (what: string, name: string) =>
    sums.includes(name) ? rows.reduce((all, row) => all + Number(row[`${what}${sums.indexOf(name)}`] ?? 0), 0) : 0
  const figures = figuresOf(report)
    .filter(name => readable.includes(name))
    .map((name): [string, number | null] => {
      const ratio = report.ratios?.[name]
      if (ratio) {
        const [part, whole] = ratio.map(one => total('sum', one)) as [number, number]
        return [name, whole > 0 && ratio.every(one => sums.includes(one)) ? mulDiv(part, 10_000, whole) : null]
      }
      if (!report.averages?.includes(name)) return [name, total('sum', name)]
      const counted = total('count', name)
      return [name, counted > 0 ? Math.round(total('sum', name) / counted) : null]
    })
  return Object.fromEntries(figures)
}
