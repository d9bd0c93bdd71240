import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import type { ChartFigures } from '../../../resources/define/report.ts'
import { type ReportChart, type Resource, tableOf } from '../../../resources/define/resource.ts'
import { reports, resourceNamed } from '../../../resources/registry.ts'
import { notFound } from '../../platform/errors.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import { requirePerson } from '../rights/require-person.ts'
import type { Call } from '../service.ts'
import { matchingRows, readerOfQuery } from './matching.ts'
import { readQuery } from './query.ts'
import { limitToPeriod } from './report-period.ts'

/**
 * `GET /api/report-charts?report=mis/view-freight-report&…` with the filters of the report: what its chart shows of the
 * rows and columns that the person reads.
 */
export function serveReportCharts(app: Application, db: Knex) {
  app.use(
    'api/report-charts',
    { find: (call: Call) => chartFigures(db, call) } as never,
    { methods: ['find'] } as never,
  )
}

async function chartFigures(db: Knex, call: Call): Promise<ChartFigures> {
  const person = requirePerson(call)
  const { report: path, ...asked } = call.query ?? {}
  const report = reports.find(one => one.path === path)
  if (!report?.chart) throw notFound()
  requireRight(person, report, 'read')
  const { chart } = report
  const readable = columnsReadBy(person, report)
  const query = limitToPeriod(report, { ...readQuery(report, asked, readable), sort: [] })
  const asking = await readerOfQuery(db, report, query, person)
  const summed = [...chart.sums, ...(chart.against ?? []), ...(chart.per ? [chart.per] : [])]
  const names = summed.filter(name => readable.includes(name))
  const table = tableOf(report)
  const rows: Group[] = await groupedBy(db, matchingRows(db, report, query, asking, 'read'), report, chart.by).sum(
    Object.fromEntries(names.map(name => [name, `${table}.${name}`])),
  )
  const groups = rows.map(row => ({
    id: row.groupId === null ? null : Number(row.groupId),
    name: row.groupName === null ? null : String(row.groupName),
    value: figureOf(report, chart, row),
    against: chart.against ? sumOf(chart.against, row) : null,
  }))
  if (isDay(report, chart.by)) return { groups: groups.sort((one, other) => (one.name! < other.name! ? -1 : 1)) }
  return { groups: groups.sort((one, other) => (other.value ?? -1) - (one.value ?? -1)) }
}

const isDay = (report: Resource, name: string) => report.fields[name]!.kind === 'date'

/** Groups rows by the name of the row that they refer to, by an option, or by the month of a day. */
function groupedBy(db: Knex, rows: Knex.QueryBuilder, report: Resource, by: string): Knex.QueryBuilder {
  const column = `${tableOf(report)}.${by}`
  const { to } = report.fields[by]!
  if (to === undefined) {
    const key = db.raw(isDay(report, by) ? "concat(substr(??, 1, 7), '-01')" : '??', [column])
    return rows.groupBy(key).select(db.raw('null as ??', ['groupId']), db.raw('? as ??', [key, 'groupName']))
  }
  return rows
    .leftJoin(`${tableOf(resourceNamed(to))} as grouped`, 'grouped.id', column)
    .groupBy('grouped.id', 'grouped.name')
    .select('grouped.id as groupId', 'grouped.name as groupName')
}

type Group = Record<string, string | number | null>

const sumOf = (names: readonly string[], row: Group) => sum(names.map(name => Number(row[name] ?? 0)))

/** The sum of the columns that the person reads; for each kilogram or unit where the chart says so. */
function figureOf({ fields }: Resource, { sums, per }: ReportChart, row: Group): number | null {
  const total = sumOf(sums, row)
  if (per === undefined) return total
  const whole = Number(row[per] ?? 0)
  return whole > 0 ? mulDiv(total, 10 ** (fields[per]!.scale ?? 0), whole) : null
}
