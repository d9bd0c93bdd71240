import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import type { HeldRole, Person } from './person.ts'

type Asker = Pick<Person, 'held'>
type Narrow = 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT'
type Way = readonly [field: string, through?: string]

/** The columns by which a row tells its SBU, zone, channel or plant, directly or through the row they name; the first that exists counts. */
const ways: Record<Narrow, readonly Way[]> = {
  SBU: [
    ['sbuId'],
    ['orderId', 'order'],
    ['invoiceId', 'invoice'],
    ['departmentId', 'department'],
    ['productId', 'products'],
  ],
  ZONE: [
    ['zoneId'],
    ['zoneAreaId', 'zone-area'],
    ['shipToId', 'ship-to'],
    ['orderId', 'order'],
    ['customerId', 'customer'],
    ['soldToId', 'customer'],
    ['invoiceId', 'invoice'],
  ],
  CHANNEL: [
    ['channelId'],
    ['orderId', 'order'],
    ['customerId', 'customer'],
    ['soldToId', 'customer'],
    ['invoiceId', 'invoice'],
  ],
  PLANT: [['plantId']],
}
/** Resources that lie in the zone of their own city. */
const placed = ['customer', 'ship-to']
const cityWay: Way = ['cityId', 'state-city']

/** The ids of the rows that a grant names. */
export const scopeIds = ({ scopeIds }: HeldRole): number[] => scopeIds?.split(',').map(Number) ?? []

const grantsOf = ({ held }: Asker, role: Role) => held.filter(grant => grant.role === role)

/** Whether every grant of the role is for an SBU, a zone, a channel or a plant; a dispatch desk's plants are its scope itself. */
export function hasGrantScope(person: Asker, role: Role): boolean {
  const grants = grantsOf(person, role)
  return role !== 'DISPATCH' && grants.length > 0 && grants.every(({ scopeType }) => scopeType in ways)
}

/** Whether rows that tell no SBU, zone, channel or plant are common to all: of a master, unless it says otherwise. */
export const isCommonToAll = ({ kind, changedInScope }: Resource): boolean => kind === 'master' && !changedInScope

/** Whether rows tell the SBU, zone, channel or plant that a grant names; those of other masters are common to all. */
export const tellsPlace = (resource: Resource, person: Asker, role: Role): boolean =>
  grantsOf(person, role).some(
    ({ scopeType }) => scopeType in ways && wayOf(resource, scopeType as Narrow) !== undefined,
  )

/** The rows to limit. With `oneByOne` each row is tested by itself, which is faster for few rows; otherwise all that a grant reaches are selected first. */
export interface ScopeContext {
  db: Knex
  resource: Resource
  oneByOne: boolean
}

/**
 * Limits rows to those of the grants of a restricted role. Rows without SBU, zone, channel or plant are common to all, who
 * read them; those of a master are `own` to nobody, so that a restricted person changes none of them.
 */
export function applyGrantScopes(
  rows: Knex.QueryBuilder,
  among: ScopeContext,
  person: Asker,
  role: Role,
  rowsAre: 'own' | 'common' = 'common',
) {
  const isCommon = rowsAre === 'common' || !isCommonToAll(among.resource)
  rows.where(any => {
    for (const grant of grantsOf(person, role)) any.orWhere(one => narrow(one, among, grant, isCommon))
  })
}

function narrow(rows: Knex.QueryBuilder, { db, resource, oneByOne }: ScopeContext, grant: HeldRole, isCommon: boolean) {
  const way = wayOf(resource, grant.scopeType as Narrow)
  if (!way) return rows.whereRaw(isCommon ? '1 = 1' : '1 = 0')
  const [field] = way
  const column = `${tableOf(resource)}.${field}`
  rows.whereIn(column, idsAlong(db, way, grant, oneByOne ? column : undefined) as number[])
  // A row for any SBU is also the person's.
  if (resource.fields[field]!.optional && isCommon) rows.orWhereNull(column)
  return rows
}

/** The ids that lead to what the grant names: all of them, or only the one in the given column. */
function idsAlong(
  db: Knex,
  [, through]: Way,
  grant: HeldRole,
  outerColumn: string | undefined,
  depth = 1,
): number[] | Knex.QueryBuilder {
  if (through === undefined) return scopeIds(grant)
  const next = resourceNamed(through)
  const way = wayOf(next, grant.scopeType as Narrow)!
  const [id, column] = [`near${depth}.id`, `near${depth}.${way[0]}`]
  const rows = db(`${tableOf(next)} as near${depth}`).whereIn(
    column,
    idsAlong(db, way, grant, outerColumn && column, depth + 1) as number[],
  )
  return (outerColumn ? rows.where(id, db.ref(outerColumn)) : rows).select(id)
}

/** The columns of a resource that tell its SBU, zone, channel or plant. */
export const placeColumns = (resource: Resource): string[] => [
  ...new Set((Object.keys(ways) as Narrow[]).flatMap(type => wayOf(resource, type)?.[0] ?? [])),
]

/** How a row tells its SBU: in the column itself, or through the row that the column names. An empty column means every SBU. */
interface SbuOfRow {
  column: string
  along: Knex.QueryBuilder | undefined
  optional: boolean
}

/** Returns how SQL finds the SBU of a row; undefined for a resource whose rows have none. */
export function sbuOfRow(db: Knex, resource: Resource): SbuOfRow | undefined {
  const way = wayOf(resource, 'SBU')
  if (!way) return undefined
  const column = `${tableOf(resource)}.${way[0]}`
  return { column, along: valueAlong(db, 'SBU', way, column), optional: resource.fields[way[0]]!.optional }
}

/** Returns SQL for the value at the end of a path through other rows. */
function valueAlong(
  db: Knex,
  type: Narrow,
  [, through]: Way,
  column: string,
  depth = 1,
): Knex.QueryBuilder | undefined {
  if (through === undefined) return undefined
  const next = resourceNamed(through)
  const way = wayOf(next, type)!
  const [id, at] = [`via${depth}.id`, `via${depth}.${way[0]}`]
  return db(`${tableOf(next)} as via${depth}`)
    .where(id, db.ref(column))
    .select(valueAlong(db, type, way, at, depth + 1) ?? at)
}

function wayOf({ name, fields }: Resource, type: Narrow): Way | undefined {
  if (type === 'ZONE' && placed.includes(name)) return cityWay
  const known = ways[type].filter(([field]) => Object.hasOwn(fields, field))
  return known.find(([field]) => !fields[field]!.optional) ?? known[0]
}
