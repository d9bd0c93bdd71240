import { type Fields, fromGatewayAmount, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { GatewayAccount } from '../../payments/gateways/gateway.ts'
import type { Choice } from './choices.ts'
import { type Ending, type Notice, type SimulatedPayment, statusAt } from './ledger.ts'
import type { SimulatedGateway } from './simulated-gateway.ts'

/** A gateway, and the account that it signs for. */
type Signer = { wire: SimulatedGateway; account: GatewayAccount }

const DAY = 24 * 60 * 60 * 1000
const MINUTE = 60_000

/** What the gateway holds true after a choice. */
export function endingOf(
  { ends, after, pays, isDown, isForeign, word = '' }: Choice,
  { amount }: SimulatedPayment,
  at: string,
  whileMs: number,
): Ending {
  const later = { 'at once': 0, 'a while': whileMs, 'a day': DAY }[after ?? 'at once']
  return {
    status: ends,
    paid: pays === 'less' ? another(amount) : pays === 'more' ? more(amount) : amount,
    settledAt: instantAfter(at, later),
    deafUntil: isDown ? instantAfter(at, MINUTE) : '',
    currency: isForeign ? 'USD' : 'INR',
    word,
  }
}

/** What the gateway's server tells the shop of a payment that has ended, as often as the choice says. */
export function noticesOf(
  { wire, account }: Signer,
  payment: SimulatedPayment,
  choice: Choice,
  path: string,
): Notice[] {
  const values = wire.tell(account, { payment, status: payment.status, amount: payment.paid })
  const body = new URLSearchParams(wire.seal(keyFor(choice, account), values, values)).toString()
  const times = { once: 1, 'before the browser': 1, twice: 2, never: 0 }[choice.tells ?? 'once']
  return Array.from({ length: times }, () => ({ path, body, dueAt: payment.settledAt }))
}

/** What the browser takes back to the shop, forged where the choice says so. */
export function broughtBack({ wire, account }: Signer, payment: SimulatedPayment, choice: Choice, at: string): Fields {
  const status = choice.forged === 'amount' ? 'SUCCESS' : statusAt(payment, at)
  const signed = wire.tell(account, { payment, status, amount: payment.paid })
  const shown = wire.tell(account, {
    payment,
    status: choice.forged === 'status' ? 'SUCCESS' : status,
    amount: choice.forged === 'amount' ? another(payment.paid) : payment.paid,
  })
  return wire.seal(keyFor(choice, account), shown, signed)
}

const keyFor = ({ forged }: Choice, { secret }: GatewayAccount) => (forged === 'signature' ? `not ${secret}` : secret)

const another = (amount: string) => toGatewayAmount(fromGatewayAmount(amount) === 100 ? 200 : 100)

/** ₹ 19.50 more, as an OVER of the table of endings. */
const more = (amount: string) => toGatewayAmount((fromGatewayAmount(amount) ?? 0) + 19_50)

const instantAfter = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
