import type { Knex } from 'knex'
import * as logins from '../../resources/access-control/commands/logins.ts'
import type { MyDetails } from '../../resources/access-control/commands/my-details.ts'
import * as mine from '../../resources/access-control/commands/my-details.ts'
import * as roles from '../../resources/access-control/commands/roles.ts'
import { endSessions, recordLogout } from '../account/sign-in.ts'
import type { Call } from '../derive/call.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import type { Author } from '../derive/save/author.ts'
import { today } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { accessExplained } from './access-explained.ts'
import { lockedLogins, unlockLogin } from './locked-logins.ts'
import { absenceCommands } from './my-absence.ts'
import { contactCommand } from './my-contact.ts'
import { peopleAndRoles } from './people-and-roles.ts'
import { requestAccess } from './request-access.ts'
import { loginOfRow, takeLoginStep } from './serve-logins.ts'
import { transporterLogins } from './transporter-logins.ts'
import { endView, viewAs } from './view-as.ts'
import { grantersFor } from './who-grants.ts'

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
  bind(mine.endMySessions, async (_, { trx, person, author, call }) => ({
    ended: await endOtherSessions(trx, person.id, author, call),
  })),
]

/** Who may do what: people, their roles and logins. */
export const serve = (means: Means): Served => ({ commands: accessCommands(means) })
