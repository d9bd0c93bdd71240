import type { Knex } from 'knex'
import type { Role } from '../../resources/roles.ts'
import { scopeIds } from '../derive/rights/grant-scope.ts'
import type { Person } from '../derive/rights/person.ts'
import { whereValidOn } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'

/** The ids of the SBUs the employee works for today, narrowed where the role is held for SBUs alone. */
export function mySbus(db: Knex, person: Pick<Person, 'held' | 'employeeId'>, role: Role): Knex.QueryBuilder {
  const mine = whereValidOn(db('sbu_employee_map').where('employeeId', person.employeeId ?? 0), today()).select('sbuId')
  const grants = person.held.filter(held => held.role === role)
  const toSbus = grants.length > 0 && grants.every(({ scopeType }) => scopeType === 'SBU')
  return toSbus ? mine.whereIn('sbuId', grants.flatMap(scopeIds)) : mine
}
