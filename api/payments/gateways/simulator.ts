import { createHmac, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'
import { now } from '../../platform/clock.ts'
import { type MockLedger, type MockPayment, type MockStatus, mockLedger, statusAt } from './simulator-ledger.ts'
import { type Choice, choicePage, choices, refusalPage, returnPage, script, style } from './simulator-page.ts'

type GatewaySimulatorOptions = {
  /** The secret shared with the portal's MOCK adapter. */
  secret: string
  /** The gateway's own SQLite file, which outlives the process. */
  file: string
  /** The portal's public address, where it differs from the one requests arrive under (a proxy that ends TLS). */
  origin?: string
  /** How long after the choice "late" the shop is told. */
  lateMs?: number
  /** The present instant as UTC text; the portal's clock unless told otherwise. */
  clock?: () => string
}

type Fields = Record<string, string>

const path = '/gateway/mock'
const maxBody = 64 * 1024

/** The signature of a request to the MOCK gateway; `amount` is the text sent, such as `'1250.00'`. */
export const mockRequestSignature = (secret: string, txnNo: string, amount: string) =>
  hmac(secret, `${txnNo}|${amount}|INR`)

/** The signature of its response, in which the status is signed too. */
export const mockResponseSignature = (secret: string, txnNo: string, amount: string, status: string) =>
  hmac(secret, `${txnNo}|${amount}|INR|${status}`)

/**
 * The simulated payment gateway as koa middleware. `POST /gateway/mock` with txn_no, amount, signature, return_url and
 * notify_url answers the page of choices; `POST /gateway/mock/status` with the first three answers the signed state as
 * JSON. Return and notify addresses off this origin are refused.
 */
export function gatewaySimulator(options: GatewaySimulatorOptions) {
  const ledger = mockLedger(options.file)
  const clock = options.clock ?? now

  const router = new Router<DefaultState, Context>({ sensitive: true })
  router.use(path, (ctx, next) => {
    ctx.set('Cache-Control', 'no-store')
    return next()
  })
  router.get(`${path}/page.css`, ctx => sent(ctx, 'css', style))
  router.get(`${path}/return.js`, ctx => sent(ctx, 'js', script))
  router.post(path, ctx => started(ctx, options, ledger, clock()))
  router.post(`${path}/choose`, ctx => chosen(ctx, options, ledger, clock()))
  router.post(`${path}/status`, ctx => asked(ctx, options, ledger, clock()))
  router.all(`${path}{/*rest}`, ctx => refuse(ctx, 404, 'The payment gateway has no such page.'))

  return Object.assign(router.routes() as Middleware, { close: ledger.close })
}

async function started(ctx: Context, options: GatewaySimulatorOptions, ledger: MockLedger, at: string) {
  const fields = await checked(ctx, options)
  if (!fields) return
  const { txn_no, amount } = fields as { txn_no: string; amount: string }
  const payment = ledger.begin(txn_no, amount, at)
  if (payment.amount !== amount) return refuse(ctx, 409, `Payment ${txn_no} was started with another amount.`)
  if (payment.status === 'SUCCESS') return refuse(ctx, 409, `Payment ${txn_no} has been paid. Go back to the shop.`)
  sent(ctx, 'html', choicePage({ path, amount, txnNo: txn_no }, fields))
}

async function chosen(ctx: Context, options: GatewaySimulatorOptions, ledger: MockLedger, at: string) {
  const fields = await checked(ctx, options)
  if (!fields) return
  const payment = ledger.find(fields.txn_no!)
  const choice = fields.choice as Choice
  if (!payment || payment.amount !== fields.amount || !Object.hasOwn(choices, choice))
    return refuse(ctx, 400, 'Choose one of the buttons of the payment page.')
  const late = new Date(Date.parse(at) + (options.lateMs ?? 10_000)).toISOString()
  if (!ledger.decide(payment.txnNo, ends[choice], choice === 'late' ? late : at))
    return refuse(ctx, 409, `Payment ${payment.txnNo} has been paid. Go back to the shop.`)
  if (choice === 'late') notifyLater(ctx, options, payment, fields.notify_url)
  const claimed = choice === 'late' ? 'PENDING' : choice === 'tamper' ? 'SUCCESS' : ends[choice]
  const response = responseFields(options.secret, payment, claimed)
  if (choice === 'tamper') response.amount = '1.00' === payment.amount ? '2.00' : '1.00'
  sent(ctx, 'html', returnPage(path, fields.return_url!, response))
}

/** What the gateway itself holds true after each choice: who tampers with the amount has paid nothing. */
const ends: Record<Choice, MockStatus> = {
  success: 'SUCCESS',
  fail: 'FAILED',
  pending: 'PENDING',
  tamper: 'FAILED',
  late: 'SUCCESS',
}

async function asked(ctx: Context, options: GatewaySimulatorOptions, ledger: MockLedger, at: string) {
  const fields = await bodyOf(ctx)
  if (!signed(fields, options.secret)) return json(ctx, 400, { message: badSignature })
  const payment = ledger.find(fields.txn_no!)
  if (!payment || payment.amount !== fields.amount)
    return json(ctx, 404, { message: `The gateway has no payment ${fields.txn_no} of ${fields.amount}.` })
  json(ctx, 200, responseFields(options.secret, payment, statusAt(payment, at)))
}

/** What the gateway posts to the shop or answers to its question. */
function responseFields(secret: string, payment: MockPayment, status: MockStatus): Fields {
  return {
    txn_no: payment.txnNo,
    amount: payment.amount,
    currency: 'INR',
    status,
    gateway_txn_id: payment.gatewayTxnId,
    bank_ref_no: status === 'SUCCESS' ? `UTR${payment.gatewayTxnId.slice(4)}` : '',
    payment_mode: 'UPI',
    signature: mockResponseSignature(secret, payment.txnNo, payment.amount, status),
  }
}

/**
 * Tells the shop after the delay, by a call to the very port this request came in on, so that no address a browser sent is
 * ever called. A notice lost to a restart is not repeated: the shop's polling finds the success, as with a real gateway.
 */
function notifyLater(ctx: Context, options: GatewaySimulatorOptions, payment: MockPayment, notifyPath = '') {
  if (notifyPath === '') return
  const { localAddress, localPort } = ctx.req.socket
  const host = localAddress?.includes(':') ? `[${localAddress}]` : localAddress
  const body = new URLSearchParams(responseFields(options.secret, payment, 'SUCCESS'))
  const tell = () =>
    fetch(`http://${host}:${localPort}${notifyPath}`, { method: 'POST', body, redirect: 'manual' }).catch(
      () => undefined,
    )
  setTimeout(tell, options.lateMs ?? 10_000).unref()
}

const badSignature = 'The signature does not fit this payment. Go back to the shop and start again.'

/** The fields of a rightly signed request, its addresses reduced to paths; null after a refusal was answered. */
async function checked(ctx: Context, options: GatewaySimulatorOptions): Promise<Fields | null> {
  const fields = await bodyOf(ctx)
  const returnTo = ownPath(fields.return_url ?? '', ctx, options.origin)
  const notify = fields.notify_url ? ownPath(fields.notify_url, ctx, options.origin) : ''
  if (!signed(fields, options.secret)) refuse(ctx, 400, badSignature)
  else if (returnTo === null || notify === null)
    refuse(ctx, 400, 'The return address must be on the address of this shop. Go back to the shop and start again.')
  else return { ...fields, return_url: returnTo, notify_url: notify }
  return null
}

/** The path of an address on this origin, or null; a path that begins with two slashes would name another host. */
function ownPath(address: string, ctx: Context, origin?: string): string | null {
  // Koa's own ctx.origin is the Origin header, which the caller writes.
  const here = `${ctx.protocol}://${ctx.host}`
  if (address === '' || !URL.canParse(address, here)) return null
  const target = new URL(address, here)
  const own = target.origin === here || target.origin === origin
  return own && !target.pathname.startsWith('//') ? `${target.pathname}${target.search}` : null
}

function signed(fields: Fields, secret: string): boolean {
  const { txn_no = '', amount = '', signature = '' } = fields
  if (!/^[\w-]{1,25}$/.test(txn_no) || !/^\d{1,13}\.\d{2}$/.test(amount)) return false
  const [given, right] = [Buffer.from(signature), Buffer.from(mockRequestSignature(secret, txn_no, amount))]
  return given.length === right.length && timingSafeEqual(given, right)
}

const hmac = (secret: string, words: string) => createHmac('sha256', secret).update(words).digest('hex')

/** The form's fields, whether a body parser ran before or not; none for a body that is too large or not a form. */
async function bodyOf(ctx: Context): Promise<Fields> {
  const parsed = (ctx.request as { body?: unknown }).body
  const small = Number(ctx.get('content-length')) <= maxBody && ctx.get('transfer-encoding') === ''
  const entries = parsed ?? (small ? Object.fromEntries(new URLSearchParams(await text(ctx.req))) : {})
  return Object.fromEntries(
    Object.entries(entries as object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

const refuse = (ctx: Context, status: number, sentence: string) =>
  sent(ctx, 'html', refusalPage(path, sentence), status)

const json = (ctx: Context, status: number, body: object) => sent(ctx, 'json', JSON.stringify(body), status)

function sent(ctx: Context, type: string, body: string, status = 200) {
  ctx.status = status
  ctx.type = type
  ctx.body = body
}
