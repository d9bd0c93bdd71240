import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Role } from '../../../resources/roles.ts'
import type { Scope } from '../../../resources/scopes.ts'
import type { Person } from './person.ts'

/**
 * Returns a subquery of the ids of the rows that belong to a person in a role. Told which column of the query around it is
 * `asked`, a scope of large tables looks at the row with that id alone.
 */
export type ScopeQuery = (db: Knex, person: Omit<Person, 'ability'>, role: Role, asked?: string) => Knex.QueryBuilder

/** Limits rows of a resource to those of which a field lies in a scope of the person; `oneByOne` tests each by itself. */
export type ScopeLimit = (
  rows: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  field: string,
  scope: Scope,
  person: Omit<Person, 'ability'>,
  role: Role,
  oneByOne?: boolean,
) => Knex.QueryBuilder

const scopes: Partial<Record<Scope, ScopeQuery>> = {}
let limitTo: ScopeLimit | undefined

/** Sets the query of scopes that declarations name. Throws where one is set twice. */
export function defineScopes(queries: Readonly<Partial<Record<Scope, ScopeQuery>>>): void {
  const twice = Object.keys(queries).find(name => name in scopes)
  if (twice) throw new Error(`The scope ${twice} is defined twice`)
  Object.assign(scopes, queries)
}

/** Sets how rows are limited to a scope. */
export function limitScopesBy(limit: ScopeLimit): void {
  limitTo = limit
}

/** Returns the query of a scope. Throws while no room has defined it. */
export function scopeNamed(scope: Scope): ScopeQuery {
  const query = scopes[scope]
  if (!query) throw new Error(`No room defines the scope ${scope}: import api/rooms.ts first`)
  return query
}

/** Returns the subquery of a scope marker such as `myCustomers/SALES_REP` in a rule. */
export function scopeOf(marker: string, db: Knex, person: Omit<Person, 'ability'>): Knex.QueryBuilder {
  const [scope, role] = marker.split('/') as [Scope, Role]
  return scopeNamed(scope)(db, person, role)
}

/** Limits rows of a resource to those of which a field lies in the scope that a rule's `myCustomers/SALES_REP` names. */
export function withinScope(
  rows: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  field: string,
  marker: string,
  person: Omit<Person, 'ability'>,
  oneByOne = false,
): Knex.QueryBuilder {
  if (!limitTo) throw new Error('No scope is defined: import api/rooms.ts first')
  const [scope, role] = marker.split('/') as [Scope, Role]
  return limitTo(rows, db, resource, field, scope, person, role, oneByOne)
}
