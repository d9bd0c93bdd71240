import Router from '@koa/router'
import type { Context, DefaultState, Middleware } from 'koa'
import { type Fields, fromGatewayAmount } from '../../payments/gateways/fields.ts'
import { simulatedAccount, simulatorPath } from '../../payments/gateways/simulated-account.ts'
import { now } from '../../platform/clock.ts'
import { type SimulatedName, simulatedGateways } from './accounts.ts'
import { booksOf } from './books.ts'
import { choiceOf } from './choices.ts'
import { bodyOf, type Desk, hangUp, questionOf, sent } from './desk.ts'
import { broughtBack, endingOf, noticesOf } from './endings.ts'
import { openLedger, type SimulatedPayment } from './ledger.ts'
import { choicePage, refusalPage, returnPage, script, style } from './page.ts'
import { serveBankStatement, serveConsole } from './serve-console.ts'
import { shopAddress } from './shop-address.ts'
import { type Answer, lostAnswer, type Question, type Start } from './simulated-gateway.ts'

interface SimulatorOptions {
  /** Of which both sides derive the secrets of the accounts. */
  secret: string
  /** The simulator's own SQLite file, which outlives the process. */
  file: string
  /** Where the shop hears what became of payments. */
  shop: string
  /** The shop's public origin, where it differs (a proxy that ends TLS). */
  shops?: readonly string[]
  /** Milliseconds after which the shop hears of a payment that takes a while. */
  whileMs?: number
  /** The present instant as UTC text; the portal's clock unless told otherwise. */
  clock?: () => string
  /** Whether it looks each second, too, at what became due. */
  byTimer?: boolean
}

/** A start whose addresses are the shop's. */
type CheckedStart = Omit<Start, 'returnUrl' | 'notifyUrl'> & { posted: Fields; returnUrl: URL; notifyPath: string }

/** Milliseconds between two looks for notices that are due, and for which the shop is waited for. */
const LOOK_EVERY = 1000
const PATIENCE = 10_000

/**
 * The simulated payment gateways as koa middleware, each below `/gateway/` with the addresses and the format of the real
 * one: a payment page, on which the tester chooses how it ends, a return by the browser, notices, and questions.
 * Addresses that are not the shop's are refused.
 */
export function gatewaySimulator({
  secret,
  file,
  shop,
  shops = [],
  whileMs = 10_000,
  clock = now,
  byTimer = true,
}: SimulatorOptions) {
  const ledger = openLedger(file)
  let isOpen = true
  const nextNotice = () => (isOpen ? ledger.takeNotice(clock()) : null)
  const underWay = new Set<Promise<boolean>>()
  async function tellAll() {
    let toldAny = false
    try {
      for (let notice = nextNotice(); notice; notice = nextNotice()) {
        toldAny = true
        await post(`${shop}${notice.path}`, notice.body)
      }
    } catch (error) {
      // Another process has the file: the next look finds the notice again.
      if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error
    }
    return toldAny
  }
  function tellShop() {
    const telling = tellAll().finally(() => underWay.delete(telling))
    underWay.add(telling)
    return telling
  }
  /** Tells what is due now, and what is under way to its end. */
  async function runDue() {
    return (await Promise.all([...underWay, tellShop()])).includes(true)
  }
  const look = byTimer ? setInterval(() => void tellShop(), LOOK_EVERY).unref() : undefined

  const router = new Router<DefaultState, Context>({ sensitive: true })
  for (const name of Object.keys(simulatedGateways) as SimulatedName[]) {
    const account = simulatedAccount(name, simulatedGateways[name].kind, secret, { url: '', page: '' })
    serveGateway(router, {
      ...{ name, wire: simulatedGateways[name], account, ledger, whileMs, clock, mood: { refuses: 0, silent: 0 } },
      mayTell: ctx => ctx.get('authorization') === `Bearer ${secret}`,
      ...{ shops: () => [new URL(shop).origin, ...shops], tellDue: tellShop },
    })
  }
  serveBankStatement(router, ledger)
  const close = () => {
    clearInterval(look)
    isOpen = false
    ledger.close()
  }
  return Object.assign(router.routes() as Middleware, { tellDue: tellShop, runDue, close })
}

/** Posts a form; a shop that does not answer is not told again, and finds out by asking, as with a real gateway. */
const post = (url: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined)

function serveGateway(router: Router<DefaultState, Context>, desk: Desk) {
  const path = simulatorPath(desk.name)
  router.use(path, (ctx, next) => {
    ctx.set('Cache-Control', 'no-store')
    return next()
  })
  router.get(`${path}/page.css`, ctx => sent(ctx, 'css', style))
  router.get(`${path}/return.js`, ctx => sent(ctx, 'js', script))
  router.post(`${path}${desk.wire.payPath}`, ctx => started(ctx, desk))
  router.post(`${path}/choose`, ctx => chosen(ctx, desk))
  for (const askPath of desk.wire.askPaths)
    router.post(`${path}${askPath}`, async ctx => {
      void desk.tellDue()
      const answer = answered(desk, await questionOf(ctx, askPath))
      if (answer) sent(ctx, types[answer.type], answer.body, answer.status)
      else hangUp(ctx)
    })
  serveConsole(router, desk)
  router.all(`${path}{/*rest}`, ctx => refuse(ctx, desk, 404, 'The payment gateway has no such page.'))
}

async function started(ctx: Context, desk: Desk) {
  const start = await checkedStart(ctx, desk)
  if (!start) return
  const { txnNo, amount, echo, posted } = start
  const { name: gateway, wire, ledger } = desk
  const begun = { gateway, txnNo, amount, idPrefix: wire.idPrefix, echo, notifyPath: start.notifyPath }
  const payment = ledger.begin({ ...begun, at: desk.clock() })
  if (payment.amount !== amount) return refuse(ctx, desk, 409, `Payment ${txnNo} was started with another amount.`)
  if (payment.status === 'SUCCESS') return refuse(ctx, desk, 409, paid(payment))
  const shown = { path: simulatorPath(gateway), title: wire.title, amount: fromGatewayAmount(amount)!, txnNo }
  sent(ctx, 'html', choicePage(shown, posted))
}

async function chosen(ctx: Context, desk: Desk) {
  const start = await checkedStart(ctx, desk)
  if (!start) return
  const { name, ledger } = desk
  const payment = ledger.find(name, start.txnNo)
  const choice = choiceOf(start.posted.choice)
  if (!payment || payment.amount !== start.amount || !choice)
    return refuse(ctx, desk, 400, 'Choose one of the buttons of the payment page.')
  const at = desk.clock()
  const ended = { ...payment, ...endingOf(choice, payment, at, desk.whileMs) }
  if (!ledger.decide(payment, ended)) return refuse(ctx, desk, 409, paid(payment))
  for (const notice of noticesOf(desk, ended, choice, start.notifyPath)) ledger.note(notice)
  const telling = desk.tellDue()
  if (choice.tells === 'before the browser') await telling
  sent(ctx, 'html', returnPage(simulatorPath(name), start.returnUrl.href, broughtBack(desk, ended, choice, at)))
}

/** What the gateway answers; null where it says nothing at all. */
function answered({ name, wire, account, ledger, clock, whileMs, mood }: Desk, question: Question): Answer | null {
  if (mood.silent > 0) {
    mood.silent--
    return null
  }
  if (mood.refuses > 0) {
    mood.refuses--
    return wire.tooOften
  }
  const at = clock()
  const books = booksOf(ledger, name, at, whileMs)
  let isDeaf = false
  const find = (orderNo: string) => {
    const told = books.find(orderNo)
    isDeaf = told !== null && told.payment.deafUntil > at
    return told
  }
  const answer = wire.answer(account, question, { ...books, find })
  return isDeaf ? lostAnswer : answer
}

const types = { json: 'json', text: 'text', jose: 'application/jose' } as const

/** A rightly signed start with addresses of the shop; null after a refusal was answered. */
async function checkedStart(ctx: Context, desk: Desk): Promise<CheckedStart | null> {
  const posted = await bodyOf(ctx)
  const start = desk.wire.readStart(desk.account, posted)
  if (!start || !/^[\w-]{1,25}$/.test(start.txnNo) || !/^\d{1,13}\.\d{2}$/.test(start.amount)) {
    refuse(ctx, desk, 400, 'The signature does not fit this payment. Go back to the shop and start again.')
    return null
  }
  const returnUrl = shopAddress(start.returnUrl, desk.shops())
  const notifyUrl = shopAddress(start.notifyUrl ?? besides(start.returnUrl), desk.shops())
  if (returnUrl && notifyUrl)
    return { ...start, posted, returnUrl, notifyPath: `${notifyUrl.pathname}${notifyUrl.search}` }
  refuse(ctx, desk, 400, 'The return address must be on the address of this shop. Go back to the shop and start again.')
  return null
}

/** Where a merchant has registered the address of notices: beside that of returns. */
const besides = (returnUrl: string) => returnUrl.replace('/payments/return/', '/payments/notify/')

const paid = ({ txnNo }: SimulatedPayment) => `Payment ${txnNo} has been paid. Go back to the shop.`

const refuse = (ctx: Context, { name }: Desk, status: number, sentence: string) =>
  sent(ctx, 'html', refusalPage(simulatorPath(name), sentence), status)
