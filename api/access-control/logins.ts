import type { Knex } from 'knex'
import type { Invitation } from '../../resources/access-control/logins.ts'
import { can } from '../../resources/capabilities.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import type { Role } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import { newPasswordLinks, RESET_HOURS } from '../account/passwords.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRows } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import { kinds, loginsOf } from './login-kinds.ts'
import { makeUsers } from './make-users.ts'
import { rolesHeldBy } from './roles-held.ts'

/** Hours for which the first link of a login may be used. */
export const INVITED_HOURS = 48

/**
 * Who acts on a login. Whoever sees the link of a login in use could take it over, so only the IT administrator may.
 */
interface Granter {
  id: number | null
  roles: readonly Role[]
  /** Mail is not connected, so links are shown to whoever makes them. */
  seesLinks: boolean
}

/**
 * Gives the people of rows (employees, customers, transporters, sites) logins with their first roles, or reopens closed
 * ones, which keep their passwords. Throws 409 LOGIN_EXISTS when one is open, 422 without an e-mail.
 */
export async function createLogins(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  rows: readonly StoredRow[],
): Promise<Invitation[]> {
  const loginsByRow = await loginsOf(trx, name, rows)
  const openRow = rows.find(({ id }) => loginsByRow.get(id)?.isActive)
  if (openRow)
    throw conflict('LOGIN_EXISTS', `${openRow.name} has the login ${loginsByRow.get(openRow.id)!.loginId} already`)
  await demandMayTouch(trx, granter, [...loginsByRow.values()])
  await markTransporters(trx, author, name, rows, true)
  const closedRows = rows.filter(({ id }) => loginsByRow.has(id))
  const newRows = rows.filter(({ id }) => !loginsByRow.has(id))
  const reopened = await reopen(
    trx,
    author,
    closedRows.map(({ id }) => loginsByRow.get(id)!),
  )
  const newLogins = await makeUsers(trx, author, kinds[name]!, newRows)
  const loginOfRow = new Map([
    ...closedRows.map((row, index) => [row, reopened[index]!] as const),
    ...newRows.map((row, index) => [row, newLogins[index]!] as const),
  ])
  const logins = rows.map(row => loginOfRow.get(row)!)
  const invited = logins.filter(({ inviteStatus }) => inviteStatus !== 'ACTIVE')
  const paths = await newPasswordLinks(trx, invited, INVITED_HOURS, author, 'INVITED')
  const pathOf = new Map(invited.map((login, index) => [login, paths[index]!]))
  return logins.map(login => invitationOf(login, pathOf.get(login) ?? null, pathOf.has(login) ? INVITED_HOURS : 0))
}

/** Makes new links for open logins: the first again while it is unused, else one for a forgotten password. */
export async function renewLinks(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  rows: readonly StoredRow[],
): Promise<Invitation[]> {
  const logins = await openLoginsOf(trx, name, rows)
  await demandMayTouch(trx, granter, logins)
  const isNew = ({ inviteStatus }: StoredRow) => inviteStatus === 'INVITED'
  if (logins.some(login => !isNew(login)) && granter.seesLinks && !can(granter, 'renewUsedLogins')) {
    throw forbidden(
      'Only IT administrators create a link for a login in use: anyone with the link can sign in as that person',
    )
  }
  const renewed = new Map<StoredRow, Invitation>()
  for (const [hours, some] of [
    [INVITED_HOURS, logins.filter(isNew)],
    [RESET_HOURS, logins.filter(login => !isNew(login))],
  ] as const) {
    const paths = await newPasswordLinks(trx, some, hours, author)
    for (const [index, login] of some.entries()) renewed.set(login, invitationOf(login, paths[index]!, hours))
  }
  return logins.map(login => renewed.get(login)!)
}

/** Closes logins and ends their sessions; nobody closes their own. */
export async function closeLogins(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  rows: readonly StoredRow[],
): Promise<Invitation[]> {
  const logins = await openLoginsOf(trx, name, rows)
  const ids = logins.map(({ id }) => id)
  if (ids.some(id => id === granter.id))
    throw forbidden('You cannot close your own login: ask another IT administrator')
  await demandMayTouch(trx, granter, logins)
  await markTransporters(trx, author, name, rows, false)
  await updateRows(trx, user, logins as never, { isActive: false, resetTokenHash: null }, author)
  await trx('login_session')
    .whereIn('userId', ids)
    .whereNull('logoutAt')
    .update({ logoutAt: now(), logoutType: 'FORCED' })
  return logins.map(login => invitationOf(login, null, 0))
}

/** An invitation as it is answered: the login, and the path that sets its password. */
export const invitationOf = (login: StoredRow, path: string | null, hours: number): Invitation => ({
  userId: login.id,
  loginId: String(login.loginId),
  email: String(login.email),
  path,
  hours,
  isNew: hours === INVITED_HOURS,
})

/**
 * Throws unless the granter is an administrator where a login is an administrator's, also before its first use: its
 * link would make its reader an administrator.
 */
async function demandMayTouch(trx: Knex, granter: Granter, logins: readonly StoredRow[]) {
  if (can(granter, 'manageAdministrators')) return
  for (const { id } of logins) {
    if (can({ roles: await rolesHeldBy(trx, id) }, 'manageAdministrators'))
      throw forbidden('Only IT administrators open and close the login of an IT administrator')
  }
}

/** Writes to the rows of transporters whether their logins are open. */
export async function markTransporters(
  trx: Knex,
  author: Author,
  name: string,
  rows: readonly StoredRow[],
  isLoginActive: boolean,
) {
  if (name === 'transporter') await updateRows(trx, transporter, rows as never, { isLoginActive }, author)
}

async function openLoginsOf(trx: Knex, name: string, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  const loginsByRow = await loginsOf(trx, name, rows)
  const without = rows.find(({ id }) => !loginsByRow.get(id)?.isActive)
  if (without) throw conflict('NO_LOGIN', `${without.name} has no open login: create one first`)
  return rows.map(({ id }) => loginsByRow.get(id)!)
}

const reopen = async (trx: Knex, author: Author, logins: readonly StoredRow[]): Promise<StoredRow[]> => {
  const open = { isActive: true, isLocked: false, failedCount: 0, failuresFrom: now() }
  return updateRows(trx, user, logins as never, open, author) as never
}
