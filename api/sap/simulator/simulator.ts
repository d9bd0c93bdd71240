import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'
import { now } from '../../platform/clock.ts'
import { dataAnswer, type SimulatorAnswer, sapNotFound, sapRefusal } from './answers.ts'
import { answerBatch } from './batch.ts'
import { answerBehaviour, behaviour, fromThisMachine } from './behaviour.ts'
import { answerInvoice, billDueOrders, getBillingDocuments } from './billing.ts'
import { asksChanges } from './changes.ts'
import {
  answerItem,
  answerOrder,
  findSalesOrders,
  getSalesOrder,
  getSalesOrderItem,
  getSalesOrders,
  patchSalesOrderItems,
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

  async function answer(ctx: Context, handler: Handler) {
    const change = ctx.method !== 'GET' && ctx.method !== 'HEAD'
    const fetches = !change && ctx.get('x-csrf-token').toLowerCase() === 'fetch'
    const watching = !change && asksChanges(new URLSearchParams(ctx.querystring))
    const mode = simulated.take(fetches ? 'token' : change ? 'change' : watching ? 'watch' : 'read')
    if (mode === 'dead') return hangUp(ctx)
    if (mode === 'late') await waited(ctx, options.lateMs ?? 2000)
    if (mode === 'slow') await waited(ctx, options.slowMs ?? 40_000)
    if (mode === 'outrun') store.touchOrders()
    if (ctx.req.socket.destroyed) return hangUp(ctx)
    const reply = await answered(ctx, handler, change, fetches)
    if (mode === 'lost-reply' || ctx.req.socket.destroyed) return hangUp(ctx)
    const garbled = mode === 'wrong' && reply.status < 300
    ctx.set({ 'Cache-Control': 'no-store', dataserviceversion: '2.0', ...reply.headers })
    if (!reply.headers?.['Content-Type']) ctx.type = 'application/json'
    ctx.body = garbled ? '{"d":{"SalesOrder":' : reply.body
    ctx.status = reply.status
  }

  async function answered(ctx: Context, handler: Handler, change: boolean, fetches: boolean): Promise<SimulatorAnswer> {
    if (!signedIn(ctx, credentials))
      return { status: 401, body: {}, headers: { 'WWW-Authenticate': 'Basic realm="SAP NetWeaver"' } }
    const sid = ctx.cookies.get('SAP_SESSIONID_SIM_100', { signed: false }) ?? ''
    if (change && (!sessions.has(sid) || sessions.get(sid) !== ctx.get('x-csrf-token')))
      return {
        ...sapRefusal(403, [{ code: '/IWFND/CM_CONSUMER/403', message: 'CSRF token validation failed.' }]),
        headers: { 'X-CSRF-Token': 'Required' },
      }
    if (fetches) ctx.set('X-CSRF-Token', tokenFor(ctx, sessions, sid))
    const body = change ? await bodyOf(ctx) : null
    if (change && hasSlowMaterial(body)) await waited(ctx, options.slowMs ?? 40_000)
    if (ctx.req.socket.destroyed) return sapRefusal(499, [])
    const at = clock()
    billDueOrders(store, options.billAfterMs, at)
    const query = new URLSearchParams(ctx.querystring)
    return handler({ query, body, at, address: `${ctx.protocol}://${ctx.host}${ctx.path}`, ctx })
  }

  const router = new Router<DefaultState, Context>({ sensitive: true })
  router.post(`${control}behaviour`, onlyLocalJson, async ctx => answerBehaviour(ctx, simulated, await bodyOf(ctx)))
  router.post(`${control}item`, onlyLocalJson, async ctx => {
    const { status, body } = answerItem(store, await bodyOf(ctx), clock())
    Object.assign(ctx, { body, status })
  })
  router.post(`${control}order`, onlyLocalJson, async ctx => {
    const { status, body } = answerOrder(store, await bodyOf(ctx))
    Object.assign(ctx, { body, status })
  })
  router.post(`${control}invoice`, onlyLocalJson, async ctx => {
    const { status, body } = answerInvoice(store, await bodyOf(ctx))
    Object.assign(ctx, { body, status })
  })
  router.all(`${control}*rest`, ctx => {
    ctx.status = 404
  })
  for (const [method, path, handler] of servicesOf(store))
    router.register(root + path, [method], ctx => answer(ctx, handler))
  router.all(`${root}*rest`, ctx =>
    answer(ctx, () => sapNotFound(`${ctx.method} ${decodeURIComponent(ctx.path.slice(root.length)).slice(0, 80)}`)),
  )

  return Object.assign(router.routes() as Middleware, { close: store.close })
}

/** A request to one of SAP's services, signed in and its body read. */
interface ServiceCall {
  query: URLSearchParams
  body: unknown
  at: string
  /** The full address without its query, for links to further pages. */
  address: string
  ctx: Context
}
type Handler = (call: ServiceCall) => SimulatorAnswer

const ORDERS = 'API_SALES_ORDER_SRV'
const BILLING = 'API_BILLING_DOCUMENT_SRV'
const ORDER = String.raw`${ORDERS}/A_SalesOrder\(':order'\)`
const ITEM = String.raw`${ORDERS}/A_SalesOrderItem\(SalesOrder=':order',SalesOrderItem=':item'\)`

/** The OData services: method, path below the root of all services, and what answers there. */
const servicesOf = (store: SimulatorStore): [method: string, path: string, handler: Handler][] => [
  ['GET', ORDERS, () => dataAnswer({ EntitySets: ['A_SalesOrder', 'A_SalesOrderItem'] })],
  ['GET', BILLING, () => dataAnswer({ EntitySets: ['A_BillingDocument', 'A_BillingDocumentItem'] })],
  ['POST', `${ORDERS}/A_SalesOrder`, ({ body, at }) => postSalesOrder(store, body, at)],
  [
    'GET',
    `${ORDERS}/A_SalesOrder`,
    ({ query, address }) =>
      asksChanges(query) ? getSalesOrders(store, query, address) : findSalesOrders(store, query),
  ],
  ['GET', `${BILLING}/A_BillingDocument`, ({ query, address }) => getBillingDocuments(store, query, address)],
  ['GET', ORDER, ({ ctx, query }) => getSalesOrder(store, ctx.params.order, query)],
  ['GET', ITEM, ({ ctx }) => getSalesOrderItem(store, ctx.params.order, ctx.params.item)],
  [
    'PATCH',
    ITEM,
    ({ ctx, body, at }) => {
      const { order: salesOrder, item: salesOrderItem } = ctx.params
      return patchSalesOrderItems(store, [{ salesOrder, salesOrderItem, ifMatch: ctx.get('if-match'), body }], at)
    },
  ],
  ['POST', `${ORDERS}/$batch`, ({ ctx, body, at }) => answerBatch(store, ctx.get('content-type'), body, at)],
]

/** What steers the simulator is taken from this machine alone, as JSON; to everybody else it is not there. */
const onlyLocalJson: Middleware = async (ctx, next) => {
  if (fromThisMachine(ctx) && ctx.is('json')) await next()
  else ctx.status = 404
}

/** The parsed body, whether a body parser ran before or not; null when it is not JSON, the text of a `$batch`. */
async function bodyOf(ctx: Context): Promise<unknown> {
  if (ctx.is('multipart/mixed')) return text(ctx.req)
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
