import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import type { Settings } from '../../resources/settings/settings.ts'
import { heldRolesOf } from '../derive/rights/read-person.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { tooManyTries } from '../platform/http/rate-limit.ts'

/** Days for which an address from which somebody signed in counts as theirs. */
const KNOWN_DAYS = 90
/** Seconds that an address waits after its third wrong password for a login, after the fourth, and after each further one. */
const PAUSES = [5, 15, 30]
const FIRST_PAUSE_AFTER = 3

/** The login that is tried: a user's, or one that does not exist and is treated alike. */
export interface TriedLogin {
  user: { id: number; isLocked: number; lockedAt: string | null; failuresFrom: string | null } | undefined
  loginId: string
  ip: string
  /** The row of this very try, which does not count against itself. */
  tryId?: number
}

/** The wrong passwords that count against a sign-in now. */
interface WrongTries {
  /** From anywhere, and from this address. */
  all: number
  here: number
  /** When the last came from this address. */
  lastHere: string | null
  /** Whether the person has signed in from this address before. */
  isKnown: boolean
  /** Whether the login is slowed down instead of locked. */
  isGuarded: boolean
}

/** The settings of the lock. */
export type LockSettings = Pick<Settings, 'login.max_failures' | 'login.failure_minutes' | 'login.lock_minutes'>

/** The wrong passwords of the last minutes for a login, without those that a sign-in from their own address followed. */
export async function wrongTries(db: Knex, login: TriedLogin, settings: LockSettings): Promise<WrongTries> {
  const { user, ip } = login
  const [counted]: { tries: number; here: number | null; lastHere: string | null }[] = await counting(
    db,
    login,
    settings,
  )
    .count('* as tries')
    .sum({ here: db.raw('case when t.ip = ? then 1 else 0 end', [ip]) })
    .max({ lastHere: db.raw('case when t.ip = ? then t.?? end', [ip, 'loginAt']) })
  const earlierSession = await db('login_session')
    .where({ userId: user?.id ?? null, result: 'OK', ip })
    .where('loginAt', '>', secondsFromNow(-KNOWN_DAYS * 24 * 3600))
    .first('id')
  const roles = (await heldRolesOf(db, user?.id ?? 0)).map(({ role }) => role)
  return {
    all: Number(counted!.tries),
    here: Number(counted!.here ?? 0),
    lastHere: counted!.lastHere ?? null,
    isKnown: earlierSession !== undefined,
    isGuarded: can({ roles }, 'signInSlowedNotLocked'),
  }
}

function counting(db: Knex, { user, loginId, tryId = 0 }: TriedLogin, settings: LockSettings) {
  const windowStart = secondsFromNow(-60 * settings['login.failure_minutes'])
  const from = user?.failuresFrom && user.failuresFrom > windowStart ? user.failuresFrom : windowStart
  const signedIn = db('login_session as ok')
    .where({ 'ok.userId': db.ref('t.userId'), 'ok.ip': db.ref('t.ip'), 'ok.result': 'OK' })
    .where('ok.id', '>', db.ref('t.id'))
    .select(db.raw('1'))
  return db('login_session as t')
    .where(user ? { 't.userId': user.id } : { 't.loginId': loginId })
    .where({ 't.result': 'BAD_PASSWORD' })
    .whereNot('t.id', tryId)
    .where('t.loginAt', '>', from)
    .whereNotExists(signedIn)
}

/** Refuses with 429 an address that tries again too soon; the pause grows with its wrong passwords for this login. */
export function demandPause({ here, lastHere }: WrongTries): void {
  if (here < FIRST_PAUSE_AFTER || lastHere === null) return
  const pause = PAUSES[Math.min(here - FIRST_PAUSE_AFTER, PAUSES.length - 1)]!
  const left = Math.ceil((Date.parse(lastHere) - Date.parse(now())) / 1000) + pause
  if (left > 0) throw tooManyTries(left)
}

/** Whether the wrong passwords keep even the right one out at this address. */
export function isShut(tries: WrongTries, user: TriedLogin['user'], most: number): boolean {
  if (tries.here >= most) return true
  const isLocked = Boolean(user?.isLocked) && !tries.isGuarded
  return !tries.isKnown && (isLocked || tries.all >= most)
}
