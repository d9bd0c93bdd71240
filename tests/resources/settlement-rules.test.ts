import { describe, expect, it } from 'vitest'
import { instantOf } from '../../resources/define/dates.ts'
import { namesGateway, utrsIn } from '../../resources/payments/settlement/bank-words.ts'
import { isSettlementLate, receivedBy, settledBy, takenBy } from '../../resources/payments/settlement-days.ts'
import {
  amountsOf,
  type ComparedCapture,
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

  it('the bank has one working day for a transfer, and a refund ten to stand in a file', () => {
    expect([receivedBy('2026-11-20', new Set()), takenBy('2026-11-20', new Set())]).toEqual([
      '2026-11-23',
      '2026-12-04',
    ])
  })

  it('and is late from the day after, by the Indian day of the payment', () => {
    const late = (time: string, today: string) => isSettlementLate(instantOf('2026-11-16', time), new Set(), today)
    expect([late('23:59', '2026-11-19'), late('00:00', '2026-11-20')]).toEqual([false, true])
    expect(isSettlementLate(instantOf('2026-11-17', '00:00'), new Set(), '2026-11-20')).toBe(false)
  })
})

describe('a row of a settlement file and its capture', () => {
  const sale: ComparedRow = { kind: 'SALE', grossAmount: 10_000 }
  const capture: ComparedCapture = { amount: 10_000, currency: 'INR', isSettled: false }
  const kind = (row: Partial<ComparedRow>, more: Partial<ComparedCapture> = {}) =>
    differenceOf({ ...sale, ...row }, { ...capture, ...more })?.kind

  it('agree to the paisa, and in rupees alone', () => {
    expect(kind({})).toBeUndefined()
    expect([kind({ grossAmount: 9_999 }), kind({ grossAmount: 10_001 })]).toEqual(['AMOUNT_DIFFERS', 'AMOUNT_DIFFERS'])
    expect(kind({ grossAmount: 840_000 }, { currency: 'USD' })).toBeUndefined()
  })

  it('differ where the portal has no such payment, does not know it as paid, or had it settled before', () => {
    expect(differenceOf(sale, undefined)).toEqual({ kind: 'NOT_IN_PORTAL', expectedAmount: 0, foundAmount: 10_000 })
    expect(differenceOf(sale, undefined, true)?.kind).toBe('NOT_PAID')
    expect(kind({}, { isSettled: true })).toBe('SETTLED_TWICE')
  })

  it('differ where a gateway took back what the portal never had; an adjustment is about no payment', () => {
    const back = { kind: 'REFUND', grossAmount: -4_000 } as const
    expect(kind(back)).toBeUndefined()
    expect(differenceOf(back, undefined)?.kind).toBe('REFUND_UNKNOWN')
    expect(differenceOf({ ...sale, kind: 'ADJUSTMENT' }, undefined)).toBeUndefined()
  })

  it('come to amount less fee and tax', () => {
    expect(netOf({ grossAmount: 10_000, feeAmount: 200, taxAmount: 36 })).toBe(9_764)
    expect(netOf({ grossAmount: -10_000, feeAmount: 500, taxAmount: 90 })).toBe(-10_590)
  })
})

describe('the amounts of a row', () => {
  const written = { amount: 0, fee: 0, taxOnFee: 0, feeWithTax: null, netAmount: null, credit: null, debit: null }

  it('have the sign of their kind, however they are written', () => {
    for (const amount of [50_000, -50_000])
      expect(amountsOf('REFUND', { ...written, amount })).toMatchObject({ grossAmount: -50_000, netAmount: -50_000 })
    expect(amountsOf('CHARGEBACK_WON', { ...written, amount: 50_000 })).toMatchObject({ grossAmount: 50_000 })
    expect(amountsOf('ADJUSTMENT', { ...written, amount: 5_000 })).toMatchObject({ netAmount: 5_000 })
    expect(amountsOf('ADJUSTMENT', { ...written, amount: 5_000, debit: 5_000 })).toMatchObject({ netAmount: -5_000 })
  })

  it('have the fee without its tax, and a charge as a fee where the amount alone says it', () => {
    const razorpay = { ...written, amount: 100_000, feeWithTax: 2_360, taxOnFee: 360, credit: 97_640, debit: 0 }
    expect(amountsOf('SALE', razorpay)).toEqual({
      grossAmount: 100_000,
      feeAmount: 2_000,
      taxAmount: 360,
      netAmount: 97_640,
    })
    const kept = { grossAmount: 0, feeAmount: 10_000, taxAmount: 0, netAmount: -10_000 }
    expect(amountsOf('FEE', { ...written, amount: 10_000 })).toEqual(kept)
    expect(amountsOf('TAX', { ...written, amount: -1_800 })).toMatchObject({ taxAmount: 1_800, netAmount: -1_800 })
    expect(amountsOf('RENTAL', { ...written, fee: 10_000, taxOnFee: 1_800 })).toMatchObject({ netAmount: -11_800 })
  })
})

describe('the UTR in a narration of a bank', () => {
  it.each([
    ['NEFT CR-HDFC0000001-PAYU-HDFCN52026112012345678-BILTY', 'HDFCN52026112012345678'],
    ['RTGS-SBINR52026112098765432 PAYU', 'SBINR52026112098765432'],
    ['NEFT/AXISP00123456789/CC AVENUE', 'AXISP00123456789'],
    ['NEFT*N326261234567890*BILLDESK', 'N326261234567890'],
    ['CMS/CMS1234567890/INFIBEAM', 'CMS1234567890'],
    ['IMPS-532112345678-RAM', '532112345678'],
    ['CHQ DEP 12345', undefined],
  ])('of %s is %s', (narration, utr) => {
    expect(utrsIn(narration)[0]).toBe(utr)
  })

  it('is found in the reference of the bank, too, the likeliest form first', () => {
    expect(utrsIn('532112345678 PAYU', 'HDFCN52026112012345678')).toEqual(['HDFCN52026112012345678', '532112345678'])
    expect(['PAYU PAYMENTS', 'IndiaIdeas.com', 'CCAVENUE'].every(namesGateway)).toBe(true)
    expect(namesGateway('NEFT RAM STORES')).toBe(false)
  })
})
