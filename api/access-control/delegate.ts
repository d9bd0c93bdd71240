import type { Knex } from 'knex'
import { today } from '../platform/clock.ts'

/** The ids of the users for whom an employee stands in today as their delegate (§A01), as a subquery; none for a partner. */
export function standsInFor(db: Knex, employeeId: number | null): Knex.QueryBuilder {
  const day = today()
  return db('user')
    .join('employee', 'employee.id', 'user.employeeId')
    .where('employee.delegateEmployeeId', employeeId ?? 0)
    .where('employee.delegateFrom', '<=', day)
    .where('employee.delegateTo', '>=', day)
    .select('user.id')
}
