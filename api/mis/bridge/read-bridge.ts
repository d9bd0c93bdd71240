import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import type { GrowthBridge } from '../../../resources/mis/commands/growth-bridge.ts'
import {
  type BridgeColumns,
  type BridgeSale,
  bridgedReports,
  growthBridge,
  isGoodsKind,
} from '../../../resources/mis/growth-bridge.ts'
import { yearBefore } from '../../../resources/mis/sales/sales-figures.ts'
import { reports } from '../../../resources/registry.ts'
import { columnValue } from '../../derive/list/column-sql.ts'
import { matchingRows, readerOfQuery } from '../../derive/list/matching.ts'
import { type Filters, type ListQuery, readQuery } from '../../derive/list/query.ts'
import { limitToPeriod } from '../../derive/list/report-period.ts'
import { columnsReadBy, requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { invalidField, notFound } from '../../platform/errors.ts'

/** A bridge is worked out in memory: of more sums of a customer, product and kind it is refused. */
const MOST_SUMS = 200_000

/** Why the sales of a report are not those of the same days a year before, of the rows that a person reads. */
export function readBridge(
  db: Knex,
  person: Person,
  path: string,
  reportQuery: Record<string, unknown>,
): Promise<GrowthBridge> {
  const report = reports.find(one => one.path === path)
  const columns = Object.hasOwn(bridgedReports, path) ? bridgedReports[path] : undefined
  if (!report?.period || !columns) throw notFound()
  requireRight(person, report, 'read')
  return bridgeOf(db, report, columns, person, reportQuery)
}

async function bridgeOf(
  db: Knex,
  report: Resource,
  columns: BridgeColumns,
  person: Person,
  reportQuery: Record<string, unknown>,
): Promise<GrowthBridge> {
  const readable = columnsReadBy(person, report)
  const query = limitToPeriod(report, { ...readQuery(report, reportQuery, readable), sort: [] })
  const { field } = report.period!
  const before: ListQuery = { ...query, filters: query.filters.map(filter => aYearBefore(filter, field)) }
  const sales = [
    ...(await sumsOf(db, report, columns, person, query, false)),
    ...(await sumsOf(db, report, columns, person, before, true)),
  ]
  const period = daysOf(query.filters, field)
  return { ...growthBridge(sales), period, periodBefore: [yearBefore(period[0]), yearBefore(period[1])] }
}

function aYearBefore(filter: Filters[number], field: string): Filters[number] {
  if ('or' in filter) return { or: filter.or.map(part => part.map(one => aYearBefore(one, field))) }
  return filter.field === field ? { ...filter, value: yearBefore(String(filter.value)) } : filter
}

function daysOf(filters: Filters, field: string): [string, string] {
  const day = (...operators: string[]) => {
    const bound = filters.find(one => !('or' in one) && one.field === field && operators.includes(one.operator))
    return bound && !('or' in bound) ? String(bound.value) : ''
  }
  const from = day('$gte', '$eq')
  const to = day('$lte', '$eq')
  if (!from || !to) throw invalidField(field, 'REQUIRED', 'A bridge needs the first and the last day of its period')
  return [from, to]
}

async function sumsOf(
  db: Knex,
  report: Resource,
  { customer, product, unit, kind, qty, value }: BridgeColumns,
  person: Person,
  query: ListQuery,
  isBefore: boolean,
): Promise<BridgeSale[]> {
  const reader = await readerOfQuery(db, report, query, person)
  const columns = { customer, product, unit, kind, qty, value }
  const matching = matchingRows(db, report, query, reader, 'read').select(
    Object.entries(columns).map(([as, name]) =>
      db.raw('? as ??', [columnValue(db, report, columnOf(report, name)!, reader), as]),
    ),
  )
  const keys = ['customer', 'product', 'unit', 'kind']
  const sums: (Record<'customer' | 'product' | 'value' | 'qty', number | null> & { unit: string; kind: string })[] =
    await db
      .from(matching.as(`${tableOf(report)}_rows`))
      .groupBy(keys)
      .limit(MOST_SUMS + 1)
      .select(keys)
      .sum({ qty: 'qty', value: 'value' })
  if (sums.length > MOST_SUMS) throw invalidField('report', 'RANGE', 'Too many sales for one bridge: narrow the filter')
  return sums.map(row => ({
    customer: row.customer === null ? null : Number(row.customer),
    product: Number(row.product),
    unit: row.unit,
    isGoods: isGoodsKind(row.kind),
    isBefore,
    value: Number(row.value),
    qty: Number(row.qty),
  }))
}
