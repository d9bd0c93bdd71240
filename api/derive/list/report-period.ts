import { addDays, dayOf, daysBetween, instantOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { daysAsked } from '../../../resources/define/periods.ts'
import { MOST_DAYS } from '../../../resources/define/report.ts'
import type { ReportPeriod, Resource } from '../../../resources/define/resource.ts'
import { yearBefore } from '../../../resources/mis/sales/sales-figures.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Filter, ListQuery } from './query.ts'

const LIMITING = new Set(['$eq', '$gt', '$gte', '$lt', '$lte'])

/**
 * Limits a report to a period: the one it opens with where the query names none. Throws 400 for a period without a first day
 * or of more than 366 days.
 */
export function limitToPeriod(report: Resource, listQuery: ListQuery): ListQuery {
  const { period, usual = {} } = report
  const isAsked = (name: string) => listQuery.filters.some(filter => !('or' in filter) && filter.field === name)
  const given = Object.entries(usual).filter(([name]) => !isAsked(name))
  const further = given.map(([field, value]): Filter => ({ field, operator: '$eq', value }))
  const query = { ...listQuery, filters: [...listQuery.filters, ...further] }
  if (!period) return query
  const filters = periodIn(report, period, query)
  const others = query.filters.filter(filter => !filters.includes(filter as Filter))
  if (!period.besides) return { ...query, filters: [...others, ...filters] }
  const besides: Filter = { field: period.besides, operator: '$eq', value: true }
  return { ...query, filters: [...others, { or: [filters, [besides]] }] }
}

/** The conditions of a query on the period of its report, or those of the period that it opens with. */
function periodIn(report: Resource, period: ReportPeriod, query: ListQuery): Filter[] {
  const { fields } = report
  const isInstant = fields[period.field]!.kind === 'instant'
  const bounds = query.filters.filter(
    (filter): filter is Filter => !('or' in filter) && filter.field === period.field && LIMITING.has(filter.operator),
  )
  if (bounds.length === 0) {
    const [from, to] = daysAsked(report, period.field, period.opens, today())
    const { field } = period
    return [
      { field, operator: '$gte', value: isInstant ? instantOf(from) : from },
      { field, operator: isInstant ? '$lt' : '$lte', value: isInstant ? instantOf(addDays(to, 1)) : to },
    ]
  }
  const dayAt = (...operators: string[]) => {
    const days = bounds.filter(({ operator, value }) => operators.includes(operator) && typeof value === 'string')
    return days.map(({ value }) => (isInstant ? dayOf(String(value)) : String(value))).sort()
  }
  const from = dayAt('$gte', '$gt', '$eq').at(-1)
  const to = dayAt('$lte', '$lt', '$eq')[0] ?? today()
  const label = labelOf(period.field, fields[period.field]!)
  if (from === undefined) throw invalidField(period.field, 'REQUIRED', `${label} needs a first day`)
  if (daysBetween(from, to) > MOST_DAYS)
    throw invalidField(period.field, 'RANGE', `${label} must cover at most ${MOST_DAYS} days: choose a shorter period`)
  return bounds
}

/**
 * A query that is limited to a period of days, for the same days of the year before; one without a last day ends today,
 * and so a year before today.
 */
export function yearBeforeOf({ period }: Resource, query: ListQuery): ListQuery {
  const { field } = period!
  const isOfPeriod = (filter: ListQuery['filters'][number]): filter is Filter =>
    !('or' in filter) && filter.field === field && LIMITING.has(filter.operator)
  const bounds = query.filters.filter(isOfPeriod)
  const isOpen = !bounds.some(({ operator }) => ['$lt', '$lte', '$eq'].includes(operator))
  const ends: Filter[] = isOpen ? [{ field, operator: '$lte', value: today() }] : []
  return {
    ...query,
    filters: [
      ...query.filters.filter(filter => !isOfPeriod(filter)),
      ...[...bounds, ...ends].map(bound => ({ ...bound, value: yearBefore(String(bound.value)) })),
    ],
  }
}

/** The first day of a month, a year later. */
export const yearAfter = (month: string) => `${Number(month.slice(0, 4)) + 1}${month.slice(4)}`
