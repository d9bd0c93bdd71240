import { packRules } from '@casl/ability/extra'
import type { Knex } from 'knex'
import { ruleAsSent } from '../../resources/access-control/rules-as-sent.ts'
import type { Me } from '../../resources/platform/commands/account.ts'
import type { PasswordFault } from '../../resources/platform/password-policy.ts'
import type { Call } from '../derive/call.ts'
import { decisionRules, rulesHeldBy } from '../derive/rights/ability.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Config } from '../platform/config.ts'
import { importMegabytes, uploadMegabytes } from '../platform/http/receive-upload.ts'
import { question } from '../platform/news.ts'
import { readSettings } from '../platform/settings.ts'
import { isSapSimulated } from '../platform/simulators.ts'
import type { Viewing } from './viewing.ts'

/** The queues that ask a person as head of an SBU. */
export const queuesAskedAsHead = question<[db: Knex, person: Person], Promise<Me['askedAsHead']>>(
  'Which queues ask this person as head of an SBU?',
)

/** Who is signed in, and the packed rules by which the browser hides what would be refused. */
export async function meOf(
  db: Knex,
  person: Person,
  call: Call,
  config: Pick<Config, 'environment' | 'sap'>,
): Promise<Me> {
  const { viewing } = call as { viewing?: Viewing }
  const mustChangePassword = person.mustChangePassword && !viewing
  const settings = await readSettings(db)
  return {
    user: { ...person, mustChangePassword },
    passwordFault: mustChangePassword ? await faultNoted(db, person.id) : null,
    askedAsHead: await queuesAskedAsHead.ask(db, person),
    viewing: viewing ? { by: viewing.byName, until: viewing.until } : null,
    rules: packRules([...rulesHeldBy(person), ...decisionRules(person)].map(ruleAsSent)),
    idleMinutes: settings['login.idle_minutes'],
    uploadMaxMb: uploadMegabytes(settings),
    importMaxMb: importMegabytes(settings),
    importMaxRows: settings['upload.max_rows'],
    demo: config.environment !== 'production',
    isSapSimulated: isSapSimulated(config),
  }
}

/** Why the password of a user was refused when they signed in; null where they must change it for another reason. */
async function faultNoted(db: Knex, id: number): Promise<PasswordFault | null> {
  const { passwordFault } = await db('user').where({ id }).first('passwordFault')
  return passwordFault
}
