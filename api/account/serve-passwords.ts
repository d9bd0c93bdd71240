import { randomInt } from 'node:crypto'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { user } from '../../resources/settings/user.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow, type StoredRow } from '../derive/row-codec.ts'
import { systemAuthor } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import type { Config } from '../platform/config.ts'
import { invalidField } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { transact } from '../platform/transact.ts'
import { verifyPassword } from './password.ts'
import { mailLinks } from './password-mails.ts'
import { hashNewPassword, newPasswordLinks, RESET_HOURS, savePassword, type UserRow, userOfLink } from './passwords.ts'

type Body = Record<string, unknown>

/** The least delay, after the answer, before a forgotten password is looked up. */
const LATER_MS = 100
const SENT = 'If the details match, a link has been sent.'

/**
 * `POST /api/my-password { password, newPassword }` changes the caller's own; `POST /api/new-password { token,
 * newPassword }` sets one by a link. Both end the other sessions of the user. `POST /api/forgotten-password { loginId,
 * email }` mails a link, and answers the same whether they match or not. Ten tries in ten minutes, then 429.
 */
export function servePasswords(
  app: Application,
  { config, db, log, limits }: { config: Config; db: Knex; log: Log; limits: RateLimits },
) {
  const byLogin = limits.of('password-login', { tries: 10, seconds: 600 })
  const byAddress = limits.of('password-address', { tries: 30, seconds: 600 })

  const own = {
    async create(body: Body, call: Call) {
      const person = requirePerson(call)
      await byLogin.take(String(person.id))
      const row: UserRow = await db('user').where({ id: person.id }).first()
      const right =
        typeof body.password === 'string' && (await verifyPassword(body.password.slice(0, 200), row.passwordHash))
      if (!right) throw invalidField('password', 'FORMAT', 'Present password is not correct')
      if (body.newPassword === body.password)
        throw invalidField('newPassword', 'RULE', 'New password is your current one: choose another')
      const hash = await hashNewPassword(row, body.newPassword)
      await transact(db, trx =>
        savePassword(trx, row, hash, requireAuthor(call), (call as { sessionId?: number }).sessionId),
      )
      return { changed: true }
    },
  }
  const byLink = {
    async create(body: Body, call: Call) {
      await byAddress.take(call.author?.ip ?? '')
      const row = await userOfLink(db, body.token)
      const hash = await hashNewPassword(row, body.newPassword)
      const author = { ...systemAuthor('password link'), ip: call.author?.ip ?? null }
      await transact(db, trx => savePassword(trx, row, hash, author))
      return { loginId: row.loginId }
    },
  }
  const forgotten = {
    async find() {
      return { mailConnected: config.mail !== null }
    },
    async create({ loginId, email }: Body, call: Call) {
      if (typeof loginId !== 'string' || !loginId.trim())
        throw invalidField('loginId', 'REQUIRED', 'Login ID is required')
      if (typeof email !== 'string' || !email.trim()) throw invalidField('email', 'REQUIRED', 'E-mail is required')
      const known = {
        loginId: loginId.trim().toLowerCase().slice(0, 60),
        email: email.trim().toLowerCase().slice(0, 254),
      }
      await byAddress.take(call.author?.ip ?? '')
      await byLogin.take(`forgotten ${known.loginId}`)
      // Begun after the answer was sent: its duration would reveal whether the login exists.
      setTimeout(
        () => {
          mailForgotten(db, known, config.portalUrl).catch(error =>
            log.error({ err: error }, 'A password link was not mailed'),
          )
        },
        randomInt(LATER_MS, 4 * LATER_MS),
      ).unref()
      return { message: SENT }
    },
  }
  app.use('api/forgotten-password', forgotten as never, { methods: ['find', 'create'] } as never)
  app.use('api/my-password', own as never, { methods: ['create'] } as never)
  app.use('api/new-password', byLink as never, { methods: ['create'] } as never)
}

async function mailForgotten(db: Knex, known: { loginId: string; email: string }, portalUrl: string) {
  await transact(db, async trx => {
    const row = await trx('user')
      .where({ ...known, isActive: 1 })
      .first()
    if (!row) return
    const author = systemAuthor('forgotten password')
    const [path] = await newPasswordLinks(trx, [decodeRow(user, row) as StoredRow], RESET_HOURS, author)
    await mailLinks(trx, [{ ...row, userId: row.id, path: path!, isNew: false }], portalUrl)
  })
}
