import type { Knex } from 'knex'
import type { Invitation } from '../../resources/access-control/logins.ts'
import { can } from '../../resources/capabilities.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import type { Role } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import { newPasswordLink, RESET_HOURS } from '../account/passwords.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Author, updateRow } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { conflict, forbidden } from '../platform/errors.ts'
import { kinds, loginOf } from './login-kinds.ts'
import { makeUser } from './make-user.ts'
import { rolesHeldBy } from './roles-held.ts'

/** Hours for which the first link of a login may be used. */
const INVITED_HOURS = 48

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
 * Gives the person of a row (an employee, a customer, a carrier, a site) a login with its first role, or reopens a
 * closed one, which keeps its password. Throws 409 LOGIN_EXISTS when it is open, 422 without an e-mail.
 */
export async function createLogin(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  row: StoredRow,
): Promise<Invitation> {
  const kind = kinds[name]!
  const known = await loginOf(trx, name, row)
  if (known?.isActive) throw conflict('LOGIN_EXISTS', `${row.name} has the login ${known.loginId} already`)
  if (known) await demandMayTouch(trx, granter, known)
  await markTransporter(trx, author, name, row, true)
  if (known?.inviteStatus === 'ACTIVE') {
    await opened(trx, author, known)
    return invitation(known, null, 0)
  }
  const made = known ? await opened(trx, author, known) : await makeUser(trx, author, kind, row)
  const path = await newPasswordLink(trx, made, INVITED_HOURS, author, 'INVITED')
  return invitation(made, path, INVITED_HOURS)
}

/** A new link for an open login: the first one again while nobody has used it, else one for a forgotten password (by SYS_ADMIN). */
export async function renewLink(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  row: StoredRow,
): Promise<Invitation> {
  const login = await openLoginOf(trx, name, row)
  await demandMayTouch(trx, granter, login)
  const isNew = login.inviteStatus === 'INVITED'
  if (!isNew && granter.seesLinks && !can(granter, 'renewUsedLogins')) {
    throw forbidden(
      'Only the IT administrator makes a link for a login that is in use: whoever has the link becomes that person',
    )
  }
  const hours = isNew ? INVITED_HOURS : RESET_HOURS
  return invitation(login, await newPasswordLink(trx, login, hours, author), hours)
}

/** Closes a login and ends its sessions; nobody closes their own. */
export async function closeLogin(
  trx: Knex,
  author: Author,
  granter: Granter,
  name: string,
  row: StoredRow,
): Promise<Invitation> {
  const login = await openLoginOf(trx, name, row)
  if (login.id === granter.id) throw forbidden('Nobody closes his own login: ask another administrator')
  await demandMayTouch(trx, granter, login)
  await markTransporter(trx, author, name, row, false)
  await updateRow(trx, user, login as never, { isActive: false, resetTokenHash: null } as never, author)
  await trx('login_session')
    .where({ userId: login.id })
    .whereNull('logoutAt')
    .update({ logoutAt: now(), logoutType: 'FORCED' })
  return invitation(login, null, 0)
}

const invitation = (login: StoredRow, path: string | null, hours: number): Invitation => ({
  userId: login.id,
  loginId: String(login.loginId),
  email: String(login.email),
  path,
  hours,
  isNew: hours === INVITED_HOURS,
})

/**
 * Throws unless the granter is an administrator where the login is an administrator's, also before its first use: its
 * link would make its reader an administrator.
 */
async function demandMayTouch(trx: Knex, granter: Granter, login: StoredRow) {
  if (can(granter, 'manageAdministrators')) return
  if (can({ roles: await rolesHeldBy(trx, login.id) }, 'manageAdministrators'))
    throw forbidden('The login of an IT administrator is opened and closed by IT administrators alone')
}

/** Writes to a carrier's row whether its login is open. */
async function markTransporter(trx: Knex, author: Author, name: string, row: StoredRow, isLoginActive: boolean) {
  if (name === 'transporter') await updateRow(trx, transporter, row as never, { isLoginActive } as never, author)
}

async function openLoginOf(trx: Knex, name: string, row: StoredRow): Promise<StoredRow> {
  const login = await loginOf(trx, name, row)
  if (!login?.isActive) throw conflict('NO_LOGIN', `${row.name} has no open login: create one first`)
  return login
}

const opened = async (trx: Knex, author: Author, login: StoredRow): Promise<StoredRow> =>
  updateRow(
    trx,
    user,
    login as never,
    { isActive: true, isLocked: false, failedCount: 0, failuresFrom: now() } as never,
    author,
  ) as never
