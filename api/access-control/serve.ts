import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import * as people from '../../resources/access-control/commands/company-people.ts'
import * as logins from '../../resources/access-control/commands/logins.ts'
import * as mine from '../../resources/access-control/commands/my-details.ts'
import { changeMyContact, type MyDetails } from '../../resources/access-control/commands/my-details.ts'
import * as roles from '../../resources/access-control/commands/roles.ts'
import { can } from '../../resources/capabilities.ts'
import { user } from '../../resources/settings/user.ts'
import { sendCode, takeCode } from '../account/one-time-code.ts'
import { endSessions, recordLogout } from '../account/sign-in.ts'
import { beginView, endViews } from '../account/viewing.ts'
import type { Call } from '../derive/call.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { invalidField, notFound, refused } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { transact } from '../platform/transact.ts'
import { accessExplained } from './access-explained.ts'
import { demandFreeAddress, showPeople } from './company-people.ts'
import { changePerson, endPerson, invitePerson, renewInvitation } from './keep-company-people.ts'
import { lockedLogins, unlockLogin } from './locked-logins.ts'
import { absenceCommands } from './my-absence.ts'
import { peopleAndRoles } from './people-and-roles.ts'
import { requestAccess } from './request-access.ts'
import { loginOfRow, takeLoginStep } from './serve-logins.ts'
import { transporterLogins } from './transporter-logins.ts'
import { grantersFor } from './who-grants.ts'

/**
 * The session of an IT administrator sees from now on what that user sees, read-only, for half an hour at most. The history
 * names both at begin and end.
 */
async function viewAs(trx: Knex, userId: number, viewer: Person, author: Author, call: Call) {
  const viewed = await viewable(trx, userId, viewer.id)
  const until = await beginView(trx, sessionOf(call)!, viewer, viewed, author)
  return { userId: viewed.id, name: viewed.name, until }
}

/** Ends it in the session of the call; answers how many ended. */
const endView = (db: Knex, call: Call) =>
  endViews(db, sessions => sessions.where('login_session.id', sessionOf(call) ?? 0), 'they ended it')

const sessionOf = (call: Call) => (call as { sessionId?: number }).sessionId

/** The user to view as. Throws where they may not be viewed as. */
async function viewable(trx: Knex, userId: number, viewerId: number) {
  const login = await trx('user').where('id', userId).first('name', 'userType')
  if (!login) throw notFound()
  const person = await readPerson(trx, userId)
  const no = (message: string) => refused([{ field: 'userId', code: 'RULE', message }])
  if (userId === viewerId) throw no('User must be another person: this is your own login')
  if (!person || login.userType === 'SYSTEM')
    throw no(`${login.name} cannot sign in: the login is closed or not a person’s`)
  if (can(person, 'viewAsOthers')) throw no(`${login.name} is an IT administrator: the portal cannot be viewed as them`)
  return person
}

/** What the portal stores about a person: the login and its contact data, the roles of today, and the last sign-ins. */
async function myDetails(db: Knex, id: number): Promise<MyDetails> {
  const [user, roles, signIns] = await Promise.all([
    db('user')
      .where({ id })
      .first('loginId', 'name', 'userType', 'email', 'mobile', 'lastLoginAt', 'passwordChangedAt', 'createdAt'),
    grantsOn(db, today())
      .where('assign_roles.userId', id)
      .join('role', 'role.id', 'assign_roles.roleId')
      .orderBy('role.name')
      .select('assign_roles.id', 'role.name', 'scopeType', 'scopeRef', 'validTo'),
    db('login_session')
      .where({ userId: id })
      .orderBy('id', 'desc')
      .limit(20)
      .select('id', 'loginAt', 'logoutAt', 'logoutType', 'ip', 'userAgent', 'result'),
  ])
  return { user, roles, signIns }
}

/** Ends all sessions of a person but the one of the call, and answers how many. */
async function endOtherSessions(trx: Knex, userId: number, author: Author, call: Call): Promise<number> {
  const open: number[] = await trx('login_session').where({ userId, result: 'OK' }).whereNull('logoutAt').pluck('id')
  const others = open.filter(session => session !== (call as { sessionId?: number }).sessionId)
  for (const session of others) await recordLogout(trx, { ...author, reason: 'From another session' }, session)
  return endSessions(trx, others, 'FORCED')
}

/** What is asked of logins, roles and rights, besides the lists of them. */
const accessCommands = ({ config, limits }: { config: Config; limits: RateLimits }): Bound[] => [
  ...absenceCommands,
  bind(logins.showLockedLogins, ({ userType }, { trx, person }) => lockedLogins(trx, userType, person)),
  bind(logins.unlockLogin, (asked, { trx, person, author }) => unlockLogin(trx, asked, person, author)),
  bind(logins.showLogin, (asked, { trx, person }) => loginOfRow(trx, asked, person)),
  bind(logins.takeLoginStep, (asked, { trx, person, author }) => takeLoginStep(trx, asked, { person, author }, config)),
  bind(logins.showTransporterLogins, (_, { trx, person }) => transporterLogins(trx, person)),
  bind(roles.showPeople, (asked, { trx }) => peopleAndRoles(trx, asked)),
  bind(roles.explainAccess, (asked, { trx, person, author }) => accessExplained(trx, asked, { person, author })),
  bind(roles.requestAccess, (asked, { trx, person, author }) => requestAccess(trx, asked, person, author)),
  bind(roles.viewAs, ({ userId, reason }, { trx, person, author, call }) =>
    viewAs(trx, userId, person, { ...author, reason }, call),
  ),
  bind(roles.endView, async (_, { trx, call }) => ({ ended: await endView(trx, call) })),
  bind(roles.showGranters, async (_, { trx, person }) => ({ grantedBy: await grantersFor(trx, person) })),
  bind(mine.showMyDetails, (_, { trx, person }) => myDetails(trx, person.id)),
  contactCommand(config, limits),
  ...companyCommands(config, limits),
  bind(mine.endMySessions, async (_, { trx, person, author, call }) => ({
    ended: await endOtherSessions(trx, person.id, author, call),
  })),
]

/** What is asked of the people of customers and transporters. */
function companyCommands(config: Config, limits: RateLimits): readonly Bound[] {
  const invitations = limits.of('invitations', { tries: 30, seconds: 3600, what: 'invitations' })
  return [
    bind(people.showCompanyPeople, (asked, { trx, person }) => showPeople(trx, asked, person)),
    bind(people.invitePerson, async (asked, { trx, person, author }) => {
      await invitations.take(String(person.id))
      return invitePerson(trx, asked, { person, author }, config)
    }),
    bind(people.changePerson, (asked, { trx, person, author }) => changePerson(trx, asked, { person, author })),
    bind(people.renewInvitation, async ({ userId }, { trx, person, author }) => {
      await invitations.take(String(person.id))
      return renewInvitation(trx, userId, { person, author }, config)
    }),
    bind(people.endPerson, (asked, { trx, person, author }) => endPerson(trx, asked, { person, author })),
  ]
}

/** Who may do what: people, their roles and logins. */
export const serve = (means: Means): Served => ({ commands: accessCommands(means) })

/**
 * Mails a code to a new address, which confirms it and makes the address the caller's own, with five codes in ten minutes.
 * Nobody else's address can be taken without reading its mail.
 */
function contactCommand({ secret }: Pick<Config, 'secret'>, limits: RateLimits): Bound {
  // Every code may be guessed five times, so the number of codes is limited too.
  const codes = limits.of('codes', { tries: 5, seconds: 600 })
  return bind(changeMyContact, async ({ email, code }, { trx: db, person, author }) => {
    const { id, name } = person
    if (code === null) {
      if (email === null) throw invalidField('email', 'REQUIRED', 'E-mail is required')
      await demandFreeAddress(db, email, person)
      await codes.take(String(id))
      await transact(db, trx => sendCode(trx, secret, { id, name }, 'NEW_EMAIL', email))
      return { sentTo: email, email: null }
    }
    // The try must be committed whatever comes of it: rolled back, it would not count.
    const confirmed = await takeCode(db, secret, id, 'NEW_EMAIL', code)
    if (confirmed === null)
      throw invalidField(
        'code',
        'FORMAT',
        'Code is wrong or has expired: after five tries in ten minutes, ask for a new one',
      )
    await transact(db, async trx => {
      const row = await trx('user').where({ id }).first()
      if (!row) throw new NotAuthenticated('Please sign in')
      await updateRow(trx, user, decodeRow(user, row) as never, { email: confirmed } as never, author)
    })
    return { sentTo: null, email: confirmed }
  })
}
