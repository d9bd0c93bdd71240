import type { Context } from 'koa'
import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { behaviours, type CallPlace } from '../sap-failures/behaviours.ts'
import { callLog } from '../sap-failures/calls.ts'
import { answerHalf, hangUp, waited } from '../sap-failures/connection.ts'
import { inPlaceOf, insteadOf } from '../sap-failures/in-place.ts'
import { lateChanges } from '../sap-failures/late-changes.ts'
import { pageSpoiler } from '../sap-failures/pages.ts'
import { csrfRefusal, refusalOf, unauthorised } from '../sap-failures/refusals.ts'
import type { SimulatorAnswer } from './answers.ts'
import { bodyOf, type Handler, placeOf, type ServiceCall } from './service-call.ts'
import type { signIns } from './sign-in.ts'
import type { SimulatorStore } from './store.ts'
import { inXml } from './xml-answers.ts'

/** How the simulated SAP fails, in milliseconds, hours and seconds. */
export interface FailureTimes {
  /** How long `slow` takes; it must be longer than the caller waits. */
  slowMs: number
  lateMs: number
  /** After how long `commit-after-timeout` saves. */
  commitAfterMs: number
  clockOffHours: number
  retryAfterSeconds: number
}

interface Answering {
  root: string
  store: SimulatorStore
  clock: () => string
  signIn: ReturnType<typeof signIns>
  times: FailureTimes
  /** What SAP does by itself, as long as the calls last: its documents progress. */
  progress: (at: string) => void
}

const oauth: CallPlace = { kind: 'sign-in', service: 'oauth', entity: '', isScheduled: false, isLaterPage: false }

/** Answers the calls of SAP's services, as its behaviours say, and remembers them. */
export function answering({ root, store, clock, signIn, times, progress }: Answering) {
  const present = behaviours()
  const calls = callLog()
  const late = lateChanges(store.db)
  const spoilPages = pageSpoiler()
  const routes = new Map<string, Handler>()
  let turn = 0

  /** A route of a service: what the middleware does with a call to it. */
  const serve = (route: string, handler: Handler) => {
    routes.set(route, handler)
    return (ctx: Context) => logged(ctx, placeOf(ctx, root), modes => answer(ctx, route, handler, modes))
  }

  async function logged(ctx: Context, place: CallPlace, work: (modes: readonly SimulatedMode[]) => Promise<void>) {
    const modes = present.take(place)
    const [at, started] = [clock(), performance.now()]
    try {
      await work(modes)
    } finally {
      const status = ctx.respond === false && !ctx.res.headersSent ? null : ctx.status
      const path = decodeURIComponent(ctx.url).slice(0, 300)
      calls.note({ at, method: ctx.method, path, status, ms: Math.round(performance.now() - started), modes })
    }
  }

  async function answer(ctx: Context, route: string, handler: Handler, modes: readonly SimulatedMode[]) {
    if (modes.includes('dead')) return hangUp(ctx)
    await delayed(ctx, modes)
    if (modes.includes('outrun')) store.touchOrders()
    if (modes.includes('csrf-expired')) signIn.endSession(ctx)
    if (modes.includes('token-expired')) signIn.expireToken(ctx)
    if (ctx.req.socket.destroyed) return hangUp(ctx)
    const reply =
      refusalOf(modes, turn++, times.retryAfterSeconds) ??
      inPlaceOf(modes, !ctx.path.startsWith(root)) ??
      (await answered(ctx, route, handler, modes))
    if (!reply || modes.includes('lost-reply') || ctx.req.socket.destroyed) return hangUp(ctx)
    write(ctx, reply, modes)
  }

  async function delayed(ctx: Context, modes: readonly SimulatedMode[]) {
    if (modes.includes('late')) await waited(ctx, times.lateMs)
    if (modes.includes('slow')) await waited(ctx, times.slowMs)
  }

  /** Null where the caller gets no answer. */
  async function answered(
    ctx: Context,
    route: string,
    handler: Handler,
    modes: readonly SimulatedMode[],
  ): Promise<SimulatorAnswer | null> {
    const { kind } = placeOf(ctx, root)
    if (!signIn.isSignedIn(ctx)) return unauthorised
    // Only OData asks for CSRF tokens.
    if (kind === 'change' && ctx.path.startsWith(root) && !signIn.hasCsrfToken(ctx)) return csrfRefusal
    if (kind === 'token' && !modes.includes('no-token')) ctx.set('X-CSRF-Token', signIn.csrfToken(ctx))
    const body = kind === 'change' ? await bodyOf(ctx) : null
    if (hasSlowMaterial(body)) await waited(ctx, times.slowMs)
    if (ctx.req.socket.destroyed) return null
    const call = callOf(ctx, withoutEtag(body, modes), stamped(modes), modes)
    if (modes.includes('commit-after-timeout')) return commitLater(ctx, route, call)
    beforehand()
    const first = handler(call)
    const last = modes.includes('twice') ? handler(call) : first
    return spoilPages(last, call.query, modes)
  }

  /** Saves what is due: changes whose callers gave up, and the documents that follow from others. */
  function beforehand() {
    const at = clock()
    for (const { route, params, headers, body } of late.due(at)) {
      const header = (name: string) => headers[name] ?? ''
      routes.get(route)?.({ params, query: new URLSearchParams(), body, at, address: '', modes: [], header })
    }
    progress(at)
  }

  async function commitLater(ctx: Context, route: string, { params, body, header }: ServiceCall) {
    const dueAt = new Date(Date.parse(clock()) + times.commitAfterMs).toISOString()
    const headers = { 'if-match': header('if-match'), 'content-type': header('content-type') }
    late.keep(dueAt, { route, params, headers, body })
    await waited(ctx, times.slowMs)
    return null
  }

  const stamped = (modes: readonly SimulatedMode[]) =>
    modes.includes('clock-off')
      ? new Date(Date.parse(clock()) + times.clockOffHours * 3_600_000).toISOString()
      : clock()

  /** A sign-in at the token endpoint, which fails where `only` names the service `oauth`. */
  const signedIn = (ctx: Context, work: () => Promise<SimulatorAnswer>) =>
    logged(ctx, oauth, async modes => {
      if (modes.includes('dead')) return hangUp(ctx)
      await delayed(ctx, modes)
      const reply = refusalOf(modes, turn++, times.retryAfterSeconds) ?? (await work())
      if (ctx.req.socket.destroyed) return hangUp(ctx)
      write(ctx, reply, modes)
    })

  return { serve, signedIn, behaviours: present, calls }
}

function callOf(ctx: Context, body: unknown, at: string, modes: readonly SimulatedMode[]): ServiceCall {
  if (modes.includes('clock-off')) ctx.set('Date', new Date(at).toUTCString())
  return {
    params: { ...(ctx.params as Record<string, string>) },
    query: new URLSearchParams(ctx.querystring),
    body,
    at,
    address: `${ctx.protocol}://${ctx.host}${ctx.path}`,
    modes,
    header: name => (name === 'if-match' && modes.includes('precondition') ? '' : ctx.get(name)),
  }
}

/** A `$batch` bears the etags of its changes in its text. */
const withoutEtag = (body: unknown, modes: readonly SimulatedMode[]) =>
  modes.includes('precondition') && typeof body === 'string' ? body.replaceAll(/^If-Match:.*\r?\n/gim, '') : body

function write(ctx: Context, reply: SimulatorAnswer, modes: readonly SimulatedMode[]) {
  const { status, body, headers } = insteadOf(modes.includes('xml-errors') ? inXml(reply) : reply, modes)
  ctx.set({ 'Cache-Control': 'no-store', dataserviceversion: '2.0', ...headers })
  if (!headers?.['Content-Type']) ctx.type = 'application/json'
  const isDone = status < 300
  ctx.body = modes.includes('wrong') && isDone ? '{"d":{"SalesOrder":' : body
  ctx.status = status
  if (modes.includes('half') && isDone)
    answerHalf(ctx, status, typeof body === 'string' ? body : JSON.stringify(body ?? ''))
}

/** A product whose orders take longer than anybody waits. */
const hasSlowMaterial = (body: unknown) => JSON.stringify(body)?.includes('"SAPFAIL-SLOW"') ?? false
