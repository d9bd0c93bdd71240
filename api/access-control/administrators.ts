import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { addDays, FOREVER } from '../../resources/define/dates.ts'
import { administratorRole } from '../../resources/roles.ts'
import type { RowCheck } from '../derive/extend.ts'
import { confirmedGrants } from '../derive/rights/grants.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { today } from '../platform/clock.ts'
import { rolesHeldBy } from './roles-held.ts'

interface Grant {
  validFrom: string
  validTo: string
}

/** Nobody changes their own roles, only a SYS_ADMIN gives or ends SYS_ADMIN, and one SYS_ADMIN always remains. */
export const checkRoleAuthors: RowCheck = async (db, candidates, author) => {
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

/**
 * The first day, from today on, on which a changed grant no longer gives SYS_ADMIN; a day beyond all days when it
 * always does.
 */
function firstDayWithout(row: Record<string, unknown>, adminId: number): string {
  const { validFrom, validTo } = row as unknown as Grant
  const day = today()
  if (row.isActive === false || row.roleId !== adminId || validFrom > day || validTo < day) return day
  return validTo === FOREVER ? 'never' : addDays(validTo, 1)
}
