import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unknown, verified } from '../../../api/payments/gateways/gateway.ts'
import { verdictOf } from '../../../api/payments/results/verdict.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { ccavenueWords } from '../../../resources/payments/gateways/ccavenue-words.ts'
import { payuWords } from '../../../resources/payments/gateways/payu-words.ts'
import type { WordTable } from '../../../resources/payments/gateways/word-table.ts'
import { keptOf } from '../../../resources/payments/late-success.ts'
import { nextPoll, windowOver } from '../../../resources/payments/poll-times.ts'

const facts = {
  ...{ amount: 1000, currency: 'INR', gatewayTxnId: 'G1', charges: null },
  ...{ bankRefNo: null, mode: null, redacted: {} },
}
const said = (words: WordTable, word: string) => verdictOf(verified(words, { ...facts, said: word }))

describe('an answer of a gateway', () => {
  it.each([
    ['captured', 'CAPTURED'],
    ['auth', 'WAITS'],
    ['initiated', 'WAITS'],
    ['in progress', 'WAITS'],
    ['userCancelled', 'CANCELLED'],
    ['bounced', 'FAILED'],
    ['dropped', 'FAILED'],
    ['autoRefund', 'RETURNED'],
    ['A word of tomorrow', 'WAITS'],
  ])('of PayU that says %s means %s', (word, verdict) => expect(said(payuWords, word)).toBe(verdict))

  it.each([
    ['Shipped', 'CAPTURED'],
    ['Successful', 'WAITS'],
    ['Awaited', 'WAITS'],
    ['Aborted', 'CANCELLED'],
    ['Auto-Cancelled', 'CANCELLED'],
    ['Timeout', 'FAILED'],
    ['Auto-Reversed', 'RETURNED'],
    ['System refund', 'RETURNED'],
    ['Chargeback', 'RETURNED'],
    ['Fraud', 'DOUBTED'],
  ])('of CCAvenue that says %s means %s', (word, verdict) => expect(said(ccavenueWords, word)).toBe(verdict))

  it('that does not come, or knows nothing of it, never means that it is not paid', () => {
    expect(verdictOf(unknown('TIMEOUT', 'No answer'))).toBe('SILENT')
    expect(verdictOf(unknown('LIMITED', 'Too many questions'))).toBe('SILENT')
    expect(verdictOf(unknown('NOT_FOUND', 'Not found'))).toBe('NOT_FOUND')
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
      at = nextPoll(gateway, since, at, 6)
      if (at) times.push((Date.parse(at) - Date.parse(since)) / 60_000)
    }
    return times
  }

  it('after 5, 15, 30 and 60 minutes, hourly for a day, and daily until thirty days after its window of six', () => {
    const hours = Array.from({ length: 23 }, (_, hour) => (hour + 2) * 60)
    const days = Array.from({ length: 35 }, (_, day) => (day + 2) * 1440)
    expect(minutesOf('PAYU')).toEqual([5, 15, 30, 60, ...hours, ...days])
    expect(minutesOf('CCAVENUE')).toEqual([1, 5, 15, 20, 30, 60, ...hours, ...days])
  })

  it('seven days longer where CCAvenue says that an order is authorised and not confirmed', () => {
    const last = '2027-01-01T06:00:00.000Z'
    expect(nextPoll('CCAVENUE', since, last, 6)).toBe(null)
    expect(nextPoll('CCAVENUE', since, last, 6, { authorised: true })).toBe('2027-01-02T06:00:00.000Z')
    expect(nextPoll('PAYU', since, last, 6, { authorised: true })).toBe(null)
  })

  it('in a window of six days, and of thirteen while CCAvenue says Successful', () => {
    const over = (gateway: 'PAYU' | 'CCAVENUE', at: string, isAuthorised: boolean) =>
      windowOver(gateway, since, at, 6, isAuthorised)
    expect(over('CCAVENUE', '2026-11-26T05:59:59.999Z', false)).toBe(false)
    expect(over('CCAVENUE', '2026-11-26T06:00:00.000Z', false)).toBe(true)
    expect(over('CCAVENUE', '2026-12-03T05:59:59.999Z', true)).toBe(false)
    expect(over('CCAVENUE', '2026-12-03T06:00:00.000Z', true)).toBe(true)
    expect(over('PAYU', '2026-11-26T06:00:00.000Z', true)).toBe(true)
  })
})
