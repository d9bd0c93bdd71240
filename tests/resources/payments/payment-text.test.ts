import { describe, expect, it } from 'vitest'
import { statesOf } from '../../../resources/define/process/states.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { failureReason, standingForPayer, standingForStaff } from '../../../resources/payments/payment-text.ts'
import { postingStates } from '../../../resources/payments/payment-words.ts'

const payment = { isAdvance: false, failureCode: null, failureText: null }

describe('how a payment stands', () => {
  it('is one sentence or two for each reader in every state, without codes', () => {
    for (const status of statesOf(paymentProcess))
      for (const postingStatus of postingStates)
        for (const sentence of [
          standingForPayer({ ...payment, status }),
          standingForStaff({ ...payment, status, postingStatus }),
        ]) {
          expect(sentence).toMatch(/^[A-Z].*\.$/)
          expect(sentence).not.toMatch(/[A-Z]{2,}_|undefined|null/)
        }
  })

  it('tells a payer who waits not to pay again', () => {
    expect(standingForPayer({ ...payment, status: 'PENDING' })).toContain('Do not pay again')
  })

  it('keeps the gateway’s own words from the payer, and shows them to our people', () => {
    const failed = { ...payment, status: 'FAILED', failureText: 'E801 Bank denied' } as const
    expect(standingForPayer(failed)).not.toContain('E801')
    expect(standingForStaff({ ...failed, postingStatus: 'NOT_DUE' })).toContain('E801 Bank denied')
  })

  it('gives each failure its reason', () => {
    const reasons = [
      failureReason({ status: 'CANCELLED' }),
      failureReason({ status: 'FAILED' }),
      failureReason({ status: 'FAILED', failureCode: 'EXPIRED' }),
    ]
    expect(new Set(reasons).size).toBe(3)
  })
})
