import { isReturn, type WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { fromGatewayAmount } from '../../payments/gateways/fields.ts'
import { type Ledger, type SimulatedCapture, type SimulatedPayment, statusAt } from './ledger.ts'
import { goneOf, hasGone, type RefundOutcome, type SimulatedReturn } from './returns.ts'
import { type SettledRow, settledRows } from './settled-rows.ts'
import type { Told } from './told.ts'

/** What a gateway looks up while it answers a question, at one instant. */
export interface Books {
  at: string
  /** What is known of an order; null of an unknown one. */
  find(orderNo: string): Told | null
  capture(gatewayTxnId: string): SimulatedCapture | null
  /** What is known of one capture by its own number. */
  findCapture(gatewayTxnId: string): Told | null
  /** Takes a refund that the shop asks for; amount in whole paise. */
  refund(asked: { gatewayTxnId: string; refundNo: string; amount: number | null }): RefundOutcome
  /** What went back of a capture, or of the whole account. */
  returns(gatewayTxnId?: string): readonly SimulatedReturn[]
  /** Orders that are held and not confirmed. */
  held(): readonly SimulatedPayment[]
  /** The rows of the transfer of an Indian day. */
  settled(day: string): readonly SettledRow[]
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Within which PayU takes no second refund of one amount, and after which money has usually gone back. */
const REPEATED_WITHIN = 5 * MINUTE
const LATE = 3 * DAY

/** The books of one gateway at an instant; refunds that nothing is told about go back after `whileMs`. */
export function booksOf(ledger: Ledger, gateway: string, at: string, whileMs: number): Books {
  const returns = (gatewayTxnId?: string) => ledger.returns.of(gateway, gatewayTxnId)
  const capture = (gatewayTxnId: string) =>
    ledger.captures(gateway, at).find(one => one.gatewayTxnId === gatewayTxnId) ?? null
  return {
    at,
    find: orderNo => {
      const payment = ledger.find(gateway, orderNo)
      return payment && toldOf(payment, returns(payment.gatewayTxnId), at)
    },
    capture,
    findCapture: gatewayTxnId => {
      const one = capture(gatewayTxnId)
      const payment = one && ledger.find(gateway, one.txnNo)
      return payment && toldOf({ ...payment, gatewayTxnId, paid: one.paid }, returns(gatewayTxnId), at)
    },
    refund: asked => takeRefund(ledger, { ...asked, gateway, at, whileMs }, capture(asked.gatewayTxnId)),
    returns,
    held: () => ledger.payments(gateway).filter(payment => statusAt(payment, at) === 'AUTHORISED'),
    settled: day => settledRows(ledger, gateway, day),
  }
}

/** What a gateway says of a payment: what it said before, unless money went back since. */
export function toldOf(payment: SimulatedPayment, returns: readonly SimulatedReturn[], at: string): Told {
  const status = statusAt(payment, at)
  const told = { payment, status, amount: payment.paid }
  const gone = returns.filter(back => hasGone(back, at))
  const last = gone.at(-1)
  if (status !== 'SUCCESS' || !last) return told
  const isWhole = goneOf(gone) >= (fromGatewayAmount(payment.paid) ?? 0)
  const refunds = gone.filter(({ kind }) => kind === 'REFUND' || kind === 'AUTO_REFUND')
  const lastRefund = refunds.at(-1)
  return {
    ...told,
    status: isWhole ? wholeReturn(last.kind) : status,
    ...(lastRefund && { refunded: { amount: goneOf(refunds), ref: lastRefund.requestId, at: lastRefund.dueAt } }),
  }
}

const wholeReturn = (kind: SimulatedReturn['kind']): WordMeaning =>
  kind !== 'CHARGEBACK_WON' && isReturn(kind) ? kind : 'SUCCESS'

function takeRefund(
  ledger: Ledger,
  asked: {
    gateway: string
    gatewayTxnId: string
    refundNo: string
    amount: number | null
    at: string
    whileMs: number
  },
  capture: SimulatedCapture | null,
): RefundOutcome {
  const { gateway, gatewayTxnId, refundNo, amount, at, whileMs } = asked
  if (!capture) return { is: 'NO_CAPTURE' }
  if (ledger.returns.of(gateway).some(back => back.refundNo === refundNo)) return { is: 'KNOWN' }
  const told = ledger.returns.takeTold(gateway)
  if (told?.what === 'refuse') return { is: 'REFUSED', code: told.code }
  const before = ledger.returns.of(gateway, gatewayTxnId)
  const left = (fromGatewayAmount(capture.paid) ?? 0) - goneOf(before)
  if (amount === null || amount <= 0 || amount > left)
    return { is: 'TOO_MUCH', left, isDisputed: before.some(({ kind }) => kind === 'CHARGEBACK') }
  const since = new Date(Date.parse(at) - REPEATED_WITHIN).toISOString()
  if (gateway === 'payu' && before.some(back => back.amount === amount && back.at > since)) return { is: 'REPEATED' }
  const dueAt = new Date(Date.parse(at) + (told?.what === 'late' ? LATE : whileMs)).toISOString()
  const ends = told?.what === 'fail' ? ('FAILED' as const) : ('SETTLED' as const)
  const add = () => ledger.returns.add({ gateway, gatewayTxnId, kind: 'REFUND', amount, at, dueAt, ends, refundNo })
  const back = add()
  if (told?.what === 'twice') add()
  return { is: 'TAKEN', back, isLost: told?.what === 'lost' }
}
