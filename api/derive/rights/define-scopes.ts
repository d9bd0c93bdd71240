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

let scopes: Readonly<Record<Scope, ScopeQuery>> | undefined
let limitTo: ScopeLimit | undefined

/**
 * Sets the query of every scope that declarations name, and how rows are limited to one; `api/behaviours.ts` calls it once.
 * Throws on a second call.
 */
export function defineScopes(queries: Readonly<Record<Scope, ScopeQuery>>, limit: ScopeLimit): void {
  if (scopes) throw new Error('The scopes are defined twice')
  scopes = queries
  limitTo = limit
}

/** Returns the subquery of a scope marker such as `myCustomers/SALES_REP` in a rule. */
export function scopeOf(marker: string, db: Knex, person: Omit<Person, 'ability'>): Knex.QueryBuilder {
  if (!scopes) throw new Error('No scope is defined: import api/behaviours.ts first')
  const [scope, role] = marker.split('/') as [Scope, Role]
  return scopes[scope](db, person, role)
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
  if (!limitTo) throw new Error('No scope is defined: import api/behaviours.ts first')
  const [scope, role] = marker.split('/') as [Scope, Role]
  return limitTo(rows, db, resource, field, scope, person, role, oneByOne)
}
