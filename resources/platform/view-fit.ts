/** Whom a shared view does not fit, by the declarations alone: what of it each role does not read. */
import { hiddenFrom } from '../access.ts'
import { joined } from '../access-words.ts'
import { columnOf, mayRead } from '../columns.ts'
import { isRelatedRows } from '../define/computed.ts'
import type { Resource } from '../define/resource.ts'
import { may } from '../define/rights.ts'
import { resourceAt } from '../registry.ts'
import { type Role, roles } from '../roles.ts'
import { filteredBy } from './saved-query.ts'
import type { ViewState } from './view-layout.ts'

/** What of a view is not for somebody, by name. */
export interface LeftOut {
  columns: readonly string[]
  filters: readonly string[]
}

/** What of a view somebody does not get who `reads` these columns of its list. */
export const leftOutOf = (
  list: Resource,
  { columns, query }: ViewState,
  reads: (name: string) => boolean,
): LeftOut => ({
  columns: columns.flatMap(({ name, hidden }) => (hidden || reads(name) ? [] : name)),
  filters: [...new Set(filteredBy(list, query))].filter(name => !reads(name)),
})

/** Roles that a view does not fit, all for the same reason. */
export interface Misfit extends LeftOut {
  roles: readonly Role[]
  /** Whether they may open the list. */
  opens: boolean
}

/** Which of these roles a view does not fit, and why. */
export function misfitsOf(list: Resource, state: ViewState, asked: readonly Role[]): Misfit[] {
  const found = asked.flatMap((role): Misfit[] => {
    const opens = may(list.access, role, 'R')
    const none: LeftOut = { columns: [], filters: [] }
    const leftOut = opens ? leftOutOf(list, state, name => readsColumn(list, name, role)) : none
    const isFit = opens && leftOut.columns.length + leftOut.filters.length === 0
    return isFit ? [] : [{ roles: [role], opens, ...leftOut }]
  })
  const alike = Map.groupBy(found, ({ opens, columns, filters }) => JSON.stringify([opens, columns, filters]))
  return [...alike.values()].map(same => ({ ...same[0]!, roles: same.flatMap(({ roles }) => roles) }))
}

function readsColumn(list: Resource, name: string, role: Role): boolean {
  const column = columnOf(list, name)
  return column !== undefined && mayRead(column, (path, field) => readsField(path, field, role))
}

function readsField(path: string, name: string | undefined, role: Role): boolean {
  const resource = resourceAt(path)
  if (!resource || !may(resource.access, role, 'R')) return false
  const field = name === undefined ? undefined : (resource.fields[name] ?? resource.computed[name])
  if (!field || isRelatedRows(field)) return true
  return !hiddenFrom(field).includes(role) && !field.maskedFor?.includes(role)
}

/** «Customer and Distributor: shown without the column Limit price». */
export function misfitSentence(list: Resource, { roles: whom, opens, columns, filters }: Misfit): string {
  const who = joined(
    whom.map(role => roles[role].name),
    'and',
  )
  if (!opens) return `${who}: may not open ${list.title}, so the view is not offered`
  const labels = (names: readonly string[]) =>
    joined(
      names.map(name => columnOf(list, name)!.label),
      'and',
    )
  const parts = [
    columns.length > 0 && `the ${columns.length === 1 ? 'column' : 'columns'} ${labels(columns)}`,
    filters.length > 0 && `the ${filters.length === 1 ? 'filter' : 'filters'} by ${labels(filters)}`,
  ].filter(part => part !== false)
  return `${who}: shown without ${joined(parts, 'and')}`
}

/** «2 columns and 1 filter of this view are not for you.»; null where all of it is. */
export function leftOutSentence(columns: number, filters: number): string | null {
  const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`])
  const parts = [...counted(columns, 'column'), ...counted(filters, 'filter')]
  if (parts.length === 0) return null
  return `${joined(parts, 'and')} of this view ${columns + filters === 1 ? 'is' : 'are'} not for you.`
}
