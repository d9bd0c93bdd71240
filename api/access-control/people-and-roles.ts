import type { Knex } from 'knex'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import type { PeopleQuery, PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { conflictsAmong } from '../../resources/role-conflicts.ts'
import { grantsAndProposers, grantsOn } from '../derive/rights/grants.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { today } from '../platform/clock.ts'
import { whereInConflict } from './warn-of-conflicts.ts'

const PAGE = 25

/**
 * Users by name, 25 at a time, each with the roles they were given; the filters keep those with a matching role of today,
 * `conflict` those with a conflict of duties.
 */
export async function peopleAndRoles(db: Knex, query: PeopleQuery) {
  const skip = query.$skip ?? 0
  const users = usersFound(db, query)
  const [{ total }] = (await users.clone().count({ total: 'user.id' })) as [{ total: number }]
  const people: Omit<PersonAndRoles, 'grants' | 'conflicts'>[] = await users
    .orderBy('user.name')
    .orderBy('user.id')
    .limit(PAGE)
    .offset(skip)
    .select('user.id', 'user.name', 'user.loginId', 'user.userType', 'user.isActive', 'user.isLocked')
  const grants = await grantsOf(
    db,
    people.map(({ id }) => id),
  )
  const data = people.map(person => {
    const ownGrants = grants.filter(({ userId }) => userId === person.id)
    const held = ownGrants.filter(({ state }) => state !== 'ENDED').map(({ role }) => role)
    return {
      ...person,
      isActive: Boolean(person.isActive),
      isLocked: Boolean(person.isLocked),
      grants: ownGrants,
      conflicts: conflictsAmong(held).map(({ sentence }) => sentence),
    }
  })
  return { total: Number(total), limit: PAGE, skip, data }
}

function usersFound(db: Knex, { q, role, scopeType, scopeRef, userId, conflict }: PeopleQuery) {
  const users = db('user').whereNot('user.userType', 'SYSTEM')
  if (userId) users.where('user.id', userId)
  if (conflict) whereInConflict(users, db)
  for (const word of (q ?? '').split(/\s+/).filter(Boolean)) {
    const like = `%${word.replace(/[!%_]/g, '!$&')}%`
    users.whereRaw("(?? like ? escape '!' or ?? like ? escape '!')", ['user.name', like, 'user.loginId', like])
  }
  if (role || scopeType || scopeRef) {
    const holders = grantsOn(db, today()).join('role', 'role.id', 'assign_roles.roleId').select('assign_roles.userId')
    if (role) holders.where('role.code', role)
    if (scopeType) holders.where({ scopeType })
    if (scopeRef) holders.where({ scopeRef })
    users.whereIn('user.id', holders)
  }
  return users
}

/** The grants of these users that were not revoked, or are to be given again, the current ones first. */
async function grantsOf(db: Knex, userIds: number[]): Promise<RoleGrant[]> {
  const day = today()
  const grants: (Omit<RoleGrant, 'state' | 'pendingChange'> & { pendingChange: string | null; isActive: number })[] =
    await grantsAndProposers(db)
      .join('role', 'role.id', 'assign_roles.roleId')
      .where(shown => shown.where('assign_roles.isActive', 1).orWhere('assign_roles.confirmStatus', 'CHANGE_PENDING'))
      .whereIn('assign_roles.userId', userIds)
      .orderBy('assign_roles.validTo', 'desc')
      .orderBy('role.code')
      .select('assign_roles.id', 'assign_roles.rowVersion', 'userId', 'roleId', 'role.code as role')
      .select('scopeType', 'scopeRef', 'validFrom', 'validTo', 'confirmStatus', 'pendingChange')
      .select('assign_roles.isActive', 'proposer.id as proposedById', 'proposer.name as proposedBy')
  return grants.map(({ isActive, pendingChange, ...grant }) => ({
    ...grant,
    pendingChange: decodeRow(assignRoles, { pendingChange }).pendingChange as RoleGrant['pendingChange'],
    state: stateOn(day, grant, Boolean(isActive)),
  }))
}

function stateOn(
  day: string,
  { confirmStatus, validFrom, validTo }: Omit<RoleGrant, 'state' | 'pendingChange'>,
  isActive: boolean,
) {
  if (confirmStatus === 'PENDING') return 'WAITS'
  if (!isActive || validTo < day) return 'ENDED'
  return validFrom > day ? 'LATER' : 'NOW'
}
