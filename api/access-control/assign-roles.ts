import type { Knex } from 'knex'
import { hasOwnRows, isForUserType, isHeldForPlants } from '../../resources/roles.ts'
import type { RowCheck } from '../derive/extend.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { checkRoleAuthors } from './administrators.ts'
import { warnOfConflicts } from './warn-of-conflicts.ts'

/** The table whose codes a scope names. */
const SCOPES: Record<string, string> = { SBU: 'sbu', ZONE: 'zone', CHANNEL: 'channel', PLANT: 'plant' }

/**
 * A role fits the kind of user, DISPATCH is held for a plant, a scope names what exists, and the author may give it; a
 * conflict of duties is warned of.
 */
export const checkAssignedRoles: RowCheck = async (db, candidates, author) => {
  const activeGrants = candidates.filter(({ row }) => row.isActive !== false)
  await checkFit(db, activeGrants)
  await checkScopes(db, activeGrants)
  await checkRoleAuthors(db, candidates, author)
  await warnOfConflicts(db, activeGrants)
}

async function checkFit(db: Knex, candidates: Candidate[]) {
  const users: { id: number; userType: string }[] = await db('user')
    .whereIn('id', idsOf(candidates, 'userId'))
    .select('id', 'userType')
  const roles: { id: number; code: string; userType: string }[] = await db('role')
    .whereIn('id', idsOf(candidates, 'roleId'))
    .select('id', 'code', 'userType')
  const userTypes = new Map(users.map(({ id, userType }) => [id, userType]))
  const rolesById = new Map(roles.map(role => [role.id, role]))
  for (const { row, faults } of candidates) {
    const role = rolesById.get(row.roleId as number)!
    const userType = userTypes.get(row.userId as number)!
    if (!isForUserType(role, userType)) {
      faults.push({ field: 'roleId', code: 'RULE', message: `Role ${role.code} is not for a user of type ${userType}` })
    }
    if (row.scopeType === 'OWN' && !hasOwnRows(role.code)) {
      const message = `Scope must be ALL for the role ${role.code}, or name an SBU, zone or channel: no rows are its own`
      faults.push({ field: 'scopeType', code: 'RULE', message })
    }
    if (isHeldForPlants(role.code) && row.scopeType !== 'PLANT' && row.scopeType !== 'ALL') {
      faults.push({
        field: 'scopeType',
        code: 'RULE',
        message: 'Scope must be PLANT for the role DISPATCH, or ALL for who leads all plants: name the plant',
      })
    }
  }
}

async function checkScopes(db: Knex, candidates: Candidate[]) {
  for (const [scopeType, table] of Object.entries(SCOPES)) {
    const scoped = candidates.filter(({ row }) => row.scopeType === scopeType)
    if (scoped.length === 0) continue
    const codes = [...new Set(scoped.map(({ row }) => row.scopeRef as string))]
    const activeCodes = new Set<string>(await db(table).where({ isActive: 1 }).whereIn('code', codes).pluck('code'))
    for (const { row, faults } of scoped) {
      if (activeCodes.has(row.scopeRef as string)) continue
      const message = `Scope code must be the code of ${scopeType === 'SBU' ? 'an SBU' : `a ${table}`}`
      faults.push({ field: 'scopeRef', code: 'UNKNOWN_REF', message })
    }
  }
}

const idsOf = (candidates: Candidate[], name: string) => [...new Set(candidates.map(({ row }) => row[name] as number))]
