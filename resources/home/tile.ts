import type { CompanyRoleCode, InCompany } from '../access-control/company-roles.ts'
import { addDays, instantOf } from '../define/dates.ts'
import { daysOf, type Period } from '../define/periods.ts'
import { conditionsOf, gridOf, type ListCondition } from '../define/process/worklist.ts'
import type { Resource } from '../define/resource.ts'
import type { Role } from '../roles.ts'
import type { ApprovalStep } from '../trade.ts'

/**
 * A condition on a column: one of these values, a flag, any value or none, a period, or at least so many days ago. Rows of a
 * master are active unless `isActive` says otherwise.
 */
type Wanted = readonly string[] | boolean | 'set' | 'unset' | { within: Period } | { olderThan: number }
type Where = Readonly<Record<string, Wanted>>

/** Lists that are no plain list of a resource; `api/home/home.ts` counts each. */
export type OtherList =
  | 'drafts'
  | 'orders-in-error'
  | 'orders-stuck'
  | 'waiting-invoices'
  | 'locked-logins'
  | 'sap-readings'
  | 'imports'
  | 'eway-bills-ending'

/** The parts of the business by which the numbers are counted, each in one statement. */
export const tileGroups = ['decisions', 'orders', 'dispatch', 'money', 'service', 'masters', 'administration'] as const
type TileGroup = (typeof tileGroups)[number]

/** A number of the home page, which is the length of the list that it opens. */
export interface Tile {
  name: string
  group: TileGroup
  label: string
  /** On whose home it stands; whoever may not read the list has it not. The server adds queues that ask somebody as head of an SBU. */
  roles: readonly Role[]
  /** Of people of a company outside, only those with one of these roles in it. */
  companyRoles?: readonly CompanyRoleCode[]
  counts: { list: Resource; where?: Where } | { queue: ApprovalStep } | { other: OtherList }
  /** The day or instant of the list from which its oldest row is dated. */
  since?: string
  /** Those of its rows that are late, under a label of their own. */
  late?: { label: string; where: Where; at?: string }
  /** The address of the list, where it is none of the derived lists. */
  at?: string
  /** How its rows stand among the work of the person; without it, its number is a figure. */
  work?: Work
}

/** So many rows of a list stand among the work of a person; the rest are behind one line. */
export const MOST_WORK = 25

/**
 * A row of a list as a piece of work, in words with columns in braces; what stands between two dots is left out where
 * its columns are empty.
 */
export interface RowWork {
  /** The party, or the thing where there is none: the first of these with something in it. */
  who: readonly string[]
  /** What is wrong or asked. */
  why: string
  /** Which one it is. */
  key?: string
  /** The first of these columns that is not zero. */
  amount?: readonly string[]
  /** The day or instant by which it is due, or so many working days after it began to wait. */
  due?: string | { workingDays: number }
  /** Who proposed it: for them it is with a second person. */
  proposedById?: string
  /** On whose page it stands, where not for everybody who has the number. */
  roles?: readonly Role[]
  /** Where it is done, and what that is called, where its own page is not the place; a column in braces is its value. */
  opens?: { path: string; label: string }
  /** The column from which it waits, where the number tells none. */
  since?: string
  /** Which rows are work, where not all that are counted. */
  rows?: { list: Resource; where: Where }
}
/** `asOne`: the whole list is one piece of work, whose sentence says what it asks. */
export type Work = RowWork | { asOne: string; roles?: readonly Role[] }

/** The columns that a text names in braces. */
export const columnsIn = (text: string): string[] => [...text.matchAll(/\{(\w+(?:\.\w+)*)\}/g)].map(([, name]) => name!)

/** A text with the columns in braces filled in; parts between dots of which nothing is known are left out. */
export const filled = (text: string, textOf: (column: string) => string): string =>
  text
    .split(' · ')
    .flatMap(part => {
      const values = columnsIn(part).map(textOf)
      if (values.length > 0 && values.every(value => value === '')) return []
      return [part.replace(/\{([\w.]+)\}/g, (_, name: string) => textOf(name)).trim()]
    })
    .join(' · ')

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
  if (operator === 'null') return { [field]: 'null' }
  if (operator === 'nnull') return { [field]: { $ne: 'null' } }
  return { [field]: operator === 'eq' ? value : { [`$${operator}`]: value } }
}

function conditionOf({ fields }: Resource, name: string, wanted: Wanted, today: string): Record<string, unknown> {
  if (wanted === 'set') return { [name]: { $ne: 'null' } }
  if (wanted === 'unset') return { [name]: 'null' }
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
  if (wanted === 'unset') return 'null.'
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

/** Whether the rows of a tile are work of somebody with these roles, not only a number: queues are, and what says so. */
export const isWorkOf = (person: Viewer, tile: Tile): boolean =>
  'queue' in tile.counts ||
  (tile.work !== undefined && isOnHomeOf(person, tile) && isOnHomeOf(person, { roles: tile.work.roles ?? tile.roles }))

interface Viewer {
  readonly roles: readonly Role[]
  readonly company?: Pick<InCompany, 'roles'> | null
}

/** Whether a tile stands on the home page of somebody with these roles; their rights decide besides. */
export const isOnHomeOf = ({ roles, company }: Viewer, on: Pick<Tile, 'roles' | 'companyRoles'>): boolean =>
  on.roles.some(role => roles.includes(role)) && (on.companyRoles?.some(role => company?.roles.includes(role)) ?? true)
