import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { heldBy } from '../derive/rights/person.ts'

/** The codes of the roles a user holds today. */
export const rolesHeldBy = async (db: Knex, userId: number): Promise<Role[]> =>
  (await heldBy(db, userId)).map(({ role }) => role)
