import type { Application } from '@feathersjs/feathers'
import type { Knex } from 'knex'
import { grantCounts } from '../derive/rights/grants.ts'
import type { HeldRole, Person } from '../derive/rights/person.ts'
import { companyColumnsIn, decisionAccessIn, type Login, personOf, scopeIdsIn } from '../derive/rights/read-person.ts'
import { isShutOut, worksOn } from '../derive/rights/works-today.ts'
import { padValues } from '../derive/rows-of.ts'
import { now, secondsFromNow, today } from '../platform/clock.ts'
import { selectRows } from '../platform/database.ts'
import { endSessions, recordLogout, sha256 } from './sign-in.ts'
import { type Viewing, viewedBy } from './viewing.ts'

/** An unused session ends after eight hours. */
export const IDLE_SECONDS = 8 * 3600
/** The last use of a session is saved to the minute. */
const NOTED_SECONDS = 60
const MOST_TOKENS = 10_000

/** A user and the session by which they call. */
interface Session {
  sessionId: number
  /** Absent when the login was locked or deactivated meanwhile, or its person has left. */
  person: Person | undefined
  /** Set during view-as, with the user viewed as. */
  viewing?: Viewing
}

/**
 * The session of a token and its user, with their roles of today; undefined when it was ended, was idle too long, or is
 * unknown. One query, run for every request, so that changes take effect with the next one in every process. With
 * `uses` false the session's last use is not extended.
 */
export async function sessionOf(app: Application, token: string, uses = true): Promise<Session | undefined> {
  const named = await readToken(app, token)
  if (!named) return undefined
  const db: Knex = app.get('db' as never)
  return sessionIn(db, named, await selectRows<SessionRow>(db, session(1), [today(), today(), today(), named.id]), uses)
}

/** The sessions of many tokens, without extending their last use: by token, in one query whatever their number. */
export async function sessionsOf(app: Application, tokens: readonly string[]): Promise<Map<string, Session>> {
  const db: Knex = app.get('db' as never)
  const all: [string, NamedSession][] = []
  for (const token of tokens) {
    const named = await readToken(app, token)
    if (named) all.push([token, named])
  }
  if (all.length === 0) return new Map()
  const ids = padValues(all.map(([, { id }]) => id))
  const rows = await selectRows<SessionRow>(db, session(ids.length), [today(), today(), today(), ...ids])
  const bySession = Map.groupBy(rows, ({ sessionId }) => sessionId)
  const sessions = new Map<string, Session>()
  for (const [token, named] of all) {
    const session = await sessionIn(db, named, bySession.get(named.id) ?? [], false)
    if (session) sessions.set(token, session)
  }
  return sessions
}

/** The session of a token from its rows, one for each role of the user. */
async function sessionIn(
  db: Knex,
  { hash }: NamedSession,
  rows: readonly SessionRow[],
  uses: boolean,
): Promise<Session | undefined> {
  const [first] = rows
  if (!first || first.refreshTokenHash !== hash) return undefined
  const { sessionId, lastSeenAt } = first
  if (lastSeenAt < secondsFromNow(-IDLE_SECONDS)) {
    if ((await endSessions(db, [sessionId], 'IDLE')) > 0) {
      const author = {
        id: first.id,
        source: 'SYSTEM',
        ip: null,
        requestId: null,
        reason: 'Unused',
      } as const
      await recordLogout(db, author, sessionId)
    }
    return undefined
  }
  if (uses && lastSeenAt < secondsFromNow(-NOTED_SECONDS))
    await db('login_session').where({ id: sessionId }).update({ lastSeenAt: now() })
  const held = rows.filter((row): row is SessionRow & HeldRole => row.role !== null)
  const isGone = first.id === null || (await isShutOut(db, first.id, first.works))
  const person = isGone ? undefined : await personOf(db, first as Login, held)
  if (first.viewAsUserId === null) return { sessionId, person }
  return { sessionId, person, ...(await viewedBy(db, person, first)) }
}

interface SessionRow extends Omit<Login, 'id'>, Omit<HeldRole, 'role'> {
  sessionId: number
  refreshTokenHash: string
  lastSeenAt: string
  viewAsUserId: number | null
  viewAsUntil: string | null
  id: number | null
  works: number | null
  role: HeldRole['role'] | null
}

// One row for each role of the user, and one when there is none.
const session = (many: number) => `
  select s.id as sessionId, s.refreshTokenHash, s.lastSeenAt, s.viewAsUserId, s.viewAsUntil, u.id, u.loginId, u.name,
    u.userType, u.employeeId, u.customerId, u.transporterId, u.plantId, u.mustChangePassword, ${worksOn('u')} as works, r.code as role,
    a.scopeType, a.scopeRef, ${scopeIdsIn('a')} as scopeIds, ${decisionAccessIn('u')} as asked,
    ${companyColumnsIn('u')}
  from login_session s
  left join user u on u.id = s.userId and u.isActive = 1
  left join assign_roles a on a.userId = u.id and ${grantCounts('a')}
  left join role r on r.id = a.roleId
  where s.id in (?${', ?'.repeat(many - 1)}) and s.result = 'OK' and s.logoutAt is null`

interface NamedSession {
  id: number
  hash: string
  /** Seconds since 1970. */
  expires: number
}

/** Tokens whose signature was verified, by portal: valid until they expire, so verified once. */
const verified = new WeakMap<Application, Map<string, NamedSession>>()

/** The session row that a token names, if it is ours. */
async function readToken(app: Application, token: string): Promise<NamedSession | undefined> {
  const sessionsByToken = verified.get(app) ?? new Map<string, NamedSession>()
  verified.set(app, sessionsByToken)
  const cached = sessionsByToken.get(token)
  if (cached && cached.expires > Date.now() / 1000) return cached
  sessionsByToken.delete(token)
  const service = app.service('api/authentication' as never) as unknown as Verifier
  const claims = await service.verifyAccessToken(token).catch(() => undefined)
  if (!claims || !Number.isSafeInteger(claims.sid) || typeof claims.key !== 'string') return undefined
  const named = { id: claims.sid as number, hash: sha256(claims.key), expires: claims.exp ?? 0 }
  if (sessionsByToken.size >= MOST_TOKENS) sessionsByToken.delete(sessionsByToken.keys().next().value!)
  sessionsByToken.set(token, named)
  return named
}

interface Verifier {
  verifyAccessToken(token: string): Promise<{ sid?: unknown; key?: unknown; exp?: number }>
}
