import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { resourceNamed } from '../../resources/registry.ts'
import type { Role } from '../../resources/roles.ts'
import type { Held, Person } from '../platform/person.ts'

type Asker = Pick<Person, 'held'>
type Narrow = 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT'

/** What a role is narrowed to is told by the first of these columns that a row has, through the rows they name. */
const ways: Record<Narrow, readonly (readonly [field: string, through?: string])[]> = {
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
const cityWay = ['cityId', 'state-city'] as const

const grantsOf = ({ held }: Asker, role: Role) => held.filter(grant => grant.role === role)

/** Whether every grant of the role is for an SBU, a zone, a channel or a plant; a dispatch desk's plants are its scope itself. */
export function isNarrowed(person: Asker, role: Role): boolean {
  const grants = grantsOf(person, role)
  return role !== 'DISPATCH' && grants.length > 0 && grants.every(({ scopeType }) => scopeType in ways)
}

/** Of a narrowed role: the rows of any of its grants. A row that knows neither SBU, zone, channel nor plant is common to all. */
export function narrowToGrants(rows: Knex.QueryBuilder, db: Knex, resource: Resource, person: Asker, role: Role) {
  rows.where(any => {
    for (const grant of grantsOf(person, role)) any.orWhere(one => narrow(one, db, resource, grant))
  })
}

function narrow(rows: Knex.QueryBuilder, db: Knex, resource: Resource, grant: Held) {
  const way = wayOf(resource, grant.scopeType as Narrow)
  if (!way) return rows.whereRaw('1 = 1')
  const [field] = way
  const column = `${tableOf(resource)}.${field}`
  rows.whereIn(column, idsAlong(db, way, grant))
  // «Any SBU» is also his.
  if (resource.fields[field]!.optional) rows.orWhereNull(column)
  return rows
}

function idsAlong(db: Knex, [, through]: readonly [string, string?], grant: Held): Knex.QueryBuilder {
  const type = grant.scopeType as Narrow
  if (through === undefined) return db(type.toLowerCase()).where('code', grant.scopeRef).select('id')
  const next = resourceNamed(through)
  const way = wayOf(next, type)!
  return db(tableOf(next))
    .whereIn(way[0], idsAlong(db, way, grant))
    .select('id')
}

function wayOf({ name, fields }: Resource, type: Narrow): readonly [string, string?] | undefined {
  if (type === 'ZONE' && placed.includes(name)) return cityWay
  const known = ways[type].filter(([field]) => Object.hasOwn(fields, field))
  return known.find(([field]) => !fields[field]!.optional) ?? known[0]
}
