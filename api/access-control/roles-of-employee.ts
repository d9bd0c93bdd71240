import type { ComputedColumn } from '../derive/extend.ts'

/** The roles that an employee holds on the day, by all their logins. */
export const rolesHeld: ComputedColumn = (db, of, day) =>
  db('assign_roles as held')
    .join('user as holder', 'holder.id', 'held.userId')
    .join('role as named', 'named.id', 'held.roleId')
    .where('holder.employeeId', of('id'))
    .where({ 'held.isActive': 1, 'holder.isActive': 1 })
    .where('held.validFrom', '<=', day)
    .where('held.validTo', '>=', day)
    .select(db.raw("replace(group_concat(distinct ?? order by ??), ',', ', ')", ['named.name', 'named.name']))
