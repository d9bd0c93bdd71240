import { NotAuthenticated } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { problemWith } from '../../resources/define/validate.ts'
import { user } from '../../resources/settings/user.ts'
import { sendCode, takeCode } from '../account/one-time-code.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import { updateRow } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import { invalidField } from '../platform/errors.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { transact } from '../platform/transact.ts'

/**
 * `POST /api/my-contact { email }` mails a code to a new address; `POST /api/my-contact { code }` confirms it and makes
 * the address the caller's own, with five codes in ten minutes. Nobody else's address can be taken without reading its
 * mail.
 */
export function myContact(db: Knex, { secret }: Pick<Config, 'secret'>, limits: RateLimits) {
  // Every code may be guessed five times, so the number of codes is limited too.
  const codes = limits.of('codes', { tries: 5, seconds: 600 })
  return {
    async create({ email, code }: Record<string, unknown>, call: Call) {
      const person = requirePerson(call)
      return code === undefined ? sendTo(person.id, person.name, email) : confirm(person.id, code, call)
    },
  }

  async function sendTo(id: number, name: string, given: unknown) {
    const email = typeof given === 'string' ? given.trim().toLowerCase() : given
    const problem = problemWith(user.fields.email, email ?? undefined)
    if (problem) throw invalidField('email', problem[0], `E-mail ${problem[1]}`)
    await codes.take(String(id))
    await transact(db, trx => sendCode(trx, secret, { id, name }, 'NEW_EMAIL', email as string))
    return { sentTo: email }
  }

  async function confirm(id: number, code: unknown, call: Call) {
    // The try must be committed whatever comes of it: rolled back, it would not count.
    const email = await takeCode(db, secret, id, 'NEW_EMAIL', code)
    if (email === null)
      throw invalidField(
        'code',
        'FORMAT',
        'Code is wrong or has expired: after five tries in ten minutes, ask for a new one',
      )
    await transact(db, async trx => {
      const row = await trx('user').where({ id }).first()
      if (!row) throw new NotAuthenticated('Please sign in')
      await updateRow(trx, user, decodeRow(user, row) as never, { email } as never, requireAuthor(call))
    })
    return { email }
  }
}
