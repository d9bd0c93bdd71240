import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'
import type { SimulatedBehaviour } from '../../../resources/platform/simulated-sap.ts'
import { now } from '../../platform/clock.ts'
import { simulatorAccess } from '../../platform/simulators.ts'
import { orderServiceOf } from '../../sap/http/order-services.ts'
import { answerCommand, answerInvoice } from '../sap-documents/answer-command.ts'
import { clearingPath, takeClearing } from '../sap-documents/clearing-request.ts'
import { journalEntryPath, postJournalEntry } from '../sap-documents/journal-entry.ts'
import { latestDocuments } from '../sap-documents/latest.ts'
import { progressDocuments } from '../sap-documents/progress.ts'
import { readSalesOrders } from '../sap-documents/read-sales-orders.ts'
import { entityTypes } from '../sap-entities/all.ts'
import { fromThisMachine, readBehaviours } from '../sap-failures/control.ts'
import { answerEntity, answerScale } from '../sap-masters/control.ts'
import { answerRead } from '../sap-odata/read.ts'
import { answering, type FailureTimes } from './answer-call.ts'
import { type SapMessage, type SimulatorAnswer, sapNotFound } from './answers.ts'
import { answerBatch } from './batch.ts'
import { readsAnswer, readsIn } from './batch-reads.ts'
import { salesOrderFaults } from './checks.ts'
import { changedPlace, faultsOfChange, patchSalesOrder } from './order-changes.ts'
import { answerItem, answerOrder, postSalesOrder } from './orders.ts'
import { bodyOf, type ServiceCall, type ServiceRoute, soapServices } from './service-call.ts'
import { signIns } from './sign-in.ts'
import { type SimulatorStore, simulatorStore } from './store.ts'

/**
 * `POST /sap/simulator/dry-run { method, path, body }`: the messages with which a request would be refused; nothing is
 * saved. An empty list where it would be taken.
 */
function answerDryRun(store: SimulatorStore, asked: unknown): SimulatorAnswer {
  const { method, path, body } = (asked ?? {}) as { method?: string; path?: string; body?: unknown }
  return { status: 200, body: { faults: faultsOf(store, method, String(path), body) } }
}

function faultsOf(store: SimulatorStore, method: string | undefined, path: string, body: unknown): SapMessage[] {
  const posted = orderServices.find(({ service, order }) => path.endsWith(`${service}/${order}`))
  if (method === 'POST' && posted) return salesOrderFaults(body, posted.isFree)
  const place = changedPlace(path.slice(path.lastIndexOf('/') + 1))
  if (method === 'PATCH' && place) return faultsOfChange(store, { ...place, ifMatch: '*', body })
  return [{ code: '/IWBEP/CM_MGW_RT/020', message: `Resource not found: ${path.slice(0, 80)}.` }]
}

type SapSimulatorOptions = Partial<FailureTimes> & {
  /** Its own SQLite file, which outlives the process. */
  file: string
  /** How long after its creation an order is billed. */
  billAfterMs: number
  /** The present instant as UTC text; by default the portal's clock. */
  clock?: () => string
  user?: string
  password?: string
  /** The most rows of one page. */
  pageLimit?: number
}

const root = '/sap/opu/odata/sap/'
const control = '/sap/simulator/'
/** The services by the names under which a behaviour is limited to them. */
const serviceNames = [
  ...new Set(entityTypes.map(({ service }) => service.split(';')[0]!)),
  ...Object.values(soapServices),
  'oauth',
]
const usualTimes: FailureTimes = {
  slowMs: 40_000,
  lateMs: 2_000,
  commitAfterMs: 120_000,
  clockOffHours: 5,
  retryAfterSeconds: 30,
}

/**
 * SAP S/4HANA as far as the portal uses it, as koa middleware under `/sap/`: OData v2 with Basic or OAuth 2 sign-in,
 * CSRF tokens bound to a session cookie, master data, and sales documents that progress by themselves. Works before or
 * after a body parser. Its behaviours live in memory, its documents in the file.
 */
export function sapSimulator(options: SapSimulatorOptions) {
  const store = simulatorStore(options.file)
  const clock = options.clock ?? now
  const { user, password } = { ...simulatorAccess, ...options }
  const signIn = signIns({ user, password, clock })
  const times = { ...usualTimes, ...options }
  const progress = (at: string) => progressDocuments(store, options.billAfterMs, at)
  const sap = answering({ root, store, clock, signIn, times, progress })

  const pageLimit = options.pageLimit ?? 1000
  const router = new Router<DefaultState, Context>({ sensitive: true })
  router.post('/sap/oauth/token', ctx =>
    sap.signedIn(ctx, async () => signIn.accessToken(ctx, ((await bodyOf(ctx)) ?? {}) as Record<string, unknown>)),
  )
  router.get(`${control}calls`, onlyLocal, ctx => {
    ctx.body = sap.calls.latest()
  })
  router.get(`${control}state`, onlyLocal, ctx => {
    ctx.body = {
      behaviours: sap.behaviours.current(),
      services: serviceNames,
      orders: latestDocuments(store),
      calls: sap.calls.latest(),
    }
  })
  router.get(`${control}behaviour`, onlyLocal, ctx => {
    ctx.body = sap.behaviours.current()
  })
  router.post(`${control}behaviour`, onlyLocal, onlyJson, async ctx =>
    answerBehaviour(ctx, sap.behaviours, await bodyOf(ctx)),
  )
  const command = (name: string, run: (body: unknown) => SimulatorAnswer | Promise<SimulatorAnswer>) =>
    router.post(control + name, onlyLocal, onlyJson, async ctx => {
      const { status, body } = await run(await bodyOf(ctx))
      Object.assign(ctx, { body, status })
    })
  command('item', body => answerItem(store, body, clock()))
  command('order', body => answerOrder(store, body, clock()))
  command('invoice', body => answerInvoice(store, body, clock()))
  command('documents', body => answerCommand(store, body, clock()))
  command('entity', body => answerEntity(store.entities, body, clock()))
  command('scale', body => answerScale(store.entities, body, clock()))
  command('dry-run', body => answerDryRun(store, body))
  router.all(`${control}*rest`, ctx => {
    ctx.status = 404
  })
  router.post(
    `${root}:service/$batch`,
    sap.serve('POST $batch', call => answerBatchOf(store, call, pageLimit)),
  )
  for (const [method, path, handler] of servicesOf(store))
    router.register(root + path, [method], sap.serve(`${method} ${path}`, handler))
  router.post(
    journalEntryPath,
    sap.serve('POST journal entry', ({ body, at }) => postJournalEntry(store, body, at)),
  )
  router.post(
    clearingPath,
    sap.serve('POST clearing', ({ body, at }) => takeClearing(store, body, at)),
  )
  router.get(
    `${root}*rest`,
    sap.serve('GET', call => readEntities(store, call, pageLimit)),
  )
  router.all(
    `${root}*rest`,
    sap.serve('', ({ address }) => sapNotFound(decodeURIComponent(pathBelow(root, address)).slice(0, 80))),
  )

  return Object.assign(router.routes() as Middleware, { close: store.close })
}

type Behaving = { behave(next: readonly SimulatedBehaviour[]): void }

/** `POST /sap/simulator/behaviour { mode, times?, only?, … }`, or several as `{ behaviours: [ … ] }`. */
function answerBehaviour(ctx: Context, { behave }: Behaving, body: unknown) {
  const { behaviours, refusal } = readBehaviours(body)
  if (behaviours) behave(behaviours)
  ctx.status = behaviours ? 200 : 400
  ctx.body = behaviours ? { behaviours } : { message: refusal }
}

/** The services that hold sales orders: those that are billed, and those free of charge. */
const orderServices = [false, true].map(isFree => ({ ...orderServiceOf({ isFreeOfCharge: isFree }), isFree }))

/** What can be changed: method, path below the root of all services, and what answers there. */
const servicesOf = (store: SimulatorStore): ServiceRoute[] =>
  orderServices.flatMap(({ service, order, isFree }): ServiceRoute[] => [
    ['POST', `${service}/${order}`, ({ body, at, ...call }) => postSalesOrder(store, body, at, { ...call, isFree })],
    [
      'PATCH',
      `${service}/:place`,
      ({ params, header, body, at }) => {
        const place = changedPlace(decodeURIComponent(params.place!))
        if (!place || place.isFree !== isFree) return sapNotFound(params.place!)
        return patchSalesOrder(store, [{ ...place, ifMatch: header('if-match'), body }], at)
      },
    ],
  ])

/** A `$batch` that reads, of any service, or one that changes a sales order. */
function answerBatchOf(store: SimulatorStore, call: ServiceCall, pageLimit: number): SimulatorAnswer {
  const type = call.header('content-type')
  const reads = readsIn(type, String(call.body))
  if (!reads) return answerBatch(store, call)
  const service = call.address.slice(0, call.address.lastIndexOf('/'))
  return readsAnswer(
    reads.map(({ path, query }) => readEntities(store, { ...call, address: `${service}/${path}`, query }, pageLimit)),
  )
}

/** Every GET of a service: the entities it declares. */
function readEntities(store: SimulatorStore, { address, query }: ServiceCall, pageLimit: number): SimulatorAnswer {
  const [service = '', ...path] = pathBelow(root, address).split('/')
  const serviceUrl = address.slice(0, address.indexOf(root)) + root + service
  const below = path.filter(part => part !== '').join('/')
  const call = { service, path: below, query, serviceUrl, url: address, pageLimit }
  const isOfOrders = orderServices.some(one => one.service === service)
  return isOfOrders ? readSalesOrders(store, call) : answerRead(store.entities, call)
}

const pathBelow = (start: string, address: string) => address.slice(address.indexOf(start) + start.length)

/** What steers the simulator is taken from this machine alone, as JSON; to everybody else it is not there. */
const onlyLocal: Middleware = async (ctx, next) => {
  if (fromThisMachine(ctx)) await next()
  else ctx.status = 404
}
const onlyJson: Middleware = async (ctx, next) => {
  if (ctx.is('json')) await next()
  else ctx.status = 404
}
