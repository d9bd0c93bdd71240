import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { GatewayAccount } from '../../payments/gateways/gateway.ts'
import { type SimulatedName, wordTables } from './accounts.ts'
import { toldOf } from './books.ts'
import type { Ledger, SimulatedPayment } from './ledger.ts'
import { type RefundWay, type ReturnKind, refundWays, type SimulatedReturn } from './returns.ts'
import type { SimulatedGateway } from './simulated-gateway.ts'

/** A simulated gateway that is told what happens: its books, its account and the instant. */
export interface Told {
  name: SimulatedName
  wire: SimulatedGateway
  account: GatewayAccount
  ledger: Ledger
  at: string
  /** How it answers all questions from now on. */
  mood: Mood
}

/** How a gateway answers all questions. */
export interface Mood {
  /** So many questions are refused, since too many were asked. */
  refuses: number
  /** So many questions get no answer. */
  silent: number
}

/** What a gateway can be told; amounts in whole paise, the whole payment without one. */
export type Act =
  | { act: 'say'; orderNo: string; word: string; amount?: number; currency?: string }
  | { act: 'capture-again'; orderNo: string; amount?: number }
  | { act: 'return'; orderNo: string; kind: ReturnKind; amount?: number; tells?: boolean }
  | { act: 'next-refund'; way: RefundWay; code?: string }
  | { act: 'end-refund'; refundNo: string; ends: SimulatedReturn['ends'] }
  | { act: 'too-often' | 'silent'; times: number }

/** What came of an act: a sentence, and the numbers that the gateway gave. */
export interface ActOutcome {
  status: 200 | 400 | 404
  message: string
  gatewayTxnId?: string
  requestId?: string
}

/** Does what a tester or a test tells a gateway to do, as the gateway, a payer or a bank does it. */
export function takeAct(told: Told, act: Act): ActOutcome {
  switch (act.act) {
    case 'next-refund':
      if (!refundWays.includes(act.way)) return refused(`way is one of ${refundWays.join(', ')}`)
      told.ledger.returns.tell(told.name, act.way, act.code)
      return done('The next refund goes so')
    case 'end-refund':
      return endRefund(told, act)
    case 'too-often':
      told.mood.refuses = act.times
      return done('The next questions are refused')
    case 'silent':
      told.mood.silent = act.times
      return done('The next questions get no answer')
    default:
      return withPayment(told, act)
  }
}

type OfPayment = Extract<Act, { orderNo: string }>

function withPayment(told: Told, act: OfPayment): ActOutcome {
  const payment = told.ledger.find(told.name, act.orderNo)
  if (!payment) return { status: 404, message: `There is no payment ${act.orderNo}` }
  if (act.act === 'say') return say(told, payment, act)
  if (payment.status !== 'SUCCESS') return refused(`Payment ${act.orderNo} has not been captured`)
  return act.act === 'capture-again' ? captureAgain(told, payment, act) : giveBack(told, payment, act)
}

/** From now on the gateway answers with this word, amount and currency, whatever it was before. */
function say({ name, ledger, at }: Told, payment: SimulatedPayment, act: Extract<Act, { act: 'say' }>): ActOutcome {
  const { amount, currency = 'INR', word } = act
  ledger.save(
    { gateway: name, txnNo: payment.txnNo },
    {
      ...payment,
      status: meaningIn(wordTables[name], word) ?? payment.status,
      settledAt: at,
      paid: amount === undefined ? payment.paid : toGatewayAmount(amount),
      currency,
      word,
    },
  )
  return { ...done(`${payment.txnNo} is ${word} now`), gatewayTxnId: payment.gatewayTxnId }
}

function captureAgain(told: Told, payment: SimulatedPayment, act: Extract<Act, { act: 'capture-again' }>): ActOutcome {
  const paid = act.amount === undefined ? payment.amount : toGatewayAmount(act.amount)
  const again = told.ledger.captureAgain(payment, paid, told.at)
  tellOf(told, again)
  return { ...done(`${payment.txnNo} was captured a second time`), gatewayTxnId: again.gatewayTxnId }
}

function giveBack(told: Told, payment: SimulatedPayment, act: Extract<Act, { act: 'return' }>): ActOutcome {
  const { name: gateway, ledger, at } = told
  const { gatewayTxnId } = payment
  const amount = act.amount ?? Math.round(Number(payment.paid) * 100)
  const what = { gateway, gatewayTxnId, kind: act.kind, amount, at, dueAt: at, refundNo: '' }
  const { requestId } = ledger.returns.add({ ...what, ends: 'SETTLED' })
  if (act.tells) tellOf(told, payment)
  return { ...done(`${act.kind} of ${payment.txnNo}`), gatewayTxnId, requestId }
}

/** The gateway's server tells the shop of a payment, as it is by now. */
function tellOf({ name, wire, account, ledger, at }: Told, payment: SimulatedPayment) {
  if (!payment.notifyPath) return
  const values = wire.tell(account, toldOf(payment, ledger.returns.of(name, payment.gatewayTxnId), at))
  const body = new URLSearchParams(wire.seal(account.secret, values, values)).toString()
  ledger.note({ path: payment.notifyPath, body, dueAt: at })
}

function endRefund({ name, ledger, at }: Told, act: Extract<Act, { act: 'end-refund' }>): ActOutcome {
  const back = ledger.returns.of(name).find(({ refundNo }) => refundNo === act.refundNo)
  if (!back) return { status: 404, message: `There is no refund ${act.refundNo}` }
  ledger.returns.end(back, act.ends, at)
  return { ...done(`${act.refundNo} is ${act.ends} now`), requestId: back.requestId }
}

const done = (message: string): ActOutcome => ({ status: 200, message })
const refused = (message: string): ActOutcome => ({ status: 400, message })
