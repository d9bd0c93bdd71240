import { addDays, dayOf, daysBetween, instantOf } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { MOST_DAYS } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import type { Filter, ListQuery } from './query.ts'

const LIMITING = new Set(['$eq', '$gt', '$gte', '$lt', '$lte'])

/**
 * Limits a report to a period: its latest days where the query names none. Throws 400 for a period without a first day
 * or of more than 366 days.
 */
export function limitToPeriod({ period, fields }: Resource, query: ListQuery): ListQuery {
  if (!period) return query
  const isInstant = fields[period.field]!.kind === 'instant'
  const bounds = query.filters.filter(
    (filter): filter is Filter => !('or' in filter) && filter.field === period.field && LIMITING.has(filter.operator),
  )
  if (bounds.length === 0) {
    const from = addDays(today(), -period.days)
    const filter = { field: period.field, operator: '$gte' as const, value: isInstant ? instantOf(from) : from }
    return { ...query, filters: [...query.filters, filter] }
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
  return query
}
