import type { Knex } from 'knex'
import { grantsOn } from '../derive/rights/grants.ts'
import { whereValidOn } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'

/** The user ids of the active customer service agents of an SBU. */
export function serviceAgentsOf(db: Knex, sbuId: number): Promise<number[]> {
  const employees = whereValidOn(db('sbu_employee_map').where({ sbuId }), today()).select('employeeId')
  return grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ 'role.code': 'CSC_AGENT', 'user.isActive': 1 })
    .whereIn('user.employeeId', employees)
    .distinct()
    .orderBy('user.id')
    .pluck('user.id')
}
