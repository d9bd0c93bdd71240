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
import type { BodyOf } from '../../resources/define/command.ts'
import * as account from '../../resources/platform/commands/account.ts'
import type { Call } from '../derive/call.ts'
import { readSent } from '../derive/command/read-body.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import { isShutOut, worksToday } from '../derive/rights/works-today.ts'
import type { Author } from '../derive/save/author.ts'
import { now } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimit, RateLimits } from '../platform/http/rate-limit.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { countWrongTry, endLapsedLock } from './lock-login.ts'
import { verifyPassword } from './password.ts'
import { codeNeeded, codeWrong, secondStep } from './second-step.ts'
import { endViews } from './viewing.ts'
import { demandStrongPassword } from './weak-passwords.ts'
import { demandPause, isShut, type LockSettings, wrongTries } from './wrong-tries.ts'

const WRONG = 'Login ID or password is not correct.'
const DISABLED = 'Your login is not active: contact the help desk.'
const LOCKED = 'Your login is locked. Open the link that we mailed you, or contact the help desk.'

type SignInConfig = Pick<Config, 'secret' | 'portalUrl'>

interface User {
  id: number
  loginId: string
  name: string
  email: string
  userType: string
  employeeId: number | null
  isActive: number
  isLocked: number
  lockedAt: string | null
  failuresFrom: string | null
  failedCount: number
  passwordHash: string | null
}

type Result = 'OK' | 'BAD_PASSWORD' | 'LOCKED' | 'DISABLED'

/** A try to sign in, with what counts against it. */
interface Try {
  user: User | undefined
  loginId: string
  ip: string
  /** Its row, and the secret of the session that it becomes. */
  tryId: number
  token: string
  settings: LockSettings
  /** Whether wrong passwords keep even the right one out. */
  isShut: boolean
}

/**
 * Checks a login id and password and records each try. Wrong passwords slow down their address, and lock the login for
 * addresses from which its person never signed in; logins of administrators are slowed down there, never locked.
 */
class PasswordStrategy extends AuthenticationBaseStrategy {
  private readonly config: SignInConfig
  // Addresses that try many logins are slowed down before any password is compared.
  private readonly tries: RateLimit
  private readonly turns: RateLimit

  constructor(config: SignInConfig, limits: RateLimits) {
    super()
    this.config = config
    this.tries = limits.of('sign-in', { tries: 60, seconds: 60 })
    this.turns = limits.of('sign-in-turn', { tries: 1, seconds: 60 })
  }

  async authenticate(request: AuthenticationRequest, call: Call) {
    const { loginId, password, code } = request as BodyOf<typeof account.signIn>
    const ip = call.author?.ip ?? ''
    await this.tries.take(ip)
    const db: Knex = this.app!.get('db' as never)
    const attempt = await this.begin(db, loginId, ip, call)
    const { user } = attempt
    const knows = await verifyPassword(password, user?.passwordHash ?? null)
    const step = knows && user && !attempt.isShut ? await secondStep(db, this.config.secret, user, code) : 'NONE'
    if (step === 'SENT') {
      // A right password that waits for its code is no wrong one.
      await db('login_session').where({ id: attempt.tryId }).delete()
      throw codeNeeded()
    }
    const result = knows && user && step !== 'WRONG' ? await judge(db, user, attempt) : 'BAD_PASSWORD'
    await this.end(db, attempt, result, call)
    if (result === 'LOCKED') throw new NotAuthenticated(LOCKED)
    if (result === 'DISABLED') throw new NotAuthenticated(DISABLED)
    if (step === 'WRONG') throw codeWrong()
    if (result !== 'OK') throw new NotAuthenticated(WRONG)
    await demandStrongPassword(db, user!, password)
    return {
      user: { id: user!.id, loginId: user!.loginId, name: user!.name },
      session: { id: attempt.tryId, token: attempt.token },
    }
  }

  /** Finds the login, records the try and finds what counts against it; throws 429 where the address must wait. */
  private async begin(db: Knex, loginId: string, ip: string, call: Call): Promise<Try> {
    const settings = await readSettings(db)
    const most = settings['login.max_failures']
    const find = (): Promise<User | undefined> => db('user').where('loginId', loginId.toLowerCase()).first()
    let user = await find()
    if (user?.isLocked && (await endLapsedLock(db, user, settings))) user = await find()
    const before = await wrongTries(db, { user, loginId, ip }, settings)
    demandPause(before)
    const hasTurn = before.isGuarded && isShut(before, user, most)
    if (hasTurn) await this.turns.take(`${user!.id} ${ip}`)
    // Recorded as wrong before the password is compared: of many tries at once each finds those before it.
    const { tryId, token } = await recordTry(db, user, loginId, ip, call)
    const tries = await wrongTries(db, { user, loginId, ip, tryId }, settings)
    return { user, loginId, ip, tryId, token, settings, isShut: !hasTurn && isShut(tries, user, most) }
  }

  /** Keeps how the try ended, and counts a wrong one. */
  private async end(db: Knex, { user, loginId, ip, tryId, settings }: Try, result: Result, call: Call) {
    await transact(db, async trx => {
      await trx('login_session').where({ id: tryId }).update({ result })
      const isIn = result === 'OK'
      const author = { ...authorOf(call), id: isIn ? user!.id : null, ...(!isIn && { reason: result }) }
      const act = { entity: 'login-session', entityId: tryId, businessKey: loginId }
      await recordEvent(trx, author, { action: isIn ? 'LOGIN' : 'REFUSED', ...act })
      if (result === 'BAD_PASSWORD' && user) await countWrongTry(trx, this.config, { user, loginId, ip, settings })
    })
  }
}

async function recordTry(db: Knex, user: User | undefined, loginId: string, ip: string, call: Call) {
  const token = randomBytes(24).toString('base64url')
  const at = now()
  const [tryId] = await db('login_session').insert({
    userId: user?.id ?? null,
    loginId,
    loginAt: at,
    lastSeenAt: at,
    ip,
    userAgent: String(call.headers?.['user-agent'] ?? '').slice(0, 255),
    result: 'BAD_PASSWORD',
    refreshTokenHash: sha256(token),
    rowVersion: 1,
    createdAt: at,
    updatedAt: at,
  })
  return { tryId: tryId as number, token }
}

/** What the right password leads to. */
async function judge(db: Knex, { id }: User, { isShut, settings }: Try): Promise<Result> {
  const mine = () => db('user').where({ id })
  if (!isShut) {
    const works = (await mine().where(worksToday()).first('id')) !== undefined
    if (await isShutOut(db, id, works)) return 'DISABLED'
    return (await mine().where('isActive', 1).update({ failedCount: 0, lastLoginAt: now() })) ? 'OK' : 'DISABLED'
  }
  // A locked login is reported only to who knows its password, or anybody could find out which logins exist; after as
  // many wrong ones again it is not reported at all, or the lock would answer guesses for ever.
  const { failedCount } = (await mine().first('failedCount')) as User
  return failedCount >= 2 * settings['login.max_failures'] ? 'BAD_PASSWORD' : 'LOCKED'
}

/** Who signs in or out, as the history names them. */
const authorOf = ({ author }: Call): Author => author ?? { id: null, source: 'API', ip: null, requestId: null }

/** The stored form of a session's secret. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** `POST /api/authentication` signs in and `DELETE` signs out; the token names a session row, so it can be revoked. */
class SignIn extends AuthenticationService {
  override async create(data: AuthenticationRequest, call: Call) {
    const asked = readSent(account.signIn, data)
    const result = await this.authenticate(asked, { ...call, authentication: undefined } as never, 'local')
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
export function configureSignIn(app: Application, config: SignInConfig, limits: RateLimits, cookie: Middleware) {
  app.set(
    'authentication' as never,
    {
      secret: config.secret,
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
  service.register('local', new PasswordStrategy(config, limits))
  app.use('api/authentication', service as never, { methods: ['create', 'remove'], koa: { before: [cookie] } } as never)
}
