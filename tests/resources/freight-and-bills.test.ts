import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percentOf, sum } from '../../resources/define/amounts.ts'
import { type Actor, stepsFor } from '../../resources/define/process/process.ts'
import { type BillState, type BillSubject, billProcess } from '../../resources/dispatches/bills/bill-process.ts'
import {
  differencesOf,
  matchLines,
  reverseCharge,
  taxFits,
  whyNotBillable,
} from '../../resources/dispatches/bills/bill-rules.ts'
import { whyApproval, whyNoDetention } from '../../resources/dispatches/bills/carting-rules.ts'
import { whyUnpaid } from '../../resources/dispatches/bills/why-unpaid.ts'
import { shareByWeight, shareCarriage } from '../../resources/dispatches/freight-share.ts'

const part = fc.record({ weight: fc.nat(10_000_000), value: fc.nat(1_000_000_000) })
const parts = fc.array(part, { minLength: 1, maxLength: 30 })

describe('the freight of an LR', () => {
  it('is shared by weight to the paisa, as in the worked example', () => {
    const lines = [100_000, 70_000, 30_500].map(weight => ({ weight, value: 1 }))
    expect(shareByWeight(100_000, lines)).toEqual([49_875, 34_913, 15_212])
  })

  it('is shared by value when nothing has a weight, and equally when nothing has a value either', () => {
    const weightless = (...values: number[]) => values.map(value => ({ weight: 0, value }))
    expect(shareByWeight(1000, weightless(300, 100))).toEqual([750, 250])
    expect(shareByWeight(1001, weightless(0, 0))).toEqual([501, 500])
  })

  it('is shared apart from the carting, and neither loses a paisa', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(10_000_000), parts, (freight, carting, given) => {
        const shares = shareCarriage({ freight, carting }, given)
        expect(sum(shares.map(share => share.freightShare))).toBe(freight)
        expect(sum(shares.map(share => share.cartingShare))).toBe(carting)
        expect(shares.every(share => share.freightShare >= 0 && share.cartingShare >= 0)).toBe(true)
      }),
    )
  })

  it('never gives a lighter invoice more than a heavier one, besides the last paisa', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), parts, (freight, given) => {
        fc.pre(given.some(({ weight }) => weight > 0))
        const shares = shareByWeight(freight, given)
        for (const [one, { weight }] of given.entries())
          for (const [other, heavier] of given.entries())
            if (weight < heavier.weight) expect(shares[one]!).toBeLessThanOrEqual(shares[other]! + 1)
      }),
    )
  })
})

describe('a bill of a transporter', () => {
  const tolerance = { line: { amount: 50_00, pct: 200 }, whole: { amount: 500_00, pct: 100 } }
  const amounts = (billed: number, expected: number) => ({
    ...{ billedFreight: billed, billedOther: 0, expectedFreight: expected, expectedOther: 0 },
  })
  const line = (billed: number, expected: number) => matchLines([amounts(billed, expected)], tolerance)[0]

  it('matches within ₹ 50 or 2 % of what was agreed, whichever is more, and always below it', () => {
    expect(line(1_050_00, 1_000_00)).toEqual({ variance: 50_00, isMatched: true })
    expect(line(1_050_01, 1_000_00)).toEqual({ variance: 50_01, isMatched: false })
    expect(line(10_200_00, 10_000_00)).toMatchObject({ isMatched: true })
    expect(line(10_200_01, 10_000_00)).toMatchObject({ isMatched: false })
    expect(line(0, 10_000_00)).toEqual({ variance: -10_000_00, isMatched: true })
  })

  it('covers freight and other charges together', () => {
    const both = { billedFreight: 900_00, billedOther: 160_00, expectedFreight: 1_000_00, expectedOther: 50_00 }
    expect(matchLines([both], tolerance)).toEqual([{ variance: 10_00, isMatched: true }])
  })

  it('of 55 LRs each ₹ 50 over differs in all of them, since they are 11 % over together', () => {
    const lines = Array.from({ length: 55 }, () => amounts(504_55, 454_55))
    expect(differencesOf(lines)).toEqual({ agreed: 25_000_25, over: 2_750_00, under: 0, lrsOver: 55 })
    expect(matchLines(lines, tolerance).filter(({ isMatched }) => isMatched)).toEqual([])
    expect(matchLines(lines.slice(0, 10), tolerance).every(({ isMatched }) => isMatched)).toBe(true)
  })

  it('is never netted: what is under on one LR pays for nothing that is over on others', () => {
    const lines = [...Array.from({ length: 54 }, () => amounts(504_55, 454_55)), amounts(300_00, 3_000_00)]
    expect(differencesOf(lines)).toMatchObject({ over: 2_700_00, under: 2_700_00, lrsOver: 54 })
    const matches = matchLines(lines, tolerance).map(({ isMatched }) => isMatched)
    expect(matches).toEqual([...Array(54).fill(false), true])
  })

  it('matches as a whole exactly when nothing over its own tolerance is left and all that is over is within the whole', () => {
    const some = fc.array(fc.tuple(fc.nat(20_000_00), fc.nat(20_000_00)), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(some, pairs => {
        const lines = pairs.map(([billed, agreed]) => amounts(billed, agreed))
        const { over, agreed } = differencesOf(lines)
        const most = Math.max(500_00, Math.round(agreed / 100))
        for (const [at, { variance, isMatched }] of matchLines(lines, tolerance).entries()) {
          const within = variance <= Math.max(50_00, Math.round((pairs[at]![1] * 2) / 100))
          expect(isMatched).toBe(variance <= 0 || (over <= most && within))
        }
      }),
    )
  })

  it('fits its GST within a rupee of its rate; where the transporter is no transport agency, any tax fits', () => {
    expect(taxFits('FORWARD_5', 1_000_00, 50_00)).toBe(true)
    expect(taxFits('FORWARD_5', 1_000_00, 51_00)).toBe(true)
    expect(taxFits('FORWARD_5', 1_000_00, 51_01)).toBe(false)
    expect(taxFits('FORWARD_18', 1_000_00, 180_00)).toBe(true)
    expect(taxFits('FORWARD_18', 1_000_00, 50_00)).toBe(false)
    expect(taxFits('RCM', 1_000_00, 0)).toBe(true)
    expect(taxFits('NOT_GTA', 1_000_00, 123_45)).toBe(true)
    fc.assert(
      fc.property(fc.nat(1_000_000_000), base => {
        expect(taxFits('FORWARD_5', base, percentOf(base, 500))).toBe(true)
      }),
    )
  })

  it('makes 5 % payable by us under reverse charge, and nothing otherwise', () => {
    expect(reverseCharge('RCM', 1_000_00)).toBe(50_00)
    expect(reverseCharge('FORWARD_5', 1_000_00)).toBe(0)
  })

  const lr = {
    lrNo: 'V1',
    lrDate: '2026-01-01',
    transporterId: 1,
    businessLine: 'CORE',
    freightTerms: 'FOR',
    deliveryStatus: 'DELIVERED',
    lateBillReason: null,
  } as const
  const why = (more: object, billDate = '2026-02-01') =>
    whyNotBillable({ ...lr, ...more }, { transporterId: 1, billDate })?.code

  it('takes LRs of its transporter whose freight we pay, up to 180 days old', () => {
    expect(why({})).toBeUndefined()
    expect(why({ transporterId: 2 })).toBe('OTHER_TRANSPORTER')
    expect(why({ freightTerms: 'TO_PAY' })).toBe('NOT_BILLED')
    expect(why({ businessLine: 'SIGMA' })).toBe('NOT_BILLED')
    expect(why({ deliveryStatus: 'CANCELLED' })).toBe('NOT_BILLED')
    expect(why({}, '2025-12-31')).toBe('RANGE')
    expect(why({}, '2026-06-30')).toBeUndefined()
    expect(why({}, '2026-07-01')).toBe('TOO_OLD')
    expect(why({ lateBillReason: 'Lost in the post' }, '2026-07-01')).toBeUndefined()
  })

  const subject = (status: BillState, more: Partial<BillSubject> = {}): BillSubject => ({
    ...{ status, isOwn: false, openLrs: [], taxIsOpen: false, lrsWithoutPod: [] },
    ...more,
  })
  const steps = (bill: BillSubject, actors: readonly Actor[]) => stepsFor(billProcess, bill, actors).steps

  it('goes from draft to paid by the steps of the desk, the transporter and Finance, and by nobody else', () => {
    expect(steps(subject('DRAFT', { isOwn: true }), ['TRANSPORTER', 'owner'])).toEqual([
      'submit',
      'correct',
      'withdraw',
    ])
    expect(steps(subject('DRAFT'), ['DISPATCH'])).toEqual(['submit'])
    expect(steps(subject('SUBMITTED'), ['FINANCE', 'DISPATCH', 'TRANSPORTER', 'owner'])).toEqual([])
    expect(steps(subject('DISPUTED'), ['FINANCE'])).toEqual(['accept', 'reject'])
    expect(steps(subject('MATCHED'), ['FINANCE'])).toEqual(['approve', 'reject'])
    expect(steps(subject('MATCHED', { isOwn: true }), ['TRANSPORTER', 'owner'])).toEqual(['correct', 'withdraw'])
    expect(steps(subject('MATCHED'), ['DISPATCH'])).toEqual([])
    expect(steps(subject('APPROVED'), ['FINANCE'])).toEqual(['pay'])
    expect(steps(subject('PAID'), ['FINANCE', 'DISPATCH', 'TRANSPORTER', 'owner'])).toEqual([])
    expect(steps(subject('REJECTED'), ['FINANCE', 'DISPATCH', 'TRANSPORTER', 'owner'])).toEqual(['correct'])
  })

  it('is decided by nobody who entered it, and approved only with every proof of delivery', () => {
    const own = { isOwn: true }
    expect(steps(subject('DISPUTED', own), ['FINANCE'])).toEqual([])
    expect(steps(subject('MATCHED', own), ['FINANCE'])).toEqual([])
    expect(steps(subject('MATCHED', { lrsWithoutPod: ['V1'] }), ['FINANCE'])).toEqual(['reject'])
  })

  it('tells the transporter of each LR why it is not paid', () => {
    const shipped = {
      businessLine: 'CORE',
      freightTerms: 'FOR',
      deliveryStatus: 'DELIVERED',
      podStatus: 'NONE',
    } as const
    const billed = { billedFreight: 1_200_00, billedOther: 0, expectedFreight: 1_000_00, expectedOther: 0 }
    const amounts = { ...billed, isMatched: false, isAccepted: false }
    const on = (status: BillState, line = amounts) => ({
      line,
      bill: { billNo: 'B1', status, isPodRequired: true, paidOn: null, paymentRef: null },
    })
    expect(whyUnpaid(shipped)).toContain('Not billed yet')
    expect(whyUnpaid({ ...shipped, freightTerms: 'TO_PAY' })).toContain('the consignee pays')
    expect(whyUnpaid(shipped, on('DISPUTED'))).toBe(
      'Billed ₹ 1,200.00, agreed ₹ 1,000.00: Finance has to accept the difference.',
    )
    expect(whyUnpaid(shipped, on('DISPUTED', { ...amounts, isMatched: true }))).toContain('elsewhere on it')
    expect(whyUnpaid(shipped, on('MATCHED'))).toContain('No proof of delivery')
    expect(whyUnpaid({ ...shipped, podStatus: 'UPLOADED' }, on('MATCHED'))).toContain('waits to be accepted')
    expect(whyUnpaid({ ...shipped, podStatus: 'REJECTED' }, on('MATCHED'))).toContain('upload it again')
    expect(whyUnpaid({ ...shipped, deliveryStatus: 'LOST' }, on('MATCHED'))).toContain('approval of Finance')
  })
})

describe('carting of an LR', () => {
  const of = (more: object) =>
    whyApproval({ voucherTotal: 100_00, lrTotal: 100_00, freight: 1_000_00, limit: 5_000_00, ...more })

  it('counts at once up to the limit of a voucher and a fifth of the freight', () => {
    expect(of({})).toBeNull()
    expect(of({ voucherTotal: 5_000_00, freight: 100_000_00 })).toBeNull()
    expect(of({ voucherTotal: 5_000_01, freight: 100_000_00 })).toContain('above ₹ 5,000.00')
    expect(of({ lrTotal: 200_00 })).toBeNull()
    expect(of({ lrTotal: 200_01 })).toContain('20 % of the freight')
    expect(of({ lrTotal: 900_00, freight: 0 })).toBeNull()
  })

  it('includes detention only beyond the free hours of the lane', () => {
    const stay = (gateInAt: string | null, gateOutAt: string | null, free: number | null = 6) =>
      whyNoDetention({ gateInAt, gateOutAt }, free)?.field
    const at = (time: string) => `2026-11-20T${time}:00.000Z`
    expect(stay(null, at('09:00'))).toBe('gateInAt')
    expect(stay(at('03:00'), null)).toBe('gateOutAt')
    expect(stay(at('09:00'), at('08:00'))).toBe('gateOutAt')
    expect(stay(at('03:00'), at('09:00'))).toBe('gateOutAt')
    expect(stay(at('03:00'), at('09:01'))).toBeUndefined()
    expect(stay(at('03:00'), at('03:01'), null)).toBeUndefined()
  })
})
