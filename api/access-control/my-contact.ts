import { NotAuthenticated } from '@feathersjs/errors'
import { changeMyContact } from '../../resources/access-control/commands/my-details.ts'
import { user } from '../../resources/settings/user.ts'
import { sendCode, takeCode } from '../account/one-time-code.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { updateRow } from '../derive/save/write.ts'
import type { Config } from '../platform/config.ts'
import { invalidField } from '../platform/errors.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import { transact } from '../platform/transact.ts'

/**
 * Mails a code to a new address, which confirms it and makes the address the caller's own, with five codes in ten minutes.
 * Nobody else's address can be taken without reading its mail.
 */
export function contactCommand({ secret }: Pick<Config, 'secret'>, limits: RateLimits): Bound {
  // Every code may be guessed five times, so the number of codes is limited too.
  const codes = limits.of('codes', { tries: 5, seconds: 600 })
  return bind(changeMyContact, async ({ email, code }, { trx: db, person: { id, name }, author }) => {
    if (code === null) {
      if (email === null) throw invalidField('email', 'REQUIRED', 'E-mail is required')
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
