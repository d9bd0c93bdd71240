import { addDays, dayOf, daysBetween, instantOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { daysOf } from '../../../resources/define/periods.ts'
import { MOST_DAYS } from '../../../resources/define/report.ts'
import type { ReportPeriod, Resource } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Filter, ListQuery } from './query.ts'

const LIMITING = new Set(['$eq', '$gt', '$gte', '$lt', '$lte'])

/**
 * Limits a report to a period: the one it opens with where the query names none. Throws 400 for a period without a first day
 * or of more than 366 days.
 */
export function limitToPeriod(report: Resource, query: ListQuery): ListQuery {
  const { period } = report
  if (!period) return query
  const filters = periodIn(report, period, query)
  const others = query.filters.filter(filter => !filters.includes(filter as Filter))
  if (!period.besides) return { ...query, filters: [...others, ...filters] }
  const besides: Filter = { field: period.besides, operator: '$eq', value: true }
  return { ...query, filters: [...others, { or: [filters, [besides]] }] }
}

/** The conditions of a query on the period of its report, or those of the period that it opens with. */
function periodIn({ fields }: Resource, period: ReportPeriod, query: ListQuery): Filter[] {
  const isInstant = fields[period.field]!.kind === 'instant'
  const bounds = query.filters.filter(
    (filter): filter is Filter => !('or' in filter) && filter.field === period.field && LIMITING.has(filter.operator),
  )
  if (bounds.length === 0) {
    const [from, to] = daysOf(period.opens, today())
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
