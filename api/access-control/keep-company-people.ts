import type { Knex } from 'knex'
import type { ChangedPerson, EndedPerson, Invited } from '../../resources/access-control/commands/company-people.ts'
import { companyPerson } from '../../resources/access-control/company-person.ts'
import { companyRolesText, isHead } from '../../resources/access-control/company-roles.ts'
import type { Invitation } from '../../resources/access-control/logins.ts'
import { order } from '../../resources/orders/order.ts'
import { user } from '../../resources/settings/user.ts'
import { mailLinks } from '../account/change-password.ts'
import { newPasswordLinks } from '../account/passwords.ts'
import { endSessions, recordLogout } from '../account/sign-in.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import type { Person } from '../derive/rights/person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow, updateRows } from '../derive/save/write.ts'
import { notify } from '../mail/notify.ts'
import { now } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { conflict, forbidden, invalidField, refused } from '../platform/errors.ts'
import {
  type AskedRights,
  type Company,
  companyOf,
  demandFitting,
  headsAmong,
  type Member,
  memberNamed,
  membersOf,
  storedRights,
  takenElsewhere,
} from './company-people.ts'
import { kinds } from './login-kinds.ts'
import { INVITED_HOURS, invitationOf, markTransporters } from './logins.ts'
import { makeUsers } from './make-users.ts'

/** Who keeps the people of a company. */
interface Keeper {
  person: Person
  author: Author
}
type Mailing = Pick<Config, 'mail' | 'portalUrl'>

/** Invites a person into a company, or opens the login again that they had there. */
export async function invitePerson(trx: Knex, asked: Invited, keeper: Keeper, mailing: Mailing): Promise<Invitation> {
  const { person, author } = keeper
  const company = await companyOf(trx, asked, person)
  await holdCompany(trx, company)
  await demandFitting(trx, company, asked)
  if (company.row.isActive === false)
    throw invalidField('companyId', 'INACTIVE_REF', `${company.row.name} is not active: reactivate it first`)
  const members = await membersOf(trx, company)
  const email = asked.email.toLowerCase()
  const before = members.find(({ login }) => login.loginId === email)
  await demandOwnAddress(trx, email, Boolean(asked.sharedMail), company, members)
  const login = before
    ? await reopen(trx, before, asked, author)
    : await newLogin(trx, company, { ...asked, email }, author)
  await keepRights(trx, company, login, before, asked, author)
  if (members.every(({ login }) => !login.isActive))
    await markTransporters(trx, author, company.of, [company.row], true)
  await recordPerson(trx, author, login, `Invited into ${company.row.name} as ${companyRolesText(asked.companyRoles)}`)
  return sendLink(trx, login, keeper, mailing)
}

/** Throws 422 where another login uses the address: two people never share one without saying so. */
async function demandOwnAddress(
  trx: Knex,
  email: string,
  isConfirmed: boolean,
  { row }: Company,
  members: readonly Member[],
): Promise<void> {
  const same = members.find(({ login }) => login.isActive && String(login.email).toLowerCase() === email)
  if (same) {
    const message = `${email} already signs in as ${same.login.name} at ${row.name}: change what they may do, or use another address`
    throw invalidField('email', 'DUPLICATE_KEY', message)
  }
  const others: { customerId: number | null; transporterId: number | null; loginId: string }[] = await trx('user')
    .where(either => either.whereRaw('lower(email) = ?', [email]).orWhere('loginId', email))
    .whereNotIn(
      'id',
      members.map(({ login }) => login.id),
    )
    .select('customerId', 'transporterId', 'loginId')
  if (others.some(other => (other.customerId ?? other.transporterId) !== null || other.loginId === email))
    throw invalidField('email', 'DUPLICATE_KEY', takenElsewhere(email))
  if (others.length > 0 && !isConfirmed) {
    const message = `${email} is the address of one of our own people too: confirm it, or use another address`
    throw refused([{ field: 'email', code: 'SHARED_MAIL', message }])
  }
}

/** Keeps others from changing the people of the company until the transaction ends. */
const holdCompany = (trx: Knex, { of, row }: Company) => trx(of).where({ id: row.id }).forUpdate().first('id')

type NamedPerson = Pick<Invited, 'name' | 'email' | 'mobile'>

async function newLogin(trx: Knex, { of, row }: Company, { name, email, mobile }: NamedPerson, author: Author) {
  const [login] = await makeUsers(trx, author, kinds[of]!, [{ ...row, name, email, mobile, code: email }])
  return login!
}

const reopen = (trx: Knex, { login }: Member, { name, mobile }: NamedPerson, author: Author): Promise<StoredRow> => {
  const open = { name, mobile, isActive: true, isLocked: false, failedCount: 0, failuresFrom: now() }
  return updateRow(trx, user, login as never, { ...open, passwordHash: null } as never, author) as never
}

/** Writes what the person of a login may do. */
async function keepRights(
  trx: Knex,
  { column, row }: Company,
  login: StoredRow,
  before: Member | undefined,
  asked: AskedRights,
  author: Author,
): Promise<void> {
  const rights = { ...storedRights(asked), invitedAt: now() }
  if (before?.stored) await updateRow(trx, companyPerson, before.stored, rights as never, author)
  else await insertRows(trx, companyPerson, [{ userId: login.id, [column]: row.id, ...rights } as never], author)
}

async function sendLink(
  trx: Knex,
  login: StoredRow,
  { author }: Keeper,
  { mail, portalUrl }: Mailing,
): Promise<Invitation> {
  const [path] = await newPasswordLinks(trx, [login], INVITED_HOURS, author, 'INVITED')
  const invitation = invitationOf(login, path!, INVITED_HOURS)
  await mailLinks(trx, [{ ...invitation, name: String(login.name) }], portalUrl)
  // Where mail is connected only the receiver sees the link.
  return { ...invitation, path: mail ? null : invitation.path }
}

const recordPerson = (trx: Knex, author: Author, { id, loginId }: StoredRow, reason: string) =>
  recordEvent(
    trx,
    { ...author, reason },
    { action: 'STATUS', entity: 'user', entityId: id, businessKey: String(loginId) },
  )

/** Changes what a person may do. The last head of a company stays one. */
export async function changePerson(trx: Knex, asked: ChangedPerson, { person, author }: Keeper) {
  const [company, member] = await memberNamed(trx, asked.id, person)
  await holdCompany(trx, company)
  await demandFitting(trx, company, asked)
  if (!member.login.isActive) throw conflict('NO_LOGIN', `${member.login.name} has no open login: invite them again`)
  if (isHead(member.rights) && !asked.companyRoles.includes('HEAD'))
    demandOtherHead(await membersOf(trx, company), member)
  const { name, mobile } = asked
  await updateRow(trx, user, member.login as never, { name, mobile } as never, author)
  const rights = storedRights(asked)
  if (member.stored) await updateRow(trx, companyPerson, member.stored, rights as never, author)
  else {
    const row = { userId: asked.id, [company.column]: company.row.id, ...rights, invitedAt: null }
    await insertRows(trx, companyPerson, [row as never], author)
  }
  return { userId: asked.id }
}

/** Throws 422 where a member is the only head. */
function demandOtherHead(members: readonly Member[], { login }: Member) {
  if (headsAmong(members).some(head => head.login.id !== login.id)) return
  const message = `${login.name} is the only head of the company: name another head first`
  throw refused([{ field: 'companyRoles', code: 'LAST_HEAD', message }])
}

/** Makes a new link for a person who has not set their password yet. */
export async function renewInvitation(trx: Knex, userId: number, keeper: Keeper, mailing: Mailing) {
  const [, { login }] = await memberNamed(trx, userId, keeper.person)
  if (!login.isActive || login.inviteStatus !== 'INVITED')
    throw conflict('NOT_INVITED', `${login.name} has no open invitation: they choose a new password at sign-in`)
  await recordPerson(trx, keeper.author, login, 'Invitation sent again')
  return sendLink(trx, login, keeper, mailing)
}

/**
 * Ends the login and the sessions of a person; their drafts and the orders that they were to correct go to the head. The
 * last head ends only where one of ours names another.
 */
export async function endPerson(trx: Knex, { userId, headId }: EndedPerson, { person, author }: Keeper) {
  const [company, member] = await memberNamed(trx, userId, person)
  await holdCompany(trx, company)
  const { login, rights } = member
  if (login.id === person.id) throw forbidden('You cannot end your own login: ask another head of your company')
  if (!login.isActive) throw conflict('NO_LOGIN', `${login.name} has no open login`)
  const members = await membersOf(trx, company)
  if (headId !== null) await makeHead(trx, company, members, { headId, ended: login.id }, author)
  else if (isHead(rights)) demandOtherHead(members, member)
  const heir = headId ?? heirAmong(members, login.id, person)
  await updateRow(trx, user, login as never, { isActive: false, resetTokenHash: null } as never, author)
  const open: number[] = await trx('login_session').where({ userId, result: 'OK' }).whereNull('logoutAt').pluck('id')
  for (const session of open) await recordLogout(trx, { ...author, reason: 'Login ended' }, session)
  await endSessions(trx, open, 'FORCED')
  await recordPerson(trx, author, login, `Ended at ${company.row.name}`)
  return { userId, drafts: heir === undefined ? 0 : await handOver(trx, login, heir, author) }
}

/** Who takes over: the head who ends the person, or the first head of the company. */
const heirAmong = (members: readonly Member[], ended: number, { id }: Person): number | undefined => {
  const heads = headsAmong(members).filter(({ login }) => login.id !== ended)
  return (heads.find(({ login }) => login.id === id) ?? heads[0])?.login.id
}

/** Makes an active person of the company its head. */
async function makeHead(
  trx: Knex,
  company: Company,
  members: readonly Member[],
  { headId, ended }: { headId: number; ended: number },
  author: Author,
): Promise<void> {
  const next = members.find(({ login }) => login.id === headId && login.isActive && headId !== ended)
  if (!next) throw invalidField('headId', 'NOT_FOUND', 'Head must be another person of the company who can sign in')
  if (isHead(next.rights)) return
  await updateRow(trx, companyPerson, next.stored!, { companyRoles: ['HEAD'], shipToIds: null } as never, author)
  await notify(trx, [headId], {
    title: `You head ${company.row.name} from now on`,
    body: 'You may do everything for your company, and keep its people.',
    link: '/access-control/company-people',
  })
}

/** The drafts of an ended person and the orders they were to correct belong to a head from now on. */
async function handOver(trx: Knex, { id, name }: StoredRow, heir: number, author: Author): Promise<number> {
  const left = await rowsOf(trx, order, rows => rows.where({ placedById: id }).whereIn('status', ['DRAFT', 'IN_ERROR']))
  if (left.length === 0) return 0
  const taken = { placedById: heir, companyAskedAt: null, companyAskedById: null }
  await updateRows(trx, order, left, taken, { ...author, reason: `Login of ${name} ended` })
  await notify(trx, [heir], {
    title: `${left.length === 1 ? 'A draft' : `${left.length} drafts`} of ${name} went to you`,
    body: 'Their login has ended.',
    link: '/orders/order-history?status=DRAFT',
  })
  return left.length
}
