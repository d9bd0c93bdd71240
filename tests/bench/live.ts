import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createClient } from 'redis'
import { io, type Socket } from 'socket.io-client'
import { sha256 } from '../../api/account/sign-in.ts'
import { insertMany } from '../../api/derive/save/write.ts'
import { now } from '../../api/platform/clock.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { startRedis } from '../support/databases/redis.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, median } from './figure.ts'
import { type Answering, secondsOf, startOurs } from './processes.ts'

const LISTENERS = 300
const PER_SECOND = 50
const SECONDS = 8

/**
 * The cost of reporting to 300 open screens of as many people, half of them buyers of different customers, 50 changes a
 * second made by another process: the delay, and the share of a core that the portal needs.
 */
export async function measureLive({ databases, home }: Bench): Promise<Figure[]> {
  const redis = await startRedis()
  const portal = await startOurs(databases.ours, home, { REDIS_URL: redis.url })
  const teller = createClient({ url: redis.url })
  const sockets: Socket[] = []
  try {
    await teller.connect()
    const db = openDatabase(databases.ours)
    const people = await listeners(db)
    const orders: number[] = await db('order').orderBy('id').limit(200).pluck('id')
    await db.destroy()
    const secret = readFileSync(join(home, 'secret'), 'utf8').trim()
    for (const who of people) sockets.push(await listening(portal, tokenFor(secret, who)))
    const idle = await usedIn(portal, () => pause(2_000))
    const late: number[] = []
    const used = await usedIn(portal, async () => {
      for (let time = 0; time < SECONDS * PER_SECOND; time++) {
        const id = orders[time % orders.length]!
        const told = performance.now()
        // All readers are served in the same round, so one person who may read everything is measured.
        sockets[0]!.once('changed', () => late.push(performance.now() - told))
        await teller.publish('bilty:changes', JSON.stringify({ orders: [id], users: [], from: 'bench' }))
        await pause(1000 / PER_SECOND)
      }
    })
    const title = `${LISTENERS} open screens, ${PER_SECOND} changes a second`
    return [
      atMost(`${title}: heard after`, median(late), 1000, 'ms'),
      atMost(`${title}: of one core (idle ${idle.toFixed(1)} %)`, used, 30, '%'),
    ]
  } finally {
    for (const socket of sockets) socket.disconnect()
    teller.destroy()
    await portal.stop()
    await redis.close()
  }
}

/** The share of a core, in percent, that a portal uses meanwhile. */
async function usedIn({ pid }: Answering, work: () => Promise<unknown>): Promise<number> {
  const [before, from] = [secondsOf(pid), performance.now()]
  await work()
  return ((secondsOf(pid) - before) / ((performance.now() - from) / 1000)) * 100
}

async function listening({ url }: Answering, token: string): Promise<Socket> {
  const extraHeaders = { authorization: `Bearer ${token}` }
  const socket = io(url, { path: '/api/live', transports: ['websocket'], forceNew: true, extraHeaders })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

interface Listener {
  sessionId: number
  key: string
}

/** Creates logins with a session each: the auditor first, then copies of demo people, and buyers of different customers. */
async function listeners(db: Knex): Promise<Listener[]> {
  const models = await db('user').where({ isActive: 1, isLocked: 0 }).orderBy('id')
  const [auditor, buyer] = ['auditor', 'customer'].map(login => models.find(({ loginId }) => loginId === login))
  const found: Listener[] = []
  for (let n = 0; n < LISTENERS; n++) {
    const model = n === 0 ? auditor : n % 2 === 0 ? buyer : models[((n - 1) / 2) % models.length]
    const customerId = model === buyer ? await customerLike(db, model.customerId, n) : model.customerId
    const loginId = `listener-${n}`
    const userId = await added(db, 'user', { ...model, loginId, naturalKey: loginId, customerId }, { loginId })
    const grants = await db('assign_roles').where({ userId: model.id, isActive: 1 })
    for (const [at, grant] of grants.entries()) {
      const naturalKey = `${loginId}|${at}`
      await added(db, 'assign_roles', { ...grant, userId, naturalKey, periodKey: naturalKey }, { naturalKey })
    }
    const key = `key-of-${loginId}`
    const refreshTokenHash = sha256(key)
    const at = now()
    const session = { userId, loginId, loginAt: at, lastSeenAt: at, ip: '', userAgent: '', result: 'OK' }
    const kept = { rowVersion: 1, createdAt: at, updatedAt: at }
    const sessionId = await added(db, 'login_session', { ...session, ...kept, refreshTokenHash }, { refreshTokenHash })
    found.push({ sessionId, key })
  }
  return found
}

async function customerLike(db: Knex, id: number, n: number): Promise<number> {
  const code = `9${String(n).padStart(5, '0')}`
  return added(db, 'customer', { ...(await db('customer').where({ id }).first()), code, naturalKey: code }, { code })
}

/** Inserts a copy of a row with changed columns; returns its id. */
async function added(db: Knex, table: string, like: Record<string, unknown>, by: Record<string, unknown>) {
  const { id: _, ...row } = like
  const columns = await db(table).columnInfo()
  await insertMany(db, table, [Object.fromEntries(Object.entries(row).filter(([name]) => name in columns))])
  return (await db(table).where(by).first('id')).id as number
}

/** A session token as the portal signs it. */
function tokenFor(secret: string, { sessionId, key }: Listener): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const claims = { sid: sessionId, key, iat, exp: iat + 86_400, aud: 'bilty', iss: 'bilty' }
  const signed = `${part({ alg: 'HS256', typ: 'access' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
