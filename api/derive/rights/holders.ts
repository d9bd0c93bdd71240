import type { Knex } from 'knex'
import { type Capability, rolesHolding } from '../../../resources/capabilities.ts'
import type { Role } from '../../../resources/roles.ts'
import { today } from '../../platform/clock.ts'
import { grantsOn } from './grants.ts'

/** An active login; its address where it has one. */
export interface Holder {
  id: number
  name: string
  email: string | null
}

/** The active users who hold a capability by one of their roles today, by id. */
export const holdersOf = (db: Knex, capability: Capability): Promise<Holder[]> =>
  holdersOfRoles(db, rolesHolding(capability))

/** The codes of the roles that a login holds today. */
export const rolesHeldBy = (db: Knex, userId: number): Promise<Role[]> =>
  grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .where('assign_roles.userId', userId)
    .distinct('role.code')
    .pluck('role.code')

/** The active users who hold one of these roles today, by id. */
export const holdersOfRoles = (db: Knex, roles: readonly Role[]): Promise<Holder[]> =>
  grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .whereIn('role.code', [...roles])
    .where('user.isActive', 1)
    .distinct('user.id', 'user.name', 'user.email')
    .orderBy('user.id')
