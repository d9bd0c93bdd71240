import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import { leadsTeam, type Role } from '../../resources/roles.ts'
import { sbuOfRow, scopeIds } from '../derive/rights/grant-scope.ts'
import type { Person } from '../derive/rights/person.ts'
import { whereValidOn } from '../derive/rows-of.ts'
import { today } from '../platform/clock.ts'

type Keeper = Pick<Person, 'held' | 'employeeId' | 'team'>

/** Whether the role reaches customers through the accounts it keeps, which are those of a department and so of an SBU. */
export const keepsAccounts = (role: Role) => can({ roles: [role] }, 'keepAccounts')

/** The accounts that a sales person keeps, with a manager those of their team, inside their SBUs. */
export function accountsOf(db: Knex, person: Keeper, role: Role): Knex.QueryBuilder {
  const keepers = leadsTeam(role) ? person.team : [person.employeeId ?? 0]
  return db('customer_department_map as account')
    .join('department as keeping', 'keeping.id', 'account.departmentId')
    .where('account.isActive', 1)
    .whereIn('account.salesEmployeeId', [...keepers])
    .whereIn('keeping.sbuId', mySbus(db, person, role))
}

/**
 * Limits rows to the accounts that a sales person keeps. A row that knows its SBU lies in the account of its customer in
 * that SBU; a row that knows none, or holds for every SBU, is reached through any account of its customer.
 */
export function withinAccounts(
  rows: Knex.QueryBuilder,
  db: Knex,
  resource: Resource,
  field: string,
  person: Keeper,
  role: Role,
) {
  const customer = `${tableOf(resource)}.${field}`
  const accounts = () => accountsOf(db, person, role)
  const sbu = sbuOfRow(db, resource)
  if (!sbu) return rows.whereIn(customer, accounts().select('account.customerId'))
  rows.where(any => {
    if (sbu.along === undefined) {
      any.whereIn([customer, sbu.column], accounts().select('account.customerId', 'keeping.sbuId') as never)
    } else {
      // MariaDB takes no subquery in a row before IN: the SBUs of the customer's accounts are looked up row by row.
      const ofCustomer = accounts().where('account.customerId', db.ref(customer)).select('keeping.sbuId')
      any.whereIn(customer, accounts().select('account.customerId')).whereRaw('? in ?', [sbu.along, ofCustomer])
    }
    if (!sbu.optional) return
    const inAny = accounts().select('account.customerId')
    any.orWhere(every => every.whereNull(sbu.column).whereIn(customer, inAny))
  })
  return rows
}

/** The ids of the SBUs the employee works for today, narrowed where the role is held for SBUs alone. */
export function mySbus(db: Knex, person: Pick<Person, 'held' | 'employeeId'>, role: Role): Knex.QueryBuilder {
  const mine = whereValidOn(db('sbu_employee_map').where('employeeId', person.employeeId ?? 0), today()).select('sbuId')
  const grants = person.held.filter(held => held.role === role)
  const toSbus = grants.length > 0 && grants.every(({ scopeType }) => scopeType === 'SBU')
  return toSbus ? mine.whereIn('sbuId', grants.flatMap(scopeIds)) : mine
}
