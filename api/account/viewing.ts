import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { recordEvent } from '../derive/history/record-event.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import type { Author } from '../derive/save/author.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'

/** A view-as ends by itself after half an hour. */
const VIEW_SECONDS = 30 * 60

/** The administrator who views the portal as another user, and until when. */
export interface Viewing {
  byId: number
  byName: string
  until: string
}

interface KeptView {
  sessionId: number
  viewAsUserId: number | null
  viewAsUntil: string | null
}

/** Names both users, for the history. */
export const viewingText = ({ byName }: Pick<Viewing, 'byName'>, { name, loginId }: Pick<Person, 'name' | 'loginId'>) =>
  `${byName} views the portal as ${name} (${loginId})`

/**
 * The user as whom the session's owner views the portal; undefined where the view is over, which is then recorded: it
 * has expired, the viewer is no administrator any more, or the other user cannot sign in or became one.
 */
export async function viewedBy(
  db: Knex,
  viewer: Person | undefined,
  { sessionId, viewAsUserId, viewAsUntil }: KeptView,
): Promise<{ person: Person; viewing: Viewing } | undefined> {
  const lapsed = (viewAsUntil ?? '') <= now()
  const person = !lapsed && viewer && can(viewer, 'viewAsOthers') ? await readPerson(db, viewAsUserId!) : undefined
  if (viewer && person && !can(person, 'viewAsOthers'))
    return { person, viewing: { byId: viewer.id, byName: viewer.name, until: viewAsUntil! } }
  const why = lapsed ? 'its 30 minutes were over' : 'the roles or the login of one of them changed'
  await endViews(db, sessions => sessions.where('login_session.id', sessionId), why)
  return undefined
}

/** Begins a view in a session; the history names both. */
export async function beginView(
  trx: Knex,
  sessionId: number,
  viewer: Person,
  viewed: Person,
  author: Author,
): Promise<string> {
  const until = secondsFromNow(VIEW_SECONDS)
  await trx('login_session').where('id', sessionId).update({ viewAsUserId: viewed.id, viewAsUntil: until })
  const reason = `${viewingText({ byName: viewer.name }, viewed)} from now on: ${author.reason}`
  await recordEvent(trx, { ...author, reason }, { ...about(viewed), what: { until } })
  return until
}

/** Ends the view-as of these sessions; the history names both users and the reason of each. Returns how many. */
export async function endViews(
  db: Knex,
  narrow: (sessions: Knex.QueryBuilder) => Knex.QueryBuilder,
  why: string,
): Promise<number> {
  const sessions = db('login_session')
    .join('user as viewer', 'viewer.id', 'login_session.userId')
    .join('user as viewed', 'viewed.id', 'login_session.viewAsUserId')
    .select('login_session.id as sessionId', 'viewer.id as byId', 'viewer.name as byName')
    .select('viewed.id as id', 'viewed.name as name', 'viewed.loginId as loginId')
  const open: { sessionId: number; byId: number; byName: string; id: number; name: string; loginId: string }[] =
    await narrow(sessions)
  for (const { sessionId, byId, byName, ...viewed } of open) {
    await transact(db, async trx => {
      const mine = trx('login_session').where({ id: sessionId, viewAsUserId: viewed.id })
      if ((await mine.update({ viewAsUserId: null, viewAsUntil: null })) === 0) return
      const reason = `${viewingText({ byName }, viewed)} no longer: ${why}`
      const author: Author = { id: byId, source: 'UI', ip: null, requestId: null, reason }
      await recordEvent(trx, author, about(viewed))
    })
  }
  return open.length
}

/** Records the end of views that expired and were not used again; run at night. */
export const endExpiredViews = (db: Knex): Promise<number> =>
  endViews(
    db,
    sessions => sessions.where(past => past.where('viewAsUntil', '<=', now()).orWhereNotNull('logoutAt')),
    'its 30 minutes were over',
  )

const about = ({ id, loginId }: { id: number; loginId: string }) =>
  ({ action: 'LOGIN_ADMIN', entity: 'user', entityId: id, businessKey: loginId.slice(0, 60) }) as const
