import * as logins from '../../resources/access-control/commands/logins.ts'
import * as mine from '../../resources/access-control/commands/my-details.ts'
import * as roles from '../../resources/access-control/commands/roles.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { accessExplained } from './access-explained.ts'
import { lockedLogins, unlockLogin } from './locked-logins.ts'
import { contactCommand } from './my-contact.ts'
import { myDetails } from './my-details.ts'
import { endOtherSessions } from './my-sessions.ts'
import { peopleAndRoles } from './people-and-roles.ts'
import { requestAccess } from './request-access.ts'
import { loginOfRow, takeLoginStep } from './serve-logins.ts'
import { transporterLogins } from './transporter-logins.ts'
import { endView, viewAs } from './view-as.ts'
import { grantersFor } from './who-grants.ts'

/** What is asked of logins, roles and rights, besides the lists of them. */
const accessCommands = ({ config, limits }: { config: Config; limits: RateLimits }): Bound[] => [
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
