import type { Knex } from 'knex'
import { conflictsWith, roleConflicts } from '../../resources/role-conflicts.ts'
import type { Role } from '../../resources/roles.ts'
import { allGrants } from '../derive/rights/grants.ts'
import { addWarning, type Candidate, changesAny } from '../derive/save/candidate.ts'
import { today } from '../platform/clock.ts'

interface Given {
  id: number
  userId: number
  role: Role
}

/** The grants that have not ended, also those that wait or begin on a later day, each with the code of its role. */
const grantsNotEnded = (db: Knex): Knex.QueryBuilder =>
  allGrants(db)
    .join('role', 'role.id', 'assign_roles.roleId')
    .where('assign_roles.isActive', 1)
    .where('assign_roles.validTo', '>=', today())

/** Limits users to those who were given both roles of a conflict. */
export const whereInConflict = (users: Knex.QueryBuilder, db: Knex) =>
  users.where(any => {
    for (const { roles } of roleConflicts)
      any.orWhere(both => {
        for (const role of roles)
          both.whereIn('user.id', grantsNotEnded(db).where('role.code', role).select('assign_roles.userId'))
      })
  })

/** Warns of grants by which one person would propose and confirm the same; they are given all the same. */
export async function warnOfConflicts(db: Knex, candidates: readonly Candidate[]) {
  const changedGrants = candidates.filter(candidate => changesAny(candidate, 'userId', 'roleId', 'isActive'))
  if (changedGrants.length === 0) return
  const codes = new Map<unknown, Role>()
  for (const { id, code } of await db('role').select('id', 'code')) codes.set(id, code)
  const userIds = [...new Set(changedGrants.map(({ row }) => row.userId as number))]
  const saved: Given[] = await grantsNotEnded(db)
    .whereIn('assign_roles.userId', userIds)
    .select('assign_roles.id', 'assign_roles.userId', 'role.code as role')
  const changed = new Set(candidates.map(({ before }) => before?.id))
  for (const candidate of changedGrants) {
    const { userId } = candidate.row
    const role = codes.get(candidate.row.roleId)!
    const others = [
      ...saved.filter(grant => grant.userId === userId && !changed.has(grant.id)).map(grant => grant.role),
      ...candidates.filter(({ row }) => row.userId === userId).map(({ row }) => codes.get(row.roleId)!),
    ]
    for (const { sentence } of conflictsWith(role, others))
      addWarning(candidate, { field: 'roleId', code: 'DUTY_CONFLICT', message: sentence })
  }
}
