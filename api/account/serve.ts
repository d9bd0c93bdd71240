import * as account from '../../resources/platform/commands/account.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { changePassword, mailLater, setPassword } from './change-password.ts'
import { unlockByLink } from './lock-login.ts'
import { type AboutMe, meOf } from './me.ts'

interface Means {
  config: Config
  log: Log
  limits: RateLimits
  about: AboutMe
}

/** What people ask of their own account, besides signing in and out. */
export function accountCommands({ config, log, limits, about }: Means): Bound[] {
  const byLogin = limits.of('password-login', { tries: 10, seconds: 600 })
  const byAddress = limits.of('password-address', { tries: 30, seconds: 600 })
  const count = ({ author }: Call) => byAddress.take(author?.ip ?? '')
  return [
    bind(account.showMe, (_, { trx, person, call }) => meOf(trx, person, call, { config, about })),
    bind(account.showMailing, async () => ({ mailConnected: config.mail !== null })),
    bind(account.forgetPassword, async ({ loginId, email }, { trx, call }) => {
      const known = { loginId: loginId.toLowerCase(), email }
      await count(call)
      await byLogin.take(`forgotten ${known.loginId}`)
      mailLater(trx, known, { portalUrl: config.portalUrl, log })
      return { message: 'If the details match, a link has been sent.' }
    }),
    bind(account.setPassword, async (asked, { trx, call }) => {
      await count(call)
      return { loginId: await setPassword(trx, asked, call.author?.ip ?? null) }
    }),
    bind(account.changePassword, async (asked, means) => {
      await changePassword(asked, means)
      return { changed: true }
    }),
    bind(account.unlockByLink, async ({ token }, { trx, call }) => ({
      loginId: await unlockByLink(trx, config.secret, token, call.author?.ip ?? null),
    })),
  ]
}
