import { afterAll, beforeAll, expect, it } from 'vitest'
import { differencesAmong, findPaymentDifferences } from '../../../api/payments/reconcile-payments.ts'
import { askDuePayments } from '../../../api/payments/results/ask-due-payments.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { isSqlite } from '../../../api/platform/database.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { refundKinds } from '../../../resources/payments/settlement-words.ts'
import { withinSeconds } from '../../support/limits.ts'
import { type MoneyDesk, moneyDesk } from '../../support/payments/money-desk.ts'
import { emptyPortal, type TestPortal } from '../../support/portal.ts'
import { randomBy, runs, testSeed } from '../../support/proof.ts'

// Random stories of payments: what gateways say, in any order and more than once, what payers and Finance do meanwhile,
// and what SAP does with the items. After every step the money of the payment is somewhere, and after each story the
// whole book agrees: captures, allocations, refunds, states, locks, receipts and what SAP was sent.

const random = randomBy(testSeed)
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
const upTo = (most: number) => 1 + Math.floor(random() * most)

let at = Date.parse('2026-05-04T06:30:00.000Z')
let portal: TestPortal
let desk: MoneyDesk

beforeAll(async () => {
  setClock(() => new Date(at).toISOString())
  portal = await emptyPortal()
  desk = await moneyDesk(portal)
  await desk.finance()
})
afterAll(async () => {
  setClock(null)
  await portal.close()
})

const words = {
  PAYU: ['captured', 'captured', 'captured', 'auth', 'in progress', 'userCancelled', 'bounced', 'autoRefund', 'What?'],
  CCAVENUE: [
    'Shipped',
    'Shipped',
    'Successful',
    'Awaited',
    'Aborted',
    'Timeout',
    'Auto-Reversed',
    'Chargeback',
    'Fraud',
  ],
  BILLDESK: ['0300', '0300', '0002', '0399'],
  MOCK: ['SUCCESS', 'SUCCESS', 'PENDING', 'FAILED'],
} as const

type Step = (payment: PaymentTransaction) => Promise<unknown>

/** What an act refuses, it says with a sentence and changes nothing; anything else is a fault. */
async function answered(asking: Promise<{ status: number; body: { message?: string } }>) {
  const { status, body } = await asking
  expect(status < 300 || (status < 500 && Boolean(body.message)), JSON.stringify(body)).toBe(true)
}

const capturesOf = (payment: PaymentTransaction) => desk.captures(payment)
const anyCapture = async (payment: PaymentTransaction) => Math.max(1, upTo((await capturesOf(payment)).length))

const steps: readonly Step[] = [
  async payment => {
    const word = random() < 0.2 ? oneOf([null, 'NOT_FOUND']) : oneOf(words[payment.gateway])
    const amount = oneOf([
      payment.amount,
      payment.amount,
      payment.amount,
      upTo(payment.amount),
      payment.amount + upTo(9_999),
    ])
    const said = { id: `${payment.txnNo}C${upTo(3)}`, amount, currency: random() < 0.05 ? 'USD' : 'INR' }
    const back = payment.gateway === 'BILLDESK' && random() < 0.2 ? { returned: upTo(amount), ref: `B${upTo(3)}` } : {}
    const attempt = upTo((await desk.attempts(payment)).length)
    await desk.says(payment, word, { ...said, ...back }, { attempt, kind: oneOf(['POLL', 'NOTIFY', 'RETURN']) })
  },
  payment => desk.says(payment, oneOf(['NOT_FOUND', null]), {}, { isGivenUp: true }),
  async payment => answered((await desk.payer()).post(`/api/payments/${payment.id}/again`, {})),
  async () => {
    at += oneOf([5, 20, 90, 26 * 60]) * 60_000
    desk.forgetPeople()
  },
  () => askDuePayments(portal.db),
  async payment => {
    const items = await portal.db('payment_allocation').where({ transactionId: payment.id }).pluck('itemId')
    await desk.changeItem(oneOf(items), oneOf([{ isDisputed: true }, { isDisputed: false }]))
  },
  async payment =>
    (await capturesOf(payment)).length > 0 &&
    answered(
      desk.apply(payment, { n: await anyCapture(payment), ...(random() < 0.5 && { amount: upTo(payment.amount) }) }),
    ),
  async payment => (await capturesOf(payment)).length > 0 && answered(desk.keep(payment, await anyCapture(payment))),
  async payment =>
    (await capturesOf(payment)).length > 0 &&
    answered(
      desk.propose(payment, upTo(payment.amount), { n: await anyCapture(payment), how: oneOf(['HAND', 'API']) }),
    ),
  async payment =>
    (await desk.refundsOf(payment)).length > 0 &&
    answered(
      desk.refundStep(
        oneOf(['confirmRefund', 'confirmRefund', 'reject', 'sendByHand', 'acknowledge']),
        payment,
        await desk.second(),
        { reason: 'Not after all' },
      ),
    ),
  async payment =>
    (await capturesOf(payment)).length > 0 &&
    desk.returns(payment, oneOf(refundKinds), upTo(payment.amount), `E${upTo(4)}`, await anyCapture(payment)),
]

it('every rupee captured is allocated, on account, refunded or to be decided, whatever happens in whatever order', {
  timeout: withinSeconds(3_600),
}, async () => {
  const stories = isSqlite(portal.db) ? runs(40, 2_000) : runs(15, 200)
  for (let story = 1; story <= stories; story++) {
    const told: string[] = []
    const amounts = Array.from({ length: upTo(3) }, () => 1_000 + upTo(99_999))
    const payment = await desk.payment(oneOf(['payu', 'ccavenue', 'billdesk', 'mock']), { amounts })
    for (let step = upTo(9); step > 0; step--) {
      const which = Math.floor(random() * steps.length)
      told.push(`${which}`)
      await steps[which]!(payment)
      const wrong = await differencesAmong(portal.db, [await desk.now(payment)])
      expect(wrong, `seed ${testSeed}, story ${story}, steps ${told}`).toEqual([])
    }
    if (story % 10 === 0 || story === stories) {
      await askDuePayments(portal.db)
      await portal.runDue()
      expect(await findPaymentDifferences(portal.db), `seed ${testSeed}, up to story ${story}`).toEqual([])
    }
    // What is open of a story is no item of the next one.
    await portal.db('upload_outstanding').whereNull('lockedById').update({ isActive: 0, balanceAmount: 0 })
  }
})
