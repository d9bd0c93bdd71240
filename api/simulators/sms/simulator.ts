import { createHash, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'
import { SMS_SIMULATOR } from '../../platform/simulators.ts'
import { smsStore } from './simulator-store.ts'

/** The ways in which it can behave; each but `well` holds for the next `times` SMS. */
const smsModes = {
  well: 'Takes the SMS and reports that the phone has it',
  late: 'Takes it and reports after some time',
  slow: 'Does not answer before the caller gives up, and does nothing',
  dead: 'Drops the connection and does nothing',
  lost: 'Takes the SMS and drops the connection',
  busy: 'Answers 429 and says when to come again',
  broken: 'Answers 503',
  refuse: 'Refuses the SMS for good',
  undelivered: 'Takes the SMS and reports that the phone never had it',
} as const
export type SmsMode = keyof typeof smsModes

interface SimulatorOptions {
  /** What the portal bears. */
  token: string
  /** What its reports bear. */
  reportToken: string
  /** Where it reports what became of an SMS. */
  reportTo: string
  file: string
  /** Milliseconds after which `slow` drops the connection and `late` reports. */
  lateMs?: number
}

const MOST = 64 * 1024
/** Milliseconds after which it reports what became of an SMS. */
const REPORT_MS = 50

/**
 * A simulated SMS gateway as koa middleware, with the wire format of the real one: `POST /sms-gateway/messages` takes an
 * SMS once by its `messageId`, `GET /sms-gateway/messages/MS26…` shows it as the phone does, and `POST /sms-gateway/mode
 * { mode, times }` makes the next ones go wrong. All for the bearer of its token.
 */
export function smsSimulator({ token, reportToken, reportTo, file, lateMs = 30_000 }: SimulatorOptions) {
  const store = smsStore(file)
  let mode: SmsMode = 'well'
  let left = 0
  const nextMode = (): SmsMode => {
    if (left === 0) return 'well'
    left -= 1
    return mode
  }

  const router = new Router<DefaultState, Context>({ sensitive: true })
  router.use(SMS_SIMULATOR, (ctx, next) => {
    const [given, right] = [ctx.get('Authorization'), `Bearer ${token}`].map(one =>
      createHash('sha256').update(one).digest(),
    )
    return timingSafeEqual(given!, right!) ? next() : answer(ctx, 401, { message: 'The token is not known' })
  })
  router.post(`${SMS_SIMULATOR}/mode`, async ctx => {
    const body = await bodyOf(ctx)
    if (!Object.hasOwn(smsModes, String(body.mode)))
      return answer(ctx, 400, { message: `mode is one of ${Object.keys(smsModes).join(', ')}` })
    mode = body.mode as SmsMode
    left = Number(body.times ?? 1)
    return answer(ctx, 200, { mode, times: left })
  })
  router.get(`${SMS_SIMULATOR}/messages/:messageId`, ctx => {
    const sms = store.find(ctx.params.messageId!)
    return sms ? answer(ctx, 200, sms) : answer(ctx, 404, { message: 'There is no such SMS' })
  })
  router.post(`${SMS_SIMULATOR}/messages`, async ctx => {
    const body = await bodyOf(ctx)
    const how = nextMode()
    if (how === 'dead') return hangUp(ctx)
    if (how === 'slow') {
      await pause(ctx, lateMs)
      return hangUp(ctx)
    }
    if (how === 'broken') return answer(ctx, 503, { message: 'Try again later' })
    if (how === 'busy') {
      ctx.set('Retry-After', '120')
      return answer(ctx, 429, { message: 'Too many SMS' })
    }
    const fault = how === 'refuse' ? 'The text does not fit its DLT template' : faultOf(body)
    if (fault) return answer(ctx, 422, { message: fault })
    const sms = body as Record<'messageId' | 'to' | 'sender' | 'templateId' | 'text', string>
    if (store.take(sms)) report(sms.messageId, how)
    if (how === 'lost') return hangUp(ctx)
    return answer(ctx, 202, { id: `SIM${sms.messageId}`, status: 'ACCEPTED' })
  })
  router.all(`${SMS_SIMULATOR}{/*rest}`, ctx => answer(ctx, 404, { message: 'The SMS gateway has no such address' }))

  /** Tells the portal what became of an SMS. A lost report is not repeated. */
  function report(messageId: string, how: SmsMode) {
    const isLost = how === 'undelivered'
    const body = { messageId, status: isLost ? 'UNDELIVERED' : 'DELIVERED', reason: isLost ? 'Switched off' : null }
    const tell = () =>
      fetch(reportTo, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Report-Token': reportToken },
        body: JSON.stringify(body),
        redirect: 'manual',
      }).catch(() => undefined)
    setTimeout(tell, how === 'late' ? lateMs : REPORT_MS).unref()
  }

  return Object.assign(router.routes() as Middleware, { close: store.close })
}

/** What a gateway in India checks of an SMS, as a sentence; null when it takes it. */
function faultOf({ messageId, to, sender, entityId, templateId, text }: Record<string, unknown>): string | null {
  if (!/^[\w-]{1,40}$/.test(String(messageId))) return 'messageId is missing'
  if (!/^91[6-9]\d{9}$/.test(String(to))) return 'to is no Indian mobile number'
  if (!/^[A-Za-z0-9]{3,6}$/.test(String(sender))) return 'sender is no registered header'
  if (!/^\d{8,30}$/.test(String(entityId))) return 'entityId is not registered'
  if (!/^\d{8,30}$/.test(String(templateId))) return 'templateId is not registered'
  return typeof text === 'string' && text.length > 0 && text.length <= 2000 ? null : 'text has 1 to 2000 characters'
}

async function bodyOf(ctx: Context): Promise<Record<string, unknown>> {
  if (!(Number(ctx.get('content-length')) <= MOST)) return {}
  try {
    const body: unknown = JSON.parse(await text(ctx.req))
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Waits, but not longer than the caller does. */
const pause = (ctx: Context, ms: number) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    ctx.req.socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })

function hangUp(ctx: Context) {
  ctx.respond = false
  ctx.req.socket.destroy()
}

function answer(ctx: Context, status: number, body: object) {
  ctx.status = status
  ctx.body = body
}
