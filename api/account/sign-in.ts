import { createHash, randomBytes } from 'node:crypto'
import {
  AuthenticationBaseStrategy,
  type AuthenticationRequest,
  AuthenticationService,
} from '@feathersjs/authentication'
import { NotAuthenticated } from '@feathersjs/errors'
import type { Application, Id, NullableId } from '@feathersjs/feathers'
import type { Knex } from 'knex'
import type { Middleware } from 'koa'
import { recordEvent } from '../derive/history/record-event.ts'
import type { Author } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limit.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { verifyPassword } from './password.ts'
import { codeNeeded, codeWrong, requireRecentPassword, secondStep } from './second-step.ts'
import { endViews } from './viewing.ts'

/** Seconds for which a login is locked after too many wrong passwords (five unless the settings say otherwise). */
const LOCKED_SECONDS = 24 * 3600

const WRONG = 'Login ID or password is not correct.'

interface User {
  id: number
  loginId: string
  name: string
  email: string
  userType: string
  isActive: number
  isLocked: number
  lockedAt: string | null
  failedCount: number
  passwordHash: string | null
  passwordChangedAt: string | null
}

/** Checks a login id and password, counts failures, locks, and records each try. */
class PasswordStrategy extends AuthenticationBaseStrategy {
  private readonly secret: string
  // Addresses that try many logins are slowed down before any password is compared.
  private readonly tries: RateLimit

  constructor(secret: string, limits: RateLimits) {
    super()
    this.secret = secret
    this.tries = limits.of('sign-in', { tries: 60, seconds: 60 })
  }

  async authenticate({ loginId, password, code }: AuthenticationRequest, call: Call) {
    if (typeof loginId !== 'string' || loginId.length === 0)
      throw invalidField('loginId', 'REQUIRED', 'Login ID is required')
    if (typeof password !== 'string' || password.length === 0)
      throw invalidField('password', 'REQUIRED', 'Password is required')
    const ip = call.author?.ip ?? ''
    await this.tries.take(ip)
    const db: Knex = this.app!.get('db' as never)
    const user: User | undefined = await db('user').where('loginId', loginId.trim().slice(0, 60).toLowerCase()).first()
    const knows = await verifyPassword(password.slice(0, 200), user?.passwordHash ?? null)
    const step = knows && user ? await secondStep(db, this.secret, user, code) : 'NONE'
    if (step === 'SENT') throw codeNeeded()
    const result = await this.judge(db, user, knows && step !== 'WRONG')
    const session = await this.openSession(db, user, loginId, result, call)
    if (result === 'LOCKED') throw new NotAuthenticated('Your login is locked. Contact the help desk.')
    if (result === 'DISABLED') throw new NotAuthenticated('Your login is not active.')
    if (step === 'WRONG') throw codeWrong()
    if (result !== 'OK') throw new NotAuthenticated(WRONG)
    await requireRecentPassword(db, user!)
    return { user: { id: user!.id, loginId: user!.loginId, name: user!.name }, session }
  }

  private async judge(
    db: Knex,
    user: User | undefined,
    right: boolean,
  ): Promise<'OK' | 'BAD_PASSWORD' | 'LOCKED' | 'DISABLED'> {
    if (!user) return 'BAD_PASSWORD'
    const mine = () => db('user').where({ id: user.id })
    const most = (await readSettings(db))['login.max_failures']
    const lapsed = secondsFromNow(-LOCKED_SECONDS)
    await mine()
      .where('isLocked', 1)
      .where('lockedAt', '<=', lapsed)
      .update({ isLocked: 0, lockedAt: null, failedCount: 0 })
    if (!right) {
      await mine().update({ failedCount: db.raw('?? + 1', ['failedCount']) })
      await mine().where('isLocked', 0).where('failedCount', '>=', most).update({ isLocked: 1, lockedAt: now() })
      return 'BAD_PASSWORD'
    }
    // One statement checks and signs in: of many tries at once, those after the fifth wrong one find the login locked.
    const opened = await mine()
      .where({ isLocked: 0, isActive: 1 })
      .update({ failedCount: 0, lockedAt: null, lastLoginAt: now() })
    if (opened) return 'OK'
    const { isLocked, failedCount } = (await mine().first('isLocked', 'failedCount')) as User
    // A locked login is reported only to who knows its password, or anybody could find out which logins exist; after as
    // many wrong ones again it is not reported at all, or the lock would answer guesses for ever.
    if (failedCount >= 2 * most) return 'BAD_PASSWORD'
    return isLocked ? 'LOCKED' : 'DISABLED'
  }

  private async openSession(db: Knex, user: User | undefined, given: string, result: string, call: Call) {
    const token = randomBytes(24).toString('base64url')
    const at = now()
    const loginId = given.trim().slice(0, 60)
    const ip = call.author?.ip ?? ''
    const id = await transact(db, async trx => {
      const [made] = await trx('login_session').insert({
        userId: user?.id ?? null,
        loginId,
        loginAt: at,
        lastSeenAt: at,
        ip,
        userAgent: String(call.headers?.['user-agent'] ?? '').slice(0, 255),
        result,
        refreshTokenHash: sha256(token),
        rowVersion: 1,
        createdAt: at,
        updatedAt: at,
      })
      const isIn = result === 'OK'
      const author = { ...authorOf(call), id: isIn ? user!.id : null, ...(!isIn && { reason: result }) }
      const act = { entity: 'login-session', entityId: made as number, businessKey: loginId }
      await recordEvent(trx, author, { action: isIn ? 'LOGIN' : 'REFUSED', ...act })
      return made as number
    })
    return { id, token }
  }
}

/** Who signs in or out, as the history names them. */
const authorOf = ({ author }: Call): Author => author ?? { id: null, source: 'API', ip: null, requestId: null }

/** The stored form of a session's secret. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** `POST /api/authentication` signs in and `DELETE` signs out; the token names a session row, so it can be revoked. */
class SignIn extends AuthenticationService {
  override async create(data: AuthenticationRequest, call: Call) {
    const result = await this.authenticate(data, { ...call, authentication: undefined } as never, 'local')
    const { user, session } = result as unknown as { user: object; session: { id: number; token: string } }
    const accessToken = await this.createAccessToken({ sid: session.id, key: session.token })
    return { accessToken, user } as never
  }

  override async remove(_id: NullableId | Id, call: Call) {
    const db: Knex = this.app.get('db' as never)
    const sessionId = (call as { sessionId?: number }).sessionId
    if (sessionId) {
      await transact(db, async trx => {
        if ((await endSessions(trx, [sessionId], 'USER')) > 0) await recordLogout(trx, authorOf(call), sessionId)
      })
    }
    return { signedOut: true } as never
  }
}

/** Ends sessions at once, in every process. */
export async function endSessions(db: Knex, ids: number[], logoutType: 'USER' | 'IDLE' | 'FORCED' | 'EXPIRED') {
  await endViews(db, sessions => sessions.whereIn('login_session.id', ids), 'the session ended')
  return db('login_session').whereIn('id', ids).whereNull('logoutAt').update({ logoutAt: now(), logoutType })
}

/** Records in the history that a session ended, and by whom. */
export const recordLogout = (db: Knex, author: Author, sessionId: number) =>
  recordEvent(db, author, { action: 'LOGOUT', entity: 'login-session', entityId: sessionId })

/** Adds sign-in to the app; `cookie` writes the session into the browser's cookie and removes it. */
export function configureSignIn(app: Application, secret: string, limits: RateLimits, cookie: Middleware) {
  app.set(
    'authentication' as never,
    {
      secret,
      entity: null,
      authStrategies: ['local'],
      jwtOptions: {
        header: { typ: 'access' },
        audience: 'bilty',
        issuer: 'bilty',
        algorithm: 'HS256',
        expiresIn: '30d',
      },
    } as never,
  )
  const service = new SignIn(app as never, 'authentication')
  service.register('local', new PasswordStrategy(secret, limits))
  app.use('api/authentication', service as never, { methods: ['create', 'remove'], koa: { before: [cookie] } } as never)
}
