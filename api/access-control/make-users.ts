import type { Knex } from 'knex'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { FOREVER } from '../../resources/define/dates.ts'
import { isHeldForPlants } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { LoginKind } from './login-kinds.ts'

/**
 * Makes the users of rows that have none, each with their first role; returns them in the order of the rows. Throws 422
 * without an e-mail, 409 when a login ID is somebody else's.
 */
export async function makeUsers(
  trx: Knex,
  author: Author,
  kind: LoginKind,
  rows: readonly StoredRow[],
): Promise<StoredRow[]> {
  const unreachable = rows.find(({ email }) => !email)
  if (unreachable) {
    const message = `E-mail of ${unreachable.name} is required for a login`
    throw refused([{ field: 'email', code: 'REQUIRED', message }])
  }
  const users = rows.map(row => ({
    loginId: String(row[kind.code]).toLowerCase(),
    userType: kind.userType,
    name: String(row.name).slice(0, 80),
    email: String(row.email),
    mobile: (row.mobile as string | null) ?? null,
    [kind.column]: row[kind.refersTo],
    mustChangePassword: false,
    failedCount: 0,
    isLocked: false,
    inviteStatus: 'NONE' as const,
  }))
  const loginIds = users.map(({ loginId }) => loginId)
  const taken: string[] = await trx('user').whereIn('loginId', loginIds).pluck('loginId')
  const double = taken[0] ?? loginIds.find((loginId, place) => loginIds.indexOf(loginId) < place)
  if (double)
    throw conflict('DUPLICATE_KEY', `The login ID ${double} belongs to another person: ask the IT administrator`)
  const made = await insertRows(trx, user, users, author)
  await giveFirstRoles(trx, author, kind, rows, made)
  return made as unknown as StoredRow[]
}

async function giveFirstRoles(
  trx: Knex,
  author: Author,
  kind: LoginKind,
  rows: readonly StoredRow[],
  users: readonly { id: number }[],
) {
  const codes = rows.map(row => kind.role(row))
  const roles: { id: number; code: string }[] = await trx('role').whereIn(
    'code',
    codes.filter(code => code !== null),
  )
  const plants: { id: number; code: string }[] = await trx('plant').whereIn(
    'id',
    rows.flatMap(({ plantId }) => (plantId as number | null) ?? []),
  )
  const assigned = codes.flatMap((code, index) => {
    if (code === null) return []
    const plant = isHeldForPlants(code) ? plants.find(({ id }) => id === rows[index]!.plantId) : undefined
    return {
      userId: users[index]!.id,
      roleId: roles.find(role => role.code === code)!.id,
      scopeType: plant ? ('PLANT' as const) : ('OWN' as const),
      scopeRef: plant?.code ?? null,
      validFrom: today(),
      validTo: FOREVER,
    }
  })
  await insertRows(trx, assignRoles, assigned, author)
}
