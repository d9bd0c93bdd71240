import type { Knex } from 'knex'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { FOREVER } from '../../resources/define/dates.ts'
import { isHeldForPlants, type Role } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Author, insertRows } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { conflict, refused } from '../platform/errors.ts'
import type { LoginKind } from './login-kinds.ts'

/**
 * Makes the user of a row that has none, with their first role. Throws 422 without an e-mail, 409 when the login ID is
 * somebody else's.
 */
export async function makeUser(trx: Knex, author: Author, kind: LoginKind, row: StoredRow): Promise<StoredRow> {
  if (!row.email) throw refused([{ field: 'email', code: 'REQUIRED', message: 'E-mail is required for a login' }])
  const loginId = String(row[kind.code]).toLowerCase()
  if (await trx('user').where({ loginId }).first('id')) {
    throw conflict('DUPLICATE_KEY', `The login ID ${loginId} belongs to somebody else: ask the IT administrator`)
  }
  const [made] = await insertRows(
    trx,
    user,
    [
      {
        loginId,
        userType: kind.userType,
        name: String(row.name).slice(0, 80),
        email: String(row.email),
        mobile: (row.mobile as string | null) ?? null,
        [kind.column]: row[kind.refersTo],
        mustChangePassword: false,
        failedCount: 0,
        isLocked: false,
        inviteStatus: 'NONE',
      },
    ],
    author,
  )
  const role = kind.role(row)
  if (role) await giveRole(trx, author, made!.id, role, row)
  return made as unknown as StoredRow
}

async function giveRole(trx: Knex, author: Author, userId: number, code: Role, row: StoredRow) {
  const role: { id: number } = await trx('role').where({ code }).first('id')
  const plant: { code: string } | undefined = isHeldForPlants(code)
    ? await trx('plant').where({ id: row.plantId }).first('code')
    : undefined
  await insertRows(
    trx,
    assignRoles,
    [
      {
        userId,
        roleId: role.id,
        scopeType: plant ? 'PLANT' : 'OWN',
        scopeRef: plant?.code ?? null,
        validFrom: today(),
        validTo: FOREVER,
      },
    ],
    author,
  )
}
