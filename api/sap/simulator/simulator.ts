import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Next } from 'koa'
import { now } from '../../platform/clock.ts'
import { type Answer, data, notFound, refused } from './answers.ts'
import { answerBehaviour, behaviour, fromThisMachine } from './behaviour.ts'
import { billDueOrders, getBillingDocuments } from './billing.ts'
import { asksChanges } from './changes.ts'
import {
  answerItem,
  answerOrder,
  findSalesOrders,
  getSalesOrder,
  getSalesOrderItem,
  getSalesOrders,
  patchSalesOrderItem,
  postSalesOrder,
} from './orders.ts'
import { type SimulatorStore, simulatorStore } from './store.ts'

type SapSimulatorOptions = {
  /** Its own SQLite file, which outlives the process. */
  file: string
  /** How long after its creation an order is billed. */
  billAfterMs: number
  /** The present instant as UTC text; by default the portal's clock. */
  clock?: () => string
  user?: string
  password?: string
  /** How long `slow` and `late` take; slow must be longer than the adapter's time-out. */
  slowMs?: number
  lateMs?: number
}

/** The simulator's default sign-in; it guards nothing but demonstration data. */
export const simulatorAccess = { user: 'BILTY', password: 'simulated-sap', client: '100' } as const

const root = '/sap/opu/odata/sap/'
const control = '/sap/simulator/'
const maxSessions = 500

/**
 * SAP S/4HANA as far as the portal uses it, as koa middleware under `/sap/`: OData v2 with Basic sign-in, CSRF tokens
 * bound to a session cookie, sales orders, and billing documents it makes by itself. Works before or after a body
 * parser. Sessions live in memory, as SAP's do not survive a restart either; orders and invoices live in the file.
 */
export function sapSimulator(options: SapSimulatorOptions) {
  const store = simulatorStore(options.file)
  const clock = options.clock ?? now
  const simulated = behaviour()
  const sessions = new Map<string, string>()
  const credentials = `${options.user ?? simulatorAccess.user}:${options.password ?? simulatorAccess.password}`

  async function middleware(ctx: Context, next: Next) {
    if (ctx.path.startsWith(control)) return controlled(ctx)
    if (!ctx.path.startsWith(root)) return next()
    const change = ctx.method !== 'GET' && ctx.method !== 'HEAD'
    const fetches = !change && ctx.get('x-csrf-token').toLowerCase() === 'fetch'
    const watching = !change && asksChanges(new URLSearchParams(ctx.querystring))
    const mode = simulated.take(fetches ? 'token' : change ? 'change' : watching ? 'watch' : 'read')
    if (mode === 'dead') return hangUp(ctx)
    if (mode === 'late') await waited(ctx, options.lateMs ?? 2000)
    if (mode === 'slow') await waited(ctx, options.slowMs ?? 40_000)
    if (ctx.req.socket.destroyed) return hangUp(ctx)
    const reply = await answered(ctx, change, fetches)
    if (mode === 'lost-reply' || ctx.req.socket.destroyed) return hangUp(ctx)
    const garbled = mode === 'wrong' && reply.status < 300
    ctx.set({ 'Cache-Control': 'no-store', dataserviceversion: '2.0', ...reply.headers })
    ctx.type = 'application/json'
    ctx.body = garbled ? '{"d":{"SalesOrder":' : reply.body
    ctx.status = reply.status
  }

  async function answered(ctx: Context, change: boolean, fetches: boolean): Promise<Answer> {
    if (!signedIn(ctx, credentials))
      return { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Basic realm="SAP NetWeaver"' } }
    const sid = ctx.cookies.get('SAP_SESSIONID_SIM_100', { signed: false }) ?? ''
    if (change && (!sessions.has(sid) || sessions.get(sid) !== ctx.get('x-csrf-token')))
      return {
        ...refused(403, [{ code: '/IWFND/CM_CONSUMER/403', message: 'CSRF token validation failed.' }]),
        headers: { 'X-CSRF-Token': 'Required' },
      }
    if (fetches) ctx.set('X-CSRF-Token', tokenFor(ctx, sessions, sid))
    const body = change ? await bodyOf(ctx) : null
    if (change && hasSlowMaterial(body)) await waited(ctx, options.slowMs ?? 40_000)
    if (ctx.req.socket.destroyed) return refused(499, [])
    const at = clock()
    billDueOrders(store, options.billAfterMs, at)
    return routed(ctx, store, body, at)
  }

  async function controlled(ctx: Context) {
    const subPath = ctx.path.slice(control.length)
    if (!fromThisMachine(ctx) || ctx.method !== 'POST' || !ctx.is('json')) ctx.status = 404
    else if (subPath === 'behaviour') answerBehaviour(ctx, simulated, await bodyOf(ctx))
    else if (subPath === 'item' || subPath === 'order') {
      const input = await bodyOf(ctx)
      const { status, body } = subPath === 'item' ? answerItem(store, input, clock()) : answerOrder(store, input)
      Object.assign(ctx, { body, status })
    } else ctx.status = 404
  }

  return Object.assign(middleware, { close: store.close })
}

function routed(ctx: Context, store: SimulatorStore, body: unknown, at: string): Answer {
  const path = decodeURIComponent(ctx.path.slice(root.length))
  const query = new URLSearchParams(ctx.querystring)
  const address = `${ctx.protocol}://${ctx.host}${ctx.path}`
  const order = /^API_SALES_ORDER_SRV\/A_SalesOrder\('(\d+)'\)$/.exec(path)
  const item = /^API_SALES_ORDER_SRV\/A_SalesOrderItem\(SalesOrder='(\d+)',SalesOrderItem='(\d+)'\)$/.exec(path)
  switch (`${ctx.method} ${order || item ? '' : path}`) {
    case 'GET API_SALES_ORDER_SRV/':
      return data({ EntitySets: ['A_SalesOrder', 'A_SalesOrderItem'] })
    case 'GET API_BILLING_DOCUMENT_SRV/':
      return data({ EntitySets: ['A_BillingDocument', 'A_BillingDocumentItem'] })
    case 'POST API_SALES_ORDER_SRV/A_SalesOrder':
      return postSalesOrder(store, body, at)
    case 'GET API_SALES_ORDER_SRV/A_SalesOrder':
      return asksChanges(query) ? getSalesOrders(store, query, address) : findSalesOrders(store, query)
    case 'GET API_BILLING_DOCUMENT_SRV/A_BillingDocument':
      return getBillingDocuments(store, query, address)
    case 'GET ':
      return order ? getSalesOrder(store, order[1]!, query) : getSalesOrderItem(store, item![1]!, item![2]!)
    case 'PATCH ':
      if (item) return patchSalesOrderItem(store, item[1]!, item[2]!, ctx.get('if-match'), body, at)
  }
  return notFound(`${ctx.method} ${path.slice(0, 80)}`)
}

/** The parsed body, whether a body parser ran before or not; null when it is not JSON. */
async function bodyOf(ctx: Context): Promise<unknown> {
  const parsed = (ctx.request as { body?: unknown }).body
  if (parsed !== undefined) return parsed
  try {
    return JSON.parse(await text(ctx.req))
  } catch {
    return null
  }
}

function signedIn(ctx: Context, credentials: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const given = ctx.get('authorization').replace(/^Basic /i, '')
  return timingSafeEqual(digest(Buffer.from(given, 'base64').toString('utf8')), digest(credentials))
}

function tokenFor(ctx: Context, sessions: Map<string, string>, sid: string): string {
  const known = sessions.get(sid)
  if (known) return known
  const [session, token] = [randomBytes(16).toString('hex'), randomBytes(16).toString('base64')]
  const oldest = sessions.keys().next()
  if (sessions.size >= maxSessions && !oldest.done) sessions.delete(oldest.value)
  sessions.set(session, token)
  ctx.append('Set-Cookie', `SAP_SESSIONID_SIM_100=${session}; path=/sap; HttpOnly; SameSite=Strict`)
  return token
}

const hasSlowMaterial = (body: unknown) => JSON.stringify(body)?.includes('"SAPFAIL-SLOW"') ?? false

function hangUp(ctx: Context) {
  ctx.respond = false
  ctx.req.socket.destroy()
}

/** Waits, or until the caller hangs up. */
async function waited(ctx: Context, ms: number) {
  const gone = new AbortController()
  const stop = () => gone.abort()
  ctx.req.socket.once('close', stop)
  await sleep(ms, undefined, { signal: gone.signal, ref: false }).catch(() => undefined)
  ctx.req.socket.off('close', stop)
}
