import type { MongoAbility } from '@casl/ability'
import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { abilityOf } from '../derive/ability.ts'
import { today } from './clock.ts'

/** One role a person holds now, and how it is narrowed (§A04). */
export interface Held {
  role: Role
  scopeType: 'ALL' | 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT' | 'OWN'
  scopeRef: string | null
}

/** Who is asking, with all that rights are decided by. */
export interface Person {
  id: number
  loginId: string
  name: string
  userType: 'EMPLOYEE' | 'CUSTOMER' | 'TRANSPORTER' | 'PARTNER_SITE' | 'SYSTEM'
  employeeId: number | null
  customerId: number | null
  transporterId: number | null
  plantId: number | null
  mustChangePassword: boolean
  held: readonly Held[]
  roles: readonly Role[]
  /** The employee and everyone below him, for a sales manager; else the employee alone. */
  team: readonly number[]
  ability: MongoAbility
}

/** Reads a person with his roles of today; undefined when the login does not exist, is locked or deactivated. */
export async function readPerson(db: Knex, userId: number): Promise<Person | undefined> {
  const user = await db('user').where({ id: userId, isActive: 1, isLocked: 0 }).first()
  if (!user) return undefined
  const day = today()
  const held: Held[] = await db('assign_roles')
    .join('role', 'role.id', 'assign_roles.roleId')
    .where({ 'assign_roles.userId': userId, 'assign_roles.isActive': 1 })
    .where('validFrom', '<=', day)
    .where('validTo', '>=', day)
    .select('role.code as role', 'scopeType', 'scopeRef')
  const roles = [...new Set(held.map(({ role }) => role))]
  const person = {
    id: user.id,
    loginId: user.loginId,
    name: user.name,
    userType: user.userType,
    employeeId: user.employeeId,
    customerId: user.customerId,
    transporterId: user.transporterId,
    plantId: user.plantId,
    mustChangePassword: Boolean(user.mustChangePassword),
    held,
    roles,
    team: roles.includes('SALES_MANAGER')
      ? await teamOf(db, user.employeeId)
      : user.employeeId
        ? [user.employeeId]
        : [],
  }
  return { ...person, ability: abilityOf(person) }
}

/** The employee and all who report to him, through every level (at most 8, §A01). */
async function teamOf(db: Knex, employeeId: number | null): Promise<number[]> {
  if (employeeId === null) return []
  const team = [employeeId]
  for (let level = team, depth = 0; level.length > 0 && depth < 8; depth++) {
    level = await db('employee').whereIn('managerId', level).whereNotIn('id', team).pluck('id')
    team.push(...level)
  }
  return team
}
