import type { Knex } from 'knex'
import { administratorRole } from '../../../resources/roles.ts'
import { today } from '../../platform/clock.ts'
import { grantsOn } from './grants.ts'

/**
 * The SQL of whether somebody works on a day, for the table of users under that name: the login is active, and so is the
 * employee whose it is, whose last day is not over in India. The day is bound once.
 */
export const worksOn = (users: string) => `(${users}.isActive = 1 and (${users}.employeeId is null or exists (
  select 1 from employee as staff where staff.id = ${users}.employeeId and staff.isActive = 1
    and (staff.dateOfLeaving is null or staff.dateOfLeaving >= ?))))`

/** Narrows rows to those whose user, in the table of that name, works today. */
export const worksToday =
  (users = 'user') =>
  (rows: Knex.QueryBuilder) =>
    rows.whereRaw(worksOn(users), [today()])

/**
 * Whether a login that does not work today is shut out, also before the night has closed it. The last IT administrator
 * signs in until there is another, since nobody else could make one; they decide nothing.
 */
export const isShutOut = async (db: Knex, userId: number, works: number | boolean | null): Promise<boolean> =>
  !works && !(await isLastAdministrator(db, userId))

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
