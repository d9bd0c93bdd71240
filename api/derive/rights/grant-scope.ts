import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import type { HeldRole, Person } from './person.ts'

type Asker = Pick<Person, 'held'>
type Narrow = 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT'
type Way = readonly [field: string, through?: string]

/** What a role is narrowed to is told by the first of these columns that a row has, through the rows they name. */
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
/** Whose own city places them in a zone. */
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

/** Among which rows is looked; one by one where they are few, else all that a grant reaches are worked out first. */
export interface ScopeContext {
  db: Knex
  resource: Resource
  oneByOne: boolean
}

/** Of a narrowed role: the rows of any of its grants. A row that knows neither SBU, zone, channel nor plant is common to all. */
export function applyGrantScopes(rows: Knex.QueryBuilder, among: ScopeContext, person: Asker, role: Role) {
  rows.where(any => {
    for (const grant of grantsOf(person, role)) any.orWhere(one => narrow(one, among, grant))
  })
}

function narrow(rows: Knex.QueryBuilder, { db, resource, oneByOne }: ScopeContext, grant: HeldRole) {
  const way = wayOf(resource, grant.scopeType as Narrow)
  if (!way) return rows.whereRaw('1 = 1')
  const [field] = way
  const column = `${tableOf(resource)}.${field}`
  rows.whereIn(column, idsAlong(db, way, grant, oneByOne ? column : undefined) as number[])
  // «Any SBU» is also his.
  if (resource.fields[field]!.optional) rows.orWhereNull(column)
  return rows
}

/** The ids that lead to what the grant names: all of them, or that of the column alone whose row is asked about. */
function idsAlong(
  db: Knex,
  [, through]: Way,
  grant: HeldRole,
  asked: string | undefined,
  depth = 1,
): number[] | Knex.QueryBuilder {
  if (through === undefined) return scopeIds(grant)
  const next = resourceNamed(through)
  const way = wayOf(next, grant.scopeType as Narrow)!
  const [id, column] = [`near${depth}.id`, `near${depth}.${way[0]}`]
  const rows = db(`${tableOf(next)} as near${depth}`).whereIn(
    column,
    idsAlong(db, way, grant, asked && column, depth + 1) as number[],
  )
  return (asked ? rows.where(id, db.ref(asked)) : rows).select(id)
}

/** The columns of a resource that tell its SBU, zone, channel or plant. */
export const placeColumns = (resource: Resource): string[] => [
  ...new Set((Object.keys(ways) as Narrow[]).flatMap(type => wayOf(resource, type)?.[0] ?? [])),
]

/** Where a row tells its SBU: in the column itself, or along the rows that the column names. An empty one is every SBU's. */
interface SbuOfRow {
  column: string
  along: Knex.QueryBuilder | undefined
  optional: boolean
}

/** How SQL finds the SBU of a resource's row; nothing for a resource whose rows know none. */
export function sbuOfRow(db: Knex, resource: Resource): SbuOfRow | undefined {
  const way = wayOf(resource, 'SBU')
  if (!way) return undefined
  const column = `${tableOf(resource)}.${way[0]}`
  return { column, along: valueAlong(db, 'SBU', way, column), optional: resource.fields[way[0]]!.optional }
}

/** What lies at the end of a way that leads through other rows. */
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
