import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unknown, type Verified } from '../../../api/payments/gateways/gateway.ts'
import { type Ending, verdictOf } from '../../../api/payments/results/verdict.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { statesOf } from '../../../resources/define/process/states.ts'
import { keptOf } from '../../../resources/payments/late-success.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import type { PaymentState } from '../../../resources/payments/payment-states.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { isOver, nextPoll } from '../../../resources/payments/poll-times.ts'

const paymentIn = (status: PaymentState, gatewayTxnId: string | null = null) =>
  ({ status, amount: 1000, currency: 'INR', refundedAmount: 0, gatewayTxnId }) as PaymentTransaction
const facts = {
  ...{ amount: 1000, currency: 'INR', gatewayTxnId: 'G1', charges: null, said: 'word' },
  ...{ bankRefNo: null, mode: null, redacted: {} },
}
const answers = {
  success: { ...facts, status: 'SUCCESS', reason: null },
  otherCapture: { ...facts, status: 'SUCCESS', reason: null, gatewayTxnId: 'G2' },
  less: { ...facts, status: 'SUCCESS', reason: null, amount: 999 },
  dollars: { ...facts, status: 'SUCCESS', reason: null, currency: 'USD' },
  failed: { ...facts, status: 'FAILED', reason: null },
  cancelled: { ...facts, status: 'CANCELLED', reason: null },
  pending: { ...facts, status: 'PENDING', reason: null },
  authorised: { ...facts, status: 'AUTHORISED', reason: null },
  fraud: { ...facts, status: 'RETURNED', reason: 'FRAUD', returnedAmount: null, returnRef: null },
  unknown: unknown('NOT_FOUND', 'Not found'),
  silent: unknown('TIMEOUT', 'No answer'),
} satisfies Record<string, Verified>
type Answered = keyof typeof answers

const stepOf = (status: PaymentState, answer: Answered, ending?: Ending) =>
  verdictOf(paymentIn(status, status === 'SUCCESS' ? 'G1' : null), answers[answer], ending)

describe('an answer of a gateway', () => {
  it('of a success counts in every state but a success', () => {
    const steps = statesOf(paymentProcess).map(status => [status, stepOf(status, 'success').step ?? null])
    expect(Object.fromEntries(steps)).toEqual({
      ...{ CREATED: 'succeed', PENDING: 'succeed', FAILED: 'succeed', CANCELLED: 'succeed' },
      ...{ SUCCESS: null, REFUNDED: null },
    })
  })

  it('of a failure counts only while the payment is open, and nothing leads back from a success', () => {
    for (const answer of ['failed', 'cancelled'] as const) {
      const steps = statesOf(paymentProcess).filter(status => stepOf(status, answer).step)
      expect(steps).toEqual(['CREATED', 'PENDING'])
    }
    for (const answer of Object.keys(answers) as Answered[])
      for (const ending of [undefined, 'fail', 'cancel'] as const)
        expect(stepOf('SUCCESS', answer, ending).step).toBeUndefined()
  })

  it('of another amount or currency is a task for Finance in every state', () => {
    for (const status of statesOf(paymentProcess))
      for (const answer of ['less', 'dollars'] as const)
        expect(stepOf(status, answer)).toMatchObject({ result: 'AMOUNT_MISMATCH', task: 'AMOUNT_MISMATCH' })
  })

  it('of another capture after a success is a second capture', () => {
    expect(stepOf('SUCCESS', 'otherCapture')).toEqual({ result: 'DUPLICATE_CAPTURE', task: 'DUPLICATE_CAPTURE' })
    expect(stepOf('FAILED', 'otherCapture').step).toBe('succeed')
  })

  it('that says nothing leaves the payment as it is, which is asked about again', () => {
    for (const answer of ['unknown', 'silent'] as const)
      expect(stepOf('PENDING', answer)).toEqual({ result: 'UNKNOWN_ANSWER', waits: true })
    expect(stepOf('PENDING', 'pending')).toEqual({ result: 'UNCHANGED', waits: true })
    expect(stepOf('PENDING', 'fraud')).toEqual({ result: 'TASK', task: 'FRAUD', waits: true })
  })

  it('ends what was waited for long enough, where it was an answer and no success', () => {
    const lapsed = (['unknown', 'pending', 'fraud', 'silent', 'less'] as const).map(answer => [
      answer,
      stepOf('PENDING', answer, 'fail').step ?? null,
    ])
    expect(Object.fromEntries(lapsed)).toEqual({
      ...{ unknown: 'fail', pending: 'fail', fraud: 'fail' },
      ...{ silent: null, less: null },
    })
  })

  it('cancels only what never left the portal and what the gateway does not know', () => {
    expect(stepOf('CREATED', 'unknown', 'cancel')).toMatchObject({ step: 'cancel', hasLapsed: true })
    expect(stepOf('CREATED', 'silent', 'cancel').step).toBeUndefined()
    expect(stepOf('CREATED', 'pending', 'cancel').step).toBeUndefined()
    // It was handed out while the gateway was asked.
    expect(stepOf('PENDING', 'unknown', 'cancel').step).toBeUndefined()
  })

  it('gives up what was sent to a gateway that never came to know it, and nothing else', () => {
    expect(stepOf('PENDING', 'unknown', 'giveUp')).toMatchObject({ step: 'cancel', hasLapsed: true })
    for (const answer of ['silent', 'pending', 'fraud', 'less'] as const)
      expect(stepOf('PENDING', answer, 'giveUp').step).toBeUndefined()
    expect(stepOf('SUCCESS', 'unknown', 'giveUp').step).toBeUndefined()
  })
})

describe('what a late success still settles', () => {
  const linesOf = (amounts: readonly number[]) => amounts.map(amount => ({ amount }))

  it('never comes to more than was paid, and never to less than nothing', () => {
    const amounts = fc.array(fc.integer({ min: -9_999, max: 9_999 }), { maxLength: 12 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 20_000 }), (free, amount) => {
        const kept = sum(keptOf(linesOf(free), amount).map(line => line.amount))
        expect(kept).toBeGreaterThanOrEqual(0)
        expect(kept).toBeLessThanOrEqual(amount)
      }),
    )
  })

  it.each([
    [[500, 300], 800, [500, 300]],
    // The credit that paid for a part is gone: one debit less.
    [[500, 500], 800, [500]],
    // The debit is gone: the credit is not used.
    [[-200], 800, []],
    [[500, -200], 300, [500, -200]],
  ])('of %j, with %i paid, is %j', (free, amount, kept) => {
    expect(keptOf(linesOf(free), amount).map(line => line.amount)).toEqual(kept)
  })
})

describe('a gateway is asked', () => {
  const since = '2026-11-20T06:00:00.000Z'
  const minutesOf = (gateway: 'PAYU' | 'CCAVENUE') => {
    const times: number[] = []
    for (let at: string | null = since; at; ) {
      at = nextPoll(gateway, since, at, 5)
      if (at) times.push((Date.parse(at) - Date.parse(since)) / 60_000)
    }
    return times
  }

  it('after 5, 15, 30 and 60 minutes, hourly for a day, and daily until it has been five days', () => {
    const hours = Array.from({ length: 23 }, (_, hour) => (hour + 2) * 60)
    const days = [2, 3, 4, 5].map(day => day * 1440)
    expect(minutesOf('PAYU')).toEqual([5, 15, 30, 60, ...hours, ...days])
    expect(minutesOf('CCAVENUE')).toEqual([1, 5, 15, 20, 30, 60, ...hours, ...days])
  })

  it('for the last time when the five days are over', () => {
    expect(isOver(since, '2026-11-25T05:59:59.999Z', 5)).toBe(false)
    expect(isOver(since, '2026-11-25T06:00:00.000Z', 5)).toBe(true)
  })
})
