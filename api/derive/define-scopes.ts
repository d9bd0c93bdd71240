import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import type { Scope } from '../../resources/scopes.ts'
import type { Person } from './rights/person.ts'

/** The ids of the rows that belong to a person in a role, as a subquery. */
export type ScopeQuery = (db: Knex, person: Omit<Person, 'ability'>, role: Role) => Knex.QueryBuilder

let scopes: Readonly<Record<Scope, ScopeQuery>> | undefined

/** Gives every scope that declarations name its query; `api/behaviours.ts` calls it once. */
export function defineScopes(queries: Readonly<Record<Scope, ScopeQuery>>): void {
  if (scopes) throw new Error('The scopes are defined twice')
  scopes = queries
}

/** The subquery behind a rule's `myCustomers/SALES_REP`. */
export function scopeOf(marker: string, db: Knex, person: Omit<Person, 'ability'>): Knex.QueryBuilder {
  if (!scopes) throw new Error('No scope is defined: import api/behaviours.ts first')
  const [scope, role] = marker.split('/') as [Scope, Role]
  return scopes[scope](db, person, role)
}
