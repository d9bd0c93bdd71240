import { columnOf } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import type { Role } from '../../../resources/define/vocabulary.ts'
import { defaultWidth } from './column-widths.ts'

/** The pixels that a list has for its columns where the screen is 1440 wide: beside the menu, the marks and the edges. */
export const ROOM = 1120

type Named = Pick<Column, 'name' | 'field' | 'label'>

/** What a list is read for: whom or what a row is about, how much, how it is doing, and when. */
export interface LeadColumns<C> {
  lead: C | undefined
  amount: C | undefined
  state: C | undefined
  day: C | undefined
}

/** The first columns of each kind, in the order in which they are shown. */
export function leadColumnsOf<C extends Named>(columns: readonly C[]): LeadColumns<C> {
  const [lead, ...rest] = columns
  return {
    lead,
    amount: rest.find(column => isMoney(column) || isFigure(column)),
    state: rest.find(({ field }) => field.kind === 'choice' && tonesIn(field)),
    day: rest.find(({ field }) => isDay(field.kind)),
  }
}

const isMoney = ({ field }: Named) => field.unit === '₹'
const isFigure = ({ field }: Named) => field.kind === 'number' && !field.unit && !field.monthOf && field.scale !== 0
const isDay = (kind: string) => kind === 'date' || kind === 'instant'

/** How many of the first columns are never off the screen: all up to the last of those that a list is read for. */
export function leadCountOf(columns: readonly Named[]): number {
  const found = Object.values(leadColumnsOf(columns))
  return columns.reduce((count, column, index) => (found.includes(column) && index < MOST_LEADS ? index + 1 : count), 0)
}

const MOST_LEADS = 7

/** The resource with its list in the order in which these roles read it: what they look for first, then the rest. */
export function laidFor(resource: Resource, roles: readonly Role[], hidden: readonly string[] = []): Resource {
  return { ...resource, list: [...new Set([...leadNames(resource, roles, hidden), ...resource.list])] }
}

/** The names of the columns that a list shows first; whoever reads no party in each row looks for the number of it. */
export function leadNames(resource: Resource, roles: readonly Role[], hidden: readonly string[]): string[] {
  const declared = leadsFor(resource, roles)
  const leads = (declared.length > 0 ? declared : usualLeads(resource)).filter(name => !hidden.includes(name))
  return declared.length > 0 && leads[0] !== declared[0] ? [...resource.display.slice(0, 1), ...leads] : leads
}

const leadsFor = ({ leads, leadsFor }: Resource, roles: readonly Role[]) =>
  roles.map(role => leadsFor[role]).find(Boolean) ?? leads

/** Of a list that declares none: as it is, where all of it is in sight; else its names, an amount, states and days. */
function usualLeads(resource: Resource): readonly string[] {
  const columns = resource.list.flatMap(name => columnOf(resource, name) ?? [])
  if (columns.reduce((sum, column) => sum + defaultWidth(column), 0) <= ROOM) return []
  const names = columns.filter(({ name }) => resource.display.includes(name)).slice(0, 2)
  const { amount, state, day } = leadColumnsOf(columns)
  const first = names.length > 0 ? names : columns.slice(0, 1)
  return [...first, columns.find(isMoney) ?? amount, state, day].flatMap(column => column?.name ?? [])
}
