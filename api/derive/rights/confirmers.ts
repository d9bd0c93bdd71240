import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import { today } from '../../platform/clock.ts'
import { forbidden } from '../../platform/errors.ts'
import { grantsOn } from './grants.ts'
import type { Holder } from './holders.ts'
import type { Person } from './person.ts'
import { worksToday } from './works-today.ts'

/** The grants of today by which users confirm rows of a resource, with their users. */
const grantsToConfirm = (db: Knex, { access }: Resource) =>
  grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .whereIn('role.code', rolesWith(access, 'approve'))

/** Those of active users. */
const confirmers = (db: Knex, resource: Resource) => grantsToConfirm(db, resource).where('user.isActive', 1)

/** Everybody who holds a role that confirms rows of a resource, also while their login is closed or locked, by id. */
export const holdersToConfirm = (db: Knex, resource: Resource): Promise<Holder[]> =>
  grantsToConfirm(db, resource).distinct('user.id', 'user.name', 'user.email').orderBy('user.id')

/** Whether fewer than two people who can sign in confirm rows of a resource; two logins of an employee are one person. */
export async function nobodyElseConfirms(db: Knex, resource: Resource): Promise<boolean> {
  const logins: { id: number; employeeId: number | null }[] = await confirmers(db, resource)
    .where(worksToday())
    .where('user.isLocked', 0)
    .whereNotNull('user.passwordHash')
    .select('user.id', 'user.employeeId')
  return new Set(logins.map(({ id, employeeId }) => (employeeId === null ? `login ${id}` : employeeId))).size < 2
}

/**
 * Throws 403 unless the person still confirms rows of a resource, and lets others who confirm wait until the transaction
 * ends: of two who end each other's role at the same moment, one is first.
 */
export async function demandStillConfirms(trx: Knex, resource: Resource, { id }: Person): Promise<void> {
  await trx('role').whereIn('code', rolesWith(resource.access, 'approve')).orderBy('id').forUpdate().select('id')
  const held = await confirmers(trx, resource).where('user.id', id).forUpdate().select('assign_roles.id')
  if (held.length === 0) throw forbidden('Your role was ended meanwhile: reload the page')
}
