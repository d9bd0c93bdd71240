import { addDays, dayOf, isDay, isOver } from './dates.ts'
import { labelOf } from './label.ts'
import type { Resource } from './resource.ts'
import type { RowValues } from './row-values.ts'
import type { Fault } from './validate.ts'

/** The prices, percentages and limits of a dated resource that people keep, and the numbers and choices beside them. */
function amountsOf({ dated, fields, key }: Resource): string[] {
  if (!dated) return []
  const own = Object.keys(fields).filter(name => {
    const { kind, sap, server } = fields[name]!
    return (kind === 'number' || kind === 'choice') && !sap && !server && !key.includes(name)
  })
  return own.some(name => fields[name]!.scale === 2) ? own : []
}

/** Whether rows decide prices, limits or sources from day to day, so that what an earlier day answered must stay. */
export const keepsPast = (resource: Resource): boolean =>
  resource.kind === 'master' && resource.dated && (resource.whatIf !== undefined || amountsOf(resource).length > 0)

/**
 * Whether a row has begun to count by a day: a row that still waits for its confirmation or activation has not. Where no
 * confirmation is `needed`, a row counts without one.
 */
export const hasCounted = (resource: Resource, row: RowValues, by: string, needed = true): boolean =>
  keepsPast(resource) && hasBegun(resource, row, by, needed)

function hasBegun({ fields, whatIf }: Resource, row: RowValues, by: string, needed: boolean): boolean {
  if (String(row.validFrom) > by) return false
  const waits = (name: string) => row[name] === fields[name]?.default && (needed || name !== 'confirmStatus')
  return !['confirmStatus', ...Object.keys(whatIf?.once ?? {})].some(name => name in fields && waits(name))
}

/**
 * Whether a row was in use before it leaves, so that earlier days answer with it. What was entered on the same day was a
 * mistake, and what begins later or still waits was never in use.
 */
export function wasInUse(resource: Resource, row: RowValues, today: string, needed = true): boolean {
  const last = row.isActive === false ? indianDay(row.updatedAt) : today
  return indianDay(row.createdAt) < last && (!resource.dated || hasBegun(resource, row, last, needed))
}

const indianDay = (instant: unknown) => (instant ? dayOf(String(instant)) : '')

/** The last day on which rows count that are taken out of use today. */
export const usualLastDay = ({ endsAtOnce }: Resource, today: string) => (endsAtOnce ? addDays(today, -1) : today)

/**
 * What is written where a row leaves use: a dated row that was in use ends with `lastDay`, any other is switched off.
 * Undefined for a row that is out of use, or ends by then anyway.
 */
export function leavingOf(
  resource: Resource,
  row: RowValues,
  {
    today,
    lastDay = usualLastDay(resource, today),
    needed = true,
  }: { today: string; lastDay?: string; needed?: boolean },
): { isActive: false } | { validTo: string } | undefined {
  if (row.isActive === false) return undefined
  const off = { isActive: false } as const
  if (!resource.dated || !wasInUse(resource, row, today, needed)) return off
  if (String(row.validTo) <= lastDay) return undefined
  return lastDay < String(row.validFrom) ? off : { validTo: lastDay }
}

/** Whether putting a row back into use takes a new row from today on; any other is switched on. */
export const startsAgain = (resource: Resource, row: RowValues, today: string, needed = true): boolean =>
  resource.dated && (row.isActive === false ? wasInUse(resource, row, today, needed) : isOver(resource, row, today))

const changed = (before: RowValues, row: RowValues) => (name: string) => (before[name] ?? null) !== (row[name] ?? null)

/** The amount that a change from `before` to `row` would overwrite in a row that has already counted before `today`. */
export function overwrittenAmount(
  resource: Resource,
  before: RowValues,
  row: RowValues,
  today: string,
  needed = true,
): string | undefined {
  if (String(before.validFrom) >= today || !hasCounted(resource, before, today, needed)) return undefined
  return amountsOf(resource).find(changed(before, row))
}

/**
 * The first day of the successor row that is needed because the change touches a price or limit in force: today, or the
 * later day that was given. Undefined when the row may be changed in place, or may not be changed at all.
 */
export function successorStart(
  resource: Resource,
  before: RowValues,
  row: RowValues,
  today: string,
  needed = true,
): string | undefined {
  if (overwrittenAmount(resource, before, row, today, needed) === undefined) return undefined
  if (row.isActive === false || String(before.validTo) < today) return undefined
  if (resource.key.some(changed(before, row))) return undefined
  const validFrom = row.validFrom === before.validFrom ? today : row.validFrom
  // What is no text at all is refused with the row's other faults.
  return typeof validFrom === 'string' && isDay(validFrom) && validFrom >= today ? validFrom : undefined
}

/**
 * Whom and what a row is for and since when; of a contract that was activated nothing, for its own rule says what stays,
 * and what to do instead.
 */
function startOf({ key, whatIf }: Resource): string[] {
  const isActivated = Object.keys(whatIf?.once ?? {}).some(name => name !== 'confirmStatus')
  return isActivated ? [] : [...key, 'validFrom']
}

const isHistory = (row: RowValues, today: string) => row.isActive === false || String(row.validTo) < today

/** The amounts of a row in force: their change ends this row and begins another one. None where nothing may follow it. */
export const succeededBy = (resource: Resource, row: RowValues, today: string): string[] =>
  String(row.validFrom) < today && !isHistory(row, today) && hasCounted(resource, row, today) ? amountsOf(resource) : []

/** The columns of a row that has counted which no change may touch. */
export function keptOf(resource: Resource, row: RowValues, today: string): string[] {
  if (!hasCounted(resource, row, today)) return []
  const amounts = String(row.validFrom) < today && isHistory(row, today) ? amountsOf(resource) : []
  return [...startOf(resource), ...amounts, ...(isOver(resource, row, today) ? ['validTo'] : [])]
}

/**
 * The faults of a change in place of a row that has counted: its key, its start and its amounts stay, and its end moves
 * only to `earliestEnd` or later.
 */
export function inForceFaults(
  resource: Resource,
  before: RowValues,
  row: RowValues,
  { today, earliestEnd = today, needed = true }: { today: string; earliestEnd?: string; needed?: boolean },
): Fault[] {
  if (!hasCounted(resource, before, today, needed)) return []
  const differs = changed(before, row)
  const label = (name: string) => labelOf(name, resource.fields[name]!)
  const kept = startOf(resource).filter(differs)
  const amount = overwrittenAmount(resource, before, row, today, needed)
  const faults = [...kept, ...(amount === undefined ? [] : [amount])].map(name => ({
    field: name,
    code: 'IN_FORCE',
    message: `${label(name)} has counted since ${before.validFrom}: end this row and enter a new one from today or later`,
  }))
  if (!differs('validTo')) return faults
  const over = isOver(resource, before, today)
  if (!over && String(row.validTo) >= earliestEnd) return faults
  const message = over
    ? `This row ended on ${before.validTo} and is history: enter a new one from today or later`
    : `${label('validTo')} must be today or later, for the row has counted until now`
  return [...faults, { field: 'validTo', code: 'IN_FORCE', message }]
}
