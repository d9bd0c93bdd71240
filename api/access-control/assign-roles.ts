import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { addDays, FOREVER } from '../../resources/define/dates.ts'
import { administratorRole, hasOwnRows, isForUserType, isHeldForPlants } from '../../resources/roles.ts'
import type { RowCheck } from '../derive/extend.ts'
import { confirmedGrants } from '../derive/rights/grants.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { today } from '../platform/clock.ts'
import { rolesHeldBy } from './roles-held.ts'
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

interface Grant {
  validFrom: string
  validTo: string
}

/** Nobody changes their own roles, only a SYS_ADMIN gives or ends SYS_ADMIN, and one SYS_ADMIN always remains. */
const checkRoleAuthors: RowCheck = async (db, candidates, author) => {
  const role = await db('role').where({ code: administratorRole }).first('id')
  const adminId: number = role?.id ?? 0
  if (author.id !== null) {
    refuseOwn(candidates, author.id)
    const granted = candidates.filter(({ row, before }) => row.roleId === adminId || before?.roleId === adminId)
    if (granted.length > 0 && !can({ roles: await rolesHeldBy(db, author.id) }, 'manageAdministrators')) {
      for (const { faults } of granted)
        faults.push({
          field: 'roleId',
          code: 'SYS_ADMIN_ONLY',
          message: 'Only IT administrators assign and revoke the role IT administrator',
        })
    }
  }
  await demandAdministratorLeft(db, candidates, adminId)
}

function refuseOwn(candidates: Candidate[], authorId: number) {
  for (const { row, before, faults } of candidates) {
    if (row.userId !== authorId && before?.userId !== authorId) continue
    faults.push({
      field: 'userId',
      code: 'OWN_ROLES',
      message: 'User must be another person: you cannot change your own roles',
    })
  }
}

/** Throws unless, on every day on which the ended grant of SYS_ADMIN would have counted, another one counts. */
async function demandAdministratorLeft(db: Knex, candidates: Candidate[], adminId: number) {
  const ended = candidates.flatMap(({ row, before, faults }) => {
    if (before?.roleId !== adminId || before.isActive === false || before.confirmStatus === 'PENDING') return []
    const from = firstDayWithout(row, adminId)
    return from <= String(before.validTo) ? [{ from, to: String(before.validTo), faults }] : []
  })
  if (ended.length === 0) return
  const leaving = candidates.flatMap(({ before }) => (before ? [before.id] : []))
  const grants: Grant[] = await confirmedGrants(db)
    .join('user', 'user.id', 'assign_roles.userId')
    .where({ roleId: adminId, 'user.isActive': 1 })
    .whereNotIn('assign_roles.id', leaving)
    .forUpdate()
    .select('validFrom', 'validTo')
  // A new grant may still wait for a second person, so that it takes nobody's place.
  const changedGrants = candidates
    .filter(({ row, before }) => before && before.confirmStatus !== 'PENDING' && row.roleId === adminId)
    .filter(({ row }) => row.isActive !== false)
    .map(({ row }) => row as unknown as Grant)
  for (const { from, to, faults } of ended) {
    if (covers([...grants, ...changedGrants], from, to)) continue
    faults.push({
      field: 'roleId',
      code: 'LAST_ADMIN',
      message: 'The last IT administrator keeps the role: assign it to another person first',
    })
  }
}

/** Whether some grant counts on every day from `from` to `to`. */
function covers(grants: readonly Grant[], from: string, to: string): boolean {
  let day = from
  for (const { validFrom, validTo } of [...grants].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))) {
    if (validFrom > day) return false
    if (validTo >= to) return true
    if (validTo >= day) day = addDays(validTo, 1)
  }
  return false
}

/** The first day from today on which a changed grant gives SYS_ADMIN no more; a day beyond all if it always does. */
function firstDayWithout(row: Record<string, unknown>, adminId: number): string {
  const { validFrom, validTo } = row as unknown as Grant
  const day = today()
  if (row.isActive === false || row.roleId !== adminId || validFrom > day || validTo < day) return day
  return validTo === FOREVER ? 'never' : addDays(validTo, 1)
}
