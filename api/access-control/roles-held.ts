import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { heldRolesOf } from '../derive/rights/read-person.ts'

/** The codes of the roles a user holds today. */
export const rolesHeldBy = async (db: Knex, userId: number): Promise<Role[]> =>
  (await heldRolesOf(db, userId)).map(({ role }) => role)
