import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Application } from '@feathersjs/koa'
import socketio from '@feathersjs/socketio'
import type { Knex } from 'knex'
import type { LiveChange } from '../../resources/platform/live-change.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { Person } from '../derive/rights/person.ts'
import { readableBy } from '../derive/rights/readable-by.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { RecordedChange } from '../platform/live-changes.ts'
import { subscribeToChanges } from '../platform/live-fanout.ts'
import type { Log } from '../platform/log.ts'
import { sessionCookie } from './session-cookie.ts'
import { sessionOf, sessionsOf } from './sessions.ts'

/** The path on which browsers connect. */
const PATH = '/api/live'
/** Changes within so many milliseconds are sent together. */
const GATHER_MS = 300
/** How often ended sessions are looked for. */
const SWEEP_MS = 5_000
const MOST_OF_ONE = 20

/** More changed rows of one resource at once are not named, only that there are some. */
const MOST_ROWS = 200

interface Server {
  use(ask: (socket: Socket, next: (error?: Error) => void) => void): void
  on(event: 'connection', onChanged: (socket: Socket) => void): void
  engine: { close(): void }
  httpServer: HttpServer
  disconnectSockets(close: boolean): void
  sockets: { sockets: ReadonlyMap<string, Socket> }
}
interface Socket {
  data: { token?: string; sessionId?: number; userId?: number }
  handshake: { headers: Record<string, string | undefined> }
  use(pass: (packet: unknown[], next: (error?: Error) => void) => void): void
  emit(event: 'changed', what: LiveChange): void
  disconnect(close: boolean): void
}

/**
 * Sends browsers over a socket which rows changed, and that a notification arrived: only rows that the person may read at
 * that moment, while their session is valid. The socket takes no requests; the browser reads again
 * over HTTP, with the person's own rights.
 */
export async function serveLive(
  app: Application,
  { config, db, log, limits }: { config: Config; db: Knex; log: Log; limits: RateLimits },
) {
  const opened = limits.of('live', { tries: 60, seconds: 60 })
  let io: Server | null = null
  const all = () => [...(io?.sockets.sockets.values() ?? [])]

  app.configure(
    socketio(
      {
        path: PATH,
        transports: ['websocket'],
        serveClient: false,
        maxHttpBufferSize: 1_000,
        perMessageDeflate: false,
        allowRequest: (request, answer) => answer(null, isOwnPage(request, config)),
      },
      made => {
        io = made as unknown as Server
        io.use((socket, next) => void admit(socket).then(() => next(), next))
        // Only sockets are served here: plain requests to the same path are left to the portal.
        io.httpServer.removeAllListeners('request')
        io.httpServer.on('request', app.callback())
        io.on('connection', socket => socket.use((_packet, next) => next(new Error('Ask over HTTP'))))
      },
    ) as never,
  )

  async function admit(socket: Socket) {
    const token = tokenOf(socket.handshake.headers, config)
    const session = token ? await sessionOf(app, token, false) : undefined
    if (!session?.person || session.person.mustChangePassword) throw new Error('Please sign in')
    const { id: userId } = session.person
    await opened.take(String(userId))
    if (all().filter(({ data }) => data.userId === userId).length >= MOST_OF_ONE) throw new Error('Too many windows')
    socket.data = { token: token!, sessionId: session.sessionId, userId }
  }

  const waiting = { rows: new Map<string, Set<number> | null>(), users: new Set<number>() }
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  function onChanged({ rows, users }: RecordedChange) {
    if (all().length === 0) return
    for (const [path, ids] of Object.entries(rows)) {
      const known = waiting.rows.get(path)
      const both = known !== null && ids !== null ? new Set([...(known ?? []), ...ids.slice(0, MOST_ROWS + 1)]) : null
      waiting.rows.set(path, both && both.size <= MOST_ROWS ? both : null)
    }
    for (const id of users) waiting.users.add(id)
    if (!running) timer ??= setTimeout(() => void round(), GATHER_MS).unref()
  }

  function take() {
    const change = {
      rows: [...waiting.rows].map(([path, ids]) => [path, ids && [...ids]] as const),
      users: [...waiting.users],
    }
    waiting.rows.clear()
    waiting.users.clear()
    return change
  }

  /** Rounds run one after another: what changes meanwhile waits for the next. */
  async function round() {
    timer = null
    running = sendToAll(take()).catch(err => log.error({ err }, 'Changes could not be told to the browsers'))
    await running
    running = null
    if (waiting.rows.size + waiting.users.size > 0) onChanged({ rows: {}, users: [] })
  }

  async function sendToAll({ rows, users }: ReturnType<typeof take>) {
    const byToken = Map.groupBy(all(), ({ data }) => data.token!)
    const sessions = await sessionsOf(app, [...byToken.keys()])
    const people = [...sessions.values()].flatMap(({ person }) => person ?? [])
    const told = new Map<Person, Record<string, readonly number[] | null>>()
    for (const [path, ids] of rows)
      for (const [person, readable] of await readersOf(path, people, ids)) {
        if (readable?.length !== 0) told.set(person, { ...told.get(person), [path]: readable })
      }
    for (const [token, sockets] of byToken) {
      const person = sessions.get(token)?.person
      if (!person) {
        for (const socket of sockets) socket.disconnect(true)
        continue
      }
      const change = { rows: told.get(person) ?? {}, bell: users.includes(person.id) }
      if (told.has(person) || change.bell) for (const socket of sockets) socket.emit('changed', change)
    }
  }

  /** Who of these people reads which of the rows; null for all who read the resource where they are too many. */
  async function readersOf(path: string, people: readonly Person[], ids: readonly number[] | null) {
    const resource = resourceAt(path)
    if (!resource) return new Map<Person, readonly number[] | null>()
    if (ids) return readableBy(db, resource, people, ids)
    return new Map(people.filter(({ ability }) => ability.can('read', path)).map(person => [person, null]))
  }

  /** A socket whose session ended is closed, whether anything changes or not. */
  async function sweep() {
    const sockets = all()
    if (sockets.length === 0) return
    const ids = [...new Set(sockets.map(({ data }) => data.sessionId!))]
    const open = new Set<number>(await db('login_session').whereIn('id', ids).whereNull('logoutAt').pluck('id'))
    for (const socket of sockets) if (!open.has(socket.data.sessionId!)) socket.disconnect(true)
  }

  const fanout = await subscribeToChanges(db, config, log, onChanged)
  let swept: Promise<void> | undefined
  const sweeping = setInterval(() => {
    swept = sweep().catch(err => log.error({ err }, 'Ended sessions could not be looked for'))
  }, SWEEP_MS).unref()

  return {
    async stop() {
      fanout.stop()
      clearInterval(sweeping)
      await Promise.all([running, swept])
      if (timer) clearTimeout(timer)
      io?.disconnectSockets(true)
      io?.engine.close()
    },
  }
}

/** Programs send a bearer token, the portal's own page the cookie of its session. */
function tokenOf({ authorization, cookie = '' }: Record<string, string | undefined>, config: Config) {
  const bearer = /^Bearer ([\w.-]+)$/.exec(authorization ?? '')?.[1]
  return bearer ?? new RegExp(`(?:^|; )${sessionCookie(config)}=([\\w.-]+)`).exec(cookie)?.[1]
}

/** Another site's page can open a socket with our cookie, but the browser names its origin. */
function isOwnPage({ headers }: IncomingMessage, { portalUrl }: Config): boolean {
  const { origin, host } = headers
  if (origin === undefined) return headers.cookie === undefined
  return URL.canParse(origin) && [host, new URL(portalUrl).host].includes(new URL(origin).host)
}
