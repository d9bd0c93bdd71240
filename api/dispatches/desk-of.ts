import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import { today } from '../platform/clock.ts'

/** The ids of the active users who dispatch from a plant: those whose role names it, and those of the site itself. */
export async function deskOf(db: Knex, plantId: number): Promise<number[]> {
  const { code } = await db('plant').where({ id: plantId }).first('code')
  return grantsOn(db, today())
    .join('role', 'role.id', 'assign_roles.roleId')
    .join('user', 'user.id', 'assign_roles.userId')
    .whereIn('role.code', [...rolesHolding('reportAsDispatchDesk')])
    .where('user.isActive', 1)
    .where(any =>
      any.where('user.plantId', plantId).orWhere({ 'assign_roles.scopeType': 'PLANT', 'assign_roles.scopeRef': code }),
    )
    .distinct()
    .orderBy('user.id')
    .pluck('user.id')
}
