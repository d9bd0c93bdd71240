import type { Knex } from 'knex'
import { administratorRole } from '../../../resources/roles.ts'
import { today } from '../../platform/clock.ts'
import { grantsOn } from './grants.ts'

/**
 * Whether the last day of a person is over in India: from midnight they neither sign in nor act, also before the night has
 * closed their login. The last IT administrator stays until there is another, since nobody else could make one.
 */
export const hasLeft = async (db: Knex, userId: number, dateOfLeaving: string | null): Promise<boolean> =>
  dateOfLeaving !== null && dateOfLeaving < today() && !(await isLastAdministrator(db, userId))

/** Whether no other active login holds the role of an IT administrator today. */
export async function isLastAdministrator(db: Knex, userId: number): Promise<boolean> {
  const holders: number[] = await grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': administratorRole, 'user.isActive': 1 })
    .distinct()
    .pluck('user.id')
  return holders.length === 1 && holders[0] === userId
}
