import { describe, expect, it } from 'vitest'
import { instantOf } from '../../resources/define/dates.ts'
import { isSettlementLate, settledBy } from '../../resources/payments/settlement-days.ts'
import {
  type ComparedPayment,
  type ComparedRow,
  differenceOf,
  netOf,
} from '../../resources/payments/settlement-rules.ts'

describe('a gateway has three working days to settle', () => {
  // 2026-11-20 is a Friday.
  it.each([
    ['2026-11-16', '2026-11-19', []],
    ['2026-11-20', '2026-11-25', []],
    ['2026-11-21', '2026-11-25', []],
    ['2026-11-22', '2026-11-25', []],
    ['2026-11-20', '2026-11-26', ['2026-11-24']],
    ['2026-11-20', '2026-11-25', ['2026-11-22']],
  ])('%s is settled by %s with the holidays %j', (paid, by, holidays) => {
    expect(settledBy(paid, new Set(holidays))).toBe(by)
  })

  it('and is late from the day after, by the Indian day of the payment', () => {
    const late = (time: string, today: string) => isSettlementLate(instantOf('2026-11-16', time), new Set(), today)
    expect([late('23:59', '2026-11-19'), late('00:00', '2026-11-20')]).toEqual([false, true])
    expect(isSettlementLate(instantOf('2026-11-17', '00:00'), new Set(), '2026-11-20')).toBe(false)
  })
})

describe('a row of a settlement file and its payment', () => {
  const sale: ComparedRow = { kind: 'SALE', grossAmount: 10_000, settlementRef: 'U1' }
  const payment: ComparedPayment = {
    ...{ status: 'SUCCESS', amount: 10_000, settlementRef: null },
    ...{ refundsKnown: 0, takenBack: 0 },
  }
  const kind = (row: Partial<ComparedRow>, more: Partial<ComparedPayment> | undefined = {}) =>
    differenceOf({ ...sale, ...row }, more && { ...payment, ...more })?.kind

  it('agree to the paisa, also once the payment is refunded', () => {
    expect(kind({})).toBeUndefined()
    expect(kind({}, { status: 'REFUNDED' })).toBeUndefined()
    expect(kind({}, { settlementRef: 'U1' })).toBeUndefined()
    expect([kind({ grossAmount: 9_999 }), kind({ grossAmount: 10_001 })]).toEqual(['AMOUNT_DIFFERS', 'AMOUNT_DIFFERS'])
  })

  it('differ where the portal has no such payment, does not know it as paid, or had it settled before', () => {
    expect(differenceOf(sale, undefined)).toEqual({ kind: 'NOT_IN_PORTAL', expectedAmount: 0, foundAmount: 10_000 })
    for (const status of ['CREATED', 'PENDING', 'FAILED', 'CANCELLED'] as const)
      expect(kind({}, { status }), status).toBe('NOT_PAID')
    expect(kind({}, { settlementRef: 'U0' })).toBe('SETTLED_TWICE')
  })

  it('differ where a gateway took back more than the portal knows; an adjustment is about no payment', () => {
    const back = { kind: 'REFUND', grossAmount: -4_000 } as const
    expect(kind(back, { takenBack: 4_000, refundsKnown: 4_000 })).toBeUndefined()
    expect(kind(back, { takenBack: 4_000, refundsKnown: 3_999 })).toBe('REFUND_UNKNOWN')
    expect(differenceOf({ ...sale, kind: 'ADJUSTMENT' }, undefined)).toBeUndefined()
  })

  it('come to amount less fee and tax', () => {
    expect(netOf({ grossAmount: 10_000, feeAmount: 200, taxAmount: 36 })).toBe(9_764)
    expect(netOf({ grossAmount: -10_000, feeAmount: 500, taxAmount: 90 })).toBe(-10_590)
  })
})
