import type { Knex } from 'knex'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { FOREVER } from '../../resources/define/dates.ts'
import { transporter } from '../../resources/masters/transporter.ts'
import type { Role } from '../../resources/roles.ts'
import { user } from '../../resources/settings/user.ts'
import { readRow, type StoredRow } from '../derive/stored.ts'
import { type Author, insertRows, updateRow } from '../derive/write.ts'
import { now, today } from '../platform/clock.ts'
import { conflict, forbidden, refused } from '../platform/errors.ts'
import { newPasswordLink } from '../platform/passwords.ts'
import { rolesHeldBy } from './roles-held.ts'

/** How long the first link of a login, and one for a forgotten password, may be used. */
const INVITED_HOURS = 48
const RESET_HOURS = 1

/** Whose login a row of a master may have: the column of the user that names it, and the role he begins with. */
interface LoginKind {
  userType: 'EMPLOYEE' | 'CUSTOMER' | 'TRANSPORTER' | 'PARTNER_SITE'
  column: 'employeeId' | 'customerId' | 'transporterId' | 'plantId'
  refersTo: 'id' | 'plantId'
  code: 'code' | 'employeeCode'
  role: (row: StoredRow) => Role | null
}

const site: LoginKind = {
  userType: 'PARTNER_SITE',
  column: 'plantId',
  refersTo: 'plantId',
  code: 'code',
  role: () => 'DISPATCH',
}

/** The resources whose rows may have a login, by name. */
export const kinds: Readonly<Record<string, LoginKind>> = {
  // What an employee may do is given in Assign Roles.
  employee: { userType: 'EMPLOYEE', column: 'employeeId', refersTo: 'id', code: 'employeeCode', role: () => null },
  customer: {
    userType: 'CUSTOMER',
    column: 'customerId',
    refersTo: 'id',
    code: 'code',
    role: ({ isDistributor }) => (isDistributor ? 'DISTRIBUTOR' : 'CUSTOMER'),
  },
  transporter: {
    userType: 'TRANSPORTER',
    column: 'transporterId',
    refersTo: 'id',
    code: 'code',
    role: () => 'TRANSPORTER',
  },
  cnf: site,
  'toll-center': site,
  'central-warehouse': site,
}

/** What is handed to the person: his login, and the path that sets its password, unless he has one and keeps it. */
export interface Invitation {
  loginId: string
  path: string | null
  hours: number
}

/** Who acts on a login: the IT administrator alone makes links for logins that somebody uses, or he could take them over. */
export interface Granter {
  id: number | null
  roles: readonly Role[]
}

/**
 * Gives the person of a row (an employee, a customer, a carrier, a site) a login with its first role, or opens a closed one
 * again, which keeps its password. Throws 409 LOGIN_EXISTS when it is open, 422 without an e-mail.
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
  await markTransporter(trx, author, name, row, true)
  if (known?.inviteStatus === 'ACTIVE') {
    await demandMayTouch(trx, granter, known)
    await opened(trx, author, known)
    return { loginId: String(known.loginId), path: null, hours: 0 }
  }
  const made = known ? await opened(trx, author, known) : await inserted(trx, author, kind, row)
  const path = await newPasswordLink(trx, made, INVITED_HOURS, author, 'INVITED')
  return { loginId: String(made.loginId), path, hours: INVITED_HOURS }
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
  const isNew = login.inviteStatus === 'INVITED'
  if (!isNew && !granter.roles.includes('SYS_ADMIN')) {
    throw forbidden(
      'Only the IT administrator makes a link for a login that is in use: whoever has the link becomes that person',
    )
  }
  const hours = isNew ? INVITED_HOURS : RESET_HOURS
  return { loginId: String(login.loginId), path: await newPasswordLink(trx, login, hours, author), hours }
}

/** Closes a login and ends its sessions; nobody closes his own. */
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
  return { loginId: String(login.loginId), path: null, hours: 0 }
}

/** The login of an administrator is opened and closed by administrators alone (A04). */
async function demandMayTouch(trx: Knex, granter: Granter, login: StoredRow) {
  if (granter.roles.includes('SYS_ADMIN')) return
  if ((await rolesHeldBy(trx, login.id)).includes('SYS_ADMIN'))
    throw forbidden('The login of an IT administrator is opened and closed by IT administrators alone')
}

/** A carrier's row says itself whether its login is open (M02). */
async function markTransporter(trx: Knex, author: Author, name: string, row: StoredRow, isLoginActive: boolean) {
  if (name === 'transporter') await updateRow(trx, transporter, row as never, { isLoginActive } as never, author)
}

/** The login of a row, the open one before a closed one. */
export async function loginOf(trx: Knex, name: string, row: StoredRow): Promise<StoredRow | undefined> {
  const { column, refersTo, userType } = kinds[name]!
  const found = await trx('user')
    .where({ [column]: row[refersTo], userType })
    .orderBy([{ column: 'isActive', order: 'desc' }, { column: 'id' }])
    .first()
  return found && readRow(user, found)
}

async function openLoginOf(trx: Knex, name: string, row: StoredRow): Promise<StoredRow> {
  const login = await loginOf(trx, name, row)
  if (!login?.isActive) throw conflict('NO_LOGIN', `${row.name} has no open login: create one first`)
  return login
}

const opened = async (trx: Knex, author: Author, login: StoredRow): Promise<StoredRow> =>
  updateRow(trx, user, login as never, { isActive: true, isLocked: false, failedCount: 0 } as never, author) as never

async function inserted(trx: Knex, author: Author, kind: LoginKind, row: StoredRow): Promise<StoredRow> {
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
  const plant: { code: string } | undefined =
    code === 'DISPATCH' ? await trx('plant').where({ id: row.plantId }).first('code') : undefined
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
