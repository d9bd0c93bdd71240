import { describe, expect, it } from 'vitest'
import { statesOf } from '../../../resources/define/process/states.ts'
import { failureReason, payerSentence, refundSentence } from '../../../resources/payments/money/payer-sentence.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { standingForStaff } from '../../../resources/payments/payment-text.ts'
import { postingStates } from '../../../resources/payments/payment-words.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { refundKinds } from '../../../resources/payments/settlement-words.ts'

const now = '2026-11-30T08:00:00.000Z'
const payment = {
  isAdvance: false,
  amount: 1180_50,
  capturedAmount: 0,
  unresolvedAmount: 0,
  overdueSince: null,
  failureCode: null,
  failureText: null,
  lockUntil: '2026-12-01T08:00:00.000Z',
  decideBy: null,
}

describe('how a payment stands', () => {
  it('is one sentence or two for each reader in every state, without codes', () => {
    for (const status of statesOf(paymentProcess))
      for (const postingStatus of postingStates)
        for (const sentence of [
          `${payerSentence({ ...payment, status }, now)}.`,
          standingForStaff({ ...payment, status, postingStatus }, now, null),
        ]) {
          expect(sentence).toMatch(/^[A-Z₹].*\.$/)
          expect(sentence).not.toMatch(/[A-Z]{2,}_|undefined|null/)
        }
  })

  it('tells a payer who waits until when their invoices are held, and once they are not', () => {
    const waits = { ...payment, status: 'PENDING' } as const
    expect(payerSentence(waits, now)).toBe('Waiting for your bank; invoices held until 1 Dec, 13:30')
    expect(payerSentence(waits, '2026-12-01T08:00:01.000Z')).toBe(
      'Waiting for your bank; your invoices are no longer held',
    )
  })

  it('tells a payer of money that is to be decided how much came and by when we write', () => {
    const short = { ...payment, status: 'CHECKING', capturedAmount: 100_00, decideBy: '2026-12-02' } as const
    expect(payerSentence(short, now)).toBe('We received ₹ 100.00 of ₹ 1,180.50; we write by 2 Dec')
  })

  it('tells a payer whose payment failed when their bank returns a debit', () => {
    expect(payerSentence({ ...payment, status: 'FAILED' }, now)).toBe(
      'Not paid. If you were debited, your bank returns it within 5 days',
    )
  })

  it('tells our people what is to be decided, and since when a gateway says nothing', () => {
    const open = { ...payment, status: 'SUCCESS', postingStatus: 'POSTED', unresolvedAmount: 19_50 } as const
    expect(standingForStaff(open, now, '2026-12-02')).toBe(
      'Posted in SAP, invoices not cleared yet. ₹ 19.50 to decide by 2 Dec.',
    )
    const silent = { ...payment, status: 'PENDING', postingStatus: 'NOT_DUE', overdueSince: now } as const
    expect(standingForStaff(silent, now, null)).toBe('The gateway has said nothing definite since 30 Nov.')
  })

  it('keeps the gateway’s own words from the payer, and shows them to our people', () => {
    const failed = { ...payment, status: 'FAILED', failureText: 'E801 Bank denied' } as const
    expect(payerSentence(failed, now)).not.toContain('E801')
    expect(standingForStaff({ ...failed, postingStatus: 'NOT_DUE' }, now, null)).toContain('E801 Bank denied')
  })

  it('gives each failure its reason', () => {
    const reasons = [
      failureReason({ status: 'CANCELLED' }),
      failureReason({ status: 'FAILED' }),
      failureReason({ status: 'FAILED', failureCode: 'EXPIRED' }),
      failureReason({ status: 'FAILED', failureCode: 'AUTO_REFUNDED' }),
    ]
    expect(new Set(reasons).size).toBe(4)
  })
})

describe('money that goes back', () => {
  const refund = { kind: 'REFUND', amount: 500_00, status: 'ASKED', expectedBy: '2026-12-09', bankArn: null } as const

  it('is told with its day, then with its reference', () => {
    expect(refundSentence(refund, now)).toBe('₹ 500.00 goes back by 9 Dec')
    expect(refundSentence({ ...refund, status: 'SETTLED', bankArn: 'HDFC1' }, now)).toBe(
      '₹ 500.00 went back to you with reference HDFC1',
    )
  })

  it('is told in each of its kinds and states', () => {
    for (const kind of refundKinds)
      for (const status of statesOf(refundProcess))
        expect(refundSentence({ ...refund, kind, status }, now)).toMatch(/^[A-Z₹].*500\.00.*[^.]$/)
  })
})
