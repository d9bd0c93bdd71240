import * as account from '../../resources/platform/commands/account.ts'
import type { Call } from '../derive/call.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { changePassword, mailLater, setPassword } from './change-password.ts'
import { unlockByLink } from './lock-login.ts'
import { meOf } from './me.ts'

/** What people ask of their own account, besides signing in and out. */
function accountCommands({ config, log, limits }: Means): Bound[] {
  const byLogin = limits.of('password-login', { tries: 10, seconds: 600 })
  const byAddress = limits.of('password-address', { tries: 30, seconds: 600 })
  const count = ({ author }: Call) => byAddress.take(author?.ip ?? '')
  return [
    bind(account.showMe, (_, { trx, person, call }) => meOf(trx, person, call, config)),
    bind(account.showMailing, async () => ({ mailConnected: config.mail !== null })),
    bind(account.forgetPassword, async ({ loginId, email }, { trx, call }) => {
      const login = { loginId: loginId.toLowerCase(), email }
      await count(call)
      await byLogin.take(`forgotten ${login.loginId}`)
      mailLater(trx, login, { portalUrl: config.portalUrl, log })
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

/** Each person's own account: signing in, passwords, sessions. */
export const serve = (means: Means): Served => ({ commands: accountCommands(means) })
