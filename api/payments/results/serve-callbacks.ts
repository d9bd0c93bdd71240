import { Unavailable } from '@feathersjs/errors'
import { bodyParser } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context, Middleware } from 'koa'
import type { PaymentCallback } from '../../../resources/payments/payment-callback.ts'
import { isUnpaid } from '../../../resources/payments/payment-states.ts'
import { UNSIGNED_CALLBACKS } from '../../../resources/settings/posting-limits.ts'
import { atMost } from '../../platform/drain.ts'
import { invalidField, unavailable } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limit.ts'
import { type ApiRouter, createRouter } from '../../platform/http/router.ts'
import type { Log } from '../../platform/log.ts'
import { type DueWork, settled } from '../../platform/work/due-work.ts'
import { type Fields, readFields, readJson, textsOf } from '../gateways/fields.ts'
import { paymentOf, processCallback } from './apply-gateway-result.ts'
import { makeResultLink } from './result-link.ts'
import { type StoredCallback, storeCallback } from './store-callback.ts'

/** What takes the posts of gateways, and what is still under way after its answer. */
interface CallbacksAtWork {
  router: ApiRouter
  middleware: Middleware
  /** Waits for what is under way. */
  runDue: DueWork
}

/** Where callbacks are taken, and how many times as many unsigned ones as declared. */
interface CallbacksAt {
  db: Knex
  log: Log
  limits: RateLimits
  times: number
}

/** Posts of one address; a gateway posts for many payers from few addresses. */
const RATE = { tries: 600, seconds: 60 }
const LARGEST = '64kb'
const NOT_PAID = '/failureurl'
/** Milliseconds for which a browser waits for the gateway's answer; afterwards the page goes on asking. */
const WAIT_MS = 8_000

/**
 * `POST /api/payments/return/:account` by the payer's browser, answered with 303 to the page of the result, and
 * `POST /api/payments/notify/:account` by the gateway's server, answered with 200 once it is stored or, where it is not
 * rightly signed, counted. Neither looks at who is signed in, nor reads or sets a cookie.
 */
export function takeCallbacks({ db, log, limits, times }: CallbacksAt): CallbacksAtWork {
  const limit = limits.of('payment-callbacks', RATE)
  const unsigned = limits.of('unsigned-callbacks', {
    tries: UNSIGNED_CALLBACKS * times,
    seconds: 3_600,
    what: 'unsigned posts',
  })
  const underWay = new Set<Promise<unknown>>()
  const router = createRouter()

  /** Goes on with a stored callback; where it fails, the callback stays unprocessed and is taken up again. */
  function goOn(stored: StoredCallback) {
    const work = processCallback(db, stored).catch(error => {
      log.error({ err: error, callback: stored.row.id }, 'A callback of a payment gateway could not be processed')
    })
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
    return work
  }
  async function stored(ctx: Context, kind: 'RETURN' | 'NOTIFY') {
    await limit.take(ctx.ip)
    const accountCode = ctx.params.account!
    try {
      const posted = { kind, accountCode, fields: fieldsOf(ctx), remoteIp: ctx.ip.slice(0, 45) }
      return await storeCallback(db, posted, ({ code }) => unsigned.take(`${code} ${ctx.ip}`))
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      // Anybody may post here: what the account lacks is for the log alone.
      log.error({ account: accountCode, why: error.message }, 'A post of a payment gateway could not be read')
      throw unavailable('Payments of this account cannot be taken in at the moment: post again later')
    }
  }

  router.post('/api/payments/notify/:account', async ctx => {
    const callback = await stored(ctx, 'NOTIFY')
    if (callback) void goOn(callback)
    ctx.status = 200
    ctx.body = { stored: callback !== null }
  })
  router.post('/api/payments/return/:account', async ctx => {
    const callback = await stored(ctx, 'RETURN')
    if (callback) await atMost(WAIT_MS, goOn(callback))
    ctx.set('Referrer-Policy', 'no-referrer')
    ctx.redirect(callback ? await resultPage(db, callback.row) : NOT_PAID)
    ctx.status = 303
  })

  const read = bodyParser({ includeUnparsed: true, text: false, jsonLimit: LARGEST, formLimit: LARGEST })
  const serve = router.routes() as Middleware
  const isOurs = ({ method, path }: Context) =>
    method === 'POST' && /^\/api\/payments\/(return|notify)\/[^/]+$/.test(path)
  return {
    router,
    middleware: (ctx, next) => (isOurs(ctx) ? read(ctx as never, () => serve(ctx, next)) : next()),
    runDue: () => settled(underWay),
  }
}

/** The fields of a post, a form or JSON. Throws 400 for anything else. */
function fieldsOf(ctx: Context): Fields {
  const { rawBody = '' } = ctx.request as { rawBody?: string }
  const fields = ctx.is('json') ? textsOf(readJson(rawBody) ?? {}) : ctx.is('urlencoded') ? readFields(rawBody) : {}
  if (Object.keys(fields).length === 0)
    throw invalidField('', 'TYPE', 'Post the fields of the payment as a form or as a JSON object')
  return fields
}

/** The page that shows how a payment ended; whoever the gateway sent back sees it for a while without signing in. */
async function resultPage(db: Knex, callback: PaymentCallback): Promise<string> {
  const payment = await paymentOf(db, callback)
  if (!payment) return NOT_PAID
  const query = new URLSearchParams({ txn: payment.txnNo, token: await makeResultLink(db, payment.id) })
  return `${isUnpaid(payment) ? NOT_PAID : '/successurl'}?${query}`
}
