import { TooManyRequests } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Call } from '../derive/service.ts'
import { asSystem } from '../derive/write.ts'
import { invalidField } from './errors.ts'
import { needAuthor, needPerson } from './need-person.ts'
import { verifyPassword } from './password.ts'
import { checkNewPassword, keepPassword, type UserRow, userOfLink } from './passwords.ts'
import { transact } from './transact.ts'

type Said = Record<string, unknown>

/**
 * `POST /api/my-password { password, newPassword }` changes one's own; `POST /api/new-password { token, newPassword }` sets
 * one by a link. Both end the other sessions of the person; ten tries in ten minutes, then 429.
 */
export function servePasswords(app: Application, db: Knex) {
  const byLogin = new RateLimiterMemory({ points: 10, duration: 600, keyPrefix: 'login' })
  const byAddress = new RateLimiterMemory({ points: 30, duration: 600, keyPrefix: 'address' })

  const own = {
    async create(said: Said, call: Call) {
      const person = needPerson(call)
      await take(byLogin, String(person.id))
      const row: UserRow = await db('user').where({ id: person.id }).first()
      const right =
        typeof said.password === 'string' && (await verifyPassword(said.password.slice(0, 200), row.passwordHash))
      if (!right) throw invalidField('password', 'FORMAT', 'Present password is not correct')
      const hash = await checkNewPassword(db, row, said.newPassword)
      await transact(db, trx =>
        keepPassword(trx, row, hash, needAuthor(call), (call as { sessionId?: number }).sessionId),
      )
      return { changed: true }
    },
  }
  const byLink = {
    async create(said: Said, call: Call) {
      await take(byAddress, call.author?.ip ?? '')
      const row = await userOfLink(db, said.token)
      const hash = await checkNewPassword(db, row, said.newPassword)
      const author = { ...asSystem('password link'), ip: call.author?.ip ?? null }
      await transact(db, trx => keepPassword(trx, row, hash, author))
      return { loginId: row.loginId }
    },
  }
  app.use('api/my-password', own as never, { methods: ['create'] } as never)
  app.use('api/new-password', byLink as never, { methods: ['create'] } as never)
}

async function take(limiter: RateLimiterMemory, key: string) {
  await limiter.consume(key).catch(() => {
    const message = 'Too many tries. Please wait ten minutes and try again.'
    throw new TooManyRequests(message, { retryAfter: 600, errors: [{ field: '', code: 'RATE_LIMITED', message }] })
  })
}
