import type { ComputedColumn } from '../derive/extend.ts'
import { grantsOn } from '../derive/rights/grants.ts'

/** The roles that an employee holds on the day, by all their logins. */
export const rolesHeld: ComputedColumn = (db, of, day) =>
  grantsOn(db, day, 'held')
    .join('user as holder', 'holder.id', 'held.userId')
    .join('role as named', 'named.id', 'held.roleId')
    .where('holder.employeeId', of('id'))
    .where('holder.isActive', 1)
    .select(db.raw("replace(group_concat(distinct ?? order by ??), ',', ', ')", ['named.name', 'named.name']))
