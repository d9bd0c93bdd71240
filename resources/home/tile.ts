import { addDays, instantOf } from '../define/dates.ts'
import { daysOf, type Period } from '../define/periods.ts'
import { conditionsOf, gridOf, type ListCondition } from '../define/process/worklist.ts'
import type { Resource } from '../define/resource.ts'
import type { Role } from '../roles.ts'
import type { ApprovalStep } from '../trade.ts'

/**
 * A condition on a column: one of these values, a flag, any or no value, a period, or at least so many days ago. Rows of a
 * master are active unless `isActive` says otherwise.
 */
type Wanted = readonly string[] | boolean | 'set' | { within: Period } | { olderThan: number }
type Where = Readonly<Record<string, Wanted>>

/** Lists that are no plain list of a resource; `api/home/home.ts` counts each. */
export type OtherList =
  | 'drafts'
  | 'orders-in-error'
  | 'orders-stuck'
  | 'waiting-invoices'
  | 'locked-logins'
  | 'sap-readings'

/** The parts of the home page, in order. */
export const tileGroups = {
  decisions: 'Waiting for you',
  orders: 'Orders',
  dispatch: 'Dispatch and delivery',
  money: 'Payments',
  service: 'Complaints and quality',
  masters: 'Prices and master data',
  administration: 'Administration',
} as const
export type TileGroup = keyof typeof tileGroups

/** The parts in the words of those who buy, where they have others. */
export const tileGroupsForBuyers: Readonly<Record<TileGroup, string>> = {
  ...tileGroups,
  dispatch: 'Shipments',
  service: 'Complaints and licences',
  masters: 'Contracts',
}

/** A number of the home page, which is the length of the list that it opens. */
export interface Tile {
  name: string
  group: TileGroup
  label: string
  /** On whose home it stands; whoever may not read the list has it not. The server adds queues that ask somebody as head of an SBU. */
  roles: readonly Role[]
  counts: { list: Resource; where?: Where } | { queue: ApprovalStep } | { other: OtherList }
  /** The day or instant of the list from which its oldest row is dated. */
  since?: string
  /** Those of its rows that are late, under a label of their own. */
  late?: { label: string; where: Where; at?: string }
  /** The address of the list, where it is none of the derived lists. */
  at?: string
}

/** The query of a list for these rows, as the list itself asks it. */
export function tileQuery(list: Resource, where: Where, at: string, today: string): Record<string, unknown> {
  const { isActive = true, ...others } = where
  const own = Object.entries(others).map(([name, wanted]) => conditionOf(list, name, wanted, today))
  return {
    $and: [...conditionsOf(list, at).map(asQuery), ...own],
    ...(list.kind === 'master' ? { isActive } : {}),
    ...(list.dated && list.currentOnly ? { asOn: today } : {}),
  }
}

function asQuery(condition: ListCondition): Record<string, unknown> {
  if (!('field' in condition)) return { [`$${condition.operator}`]: condition.value.map(asQuery) }
  const { field, operator, value } = condition
  return { [field]: operator === 'eq' ? value : { [`$${operator}`]: value } }
}

function conditionOf({ fields }: Resource, name: string, wanted: Wanted, today: string): Record<string, unknown> {
  if (wanted === 'set') return { [name]: { $ne: 'null' } }
  if (typeof wanted === 'boolean') return { [name]: wanted }
  if (!('within' in wanted || 'olderThan' in wanted)) return { [name]: { $in: wanted } }
  const [from, to] = 'within' in wanted ? daysOf(wanted.within, today) : [null, addDays(today, -wanted.olderThan)]
  const isDay = fields[name]?.kind === 'date'
  return {
    [name]: {
      ...(from !== null && { $gte: isDay ? from : instantOf(from) }),
      $lte: isDay ? to : new Date(Date.parse(instantOf(addDays(to, 1))) - 1).toISOString(),
    },
  }
}

/** The address at which a derived list shows these rows. */
function tileAddress(list: Resource, where: Where, today: string): string {
  const { isActive = true, ...others } = where
  const filters = Object.entries(others).map(([name, wanted]) => [`f.${name}`, filterText(wanted, today)])
  if (!isActive) filters.push(['active', 'inactive'])
  return `/${gridOf(list)}${filters.length > 0 ? `?${new URLSearchParams(filters)}` : ''}`
}

function filterText(wanted: Wanted, today: string): string {
  if (wanted === 'set') return 'nnull.'
  if (typeof wanted === 'boolean') return `eq.${wanted}`
  if ('within' in wanted) return `within.${wanted.within}`
  if ('olderThan' in wanted) return `between.~${addDays(today, -wanted.olderThan)}`
  return `in.${wanted.join('~')}`
}

/** Where a tile leads, and where its late rows are; undefined for what has no list of its own. */
export function tileLinks(
  { counts, late, at }: Tile,
  today: string,
): { all: string | undefined; late: string | undefined } {
  if (!('list' in counts)) return { all: at, late: late && (late.at ?? at) }
  const { list, where = {} } = counts
  return {
    all: at ?? tileAddress(list, where, today),
    late: late && (late.at ?? tileAddress(list, { ...where, ...late.where }, today)),
  }
}

/** Whether a tile stands on the home page of somebody with these roles; their rights decide besides. */
export const isOnHomeOf = ({ roles }: { readonly roles: readonly Role[] }, on: Pick<Tile, 'roles'>): boolean =>
  on.roles.some(role => roles.includes(role))
