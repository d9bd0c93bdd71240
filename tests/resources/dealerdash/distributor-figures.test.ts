import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  achievementOf,
  distributorFigures,
  incentiveOf,
  runRateOf,
  type SalesOfMonth,
  type TargetOfMonth,
} from '../../../resources/dealerdash/distributor-figures.ts'
import { daysOfFy, fyMonths, isClosed, isFy, monthOfFy } from '../../../resources/dealerdash/financial-year.ts'
import { sum } from '../../../resources/define/amounts.ts'

const target = (month: number, targetValue: number, more: Partial<TargetOfMonth> = {}): TargetOfMonth => ({
  customerId: 1,
  sbuId: 1,
  month,
  targetValue,
  incentivePct: 150,
  ...more,
})
const sold = (month: string, value: number, more: Partial<SalesOfMonth> = {}): SalesOfMonth => ({
  customerId: 1,
  sbuId: 1,
  month,
  value,
  ...more,
})

describe('a financial year', () => {
  it('runs from April to March, and is named by two years in a row', () => {
    expect(daysOfFy('2627')).toEqual({ from: '2026-04-01', to: '2027-03-31' })
    expect(fyMonths.map(month => monthOfFy('2627', month))).toEqual([
      ...['2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
      ...['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'],
    ])
    expect(['2627', '9900', '2628', '2726', '26-7', '262'].map(isFy)).toEqual([true, true, false, false, false, false])
  })

  it('closes a month with its last day', () => {
    expect(isClosed('2526', 3, '2026-03-31')).toBe(false)
    expect(isClosed('2526', 3, '2026-04-01')).toBe(true)
    expect(isClosed('2627', 4, '2026-04-01')).toBe(false)
  })
})

describe('achievement', () => {
  it('is a share of the target in hundredths of a percent, and nothing without a target', () => {
    expect(achievementOf(3_00_000_00, 1_00_000_00).pct).toBe(3333)
    expect(achievementOf(3_00_000_00, 2_00_000_00).pct).toBe(6667)
    expect(achievementOf(1_00_000_00, -5_000_00).pct).toBe(-500)
    expect(achievementOf(0, 5_00_000_00).pct).toBeNull()
  })
})

describe('the incentive of an SBU and month', () => {
  it('is the achieved value by the percentage, half up to the paisa, when the target is reached', () => {
    // ₹ 1,00,000.33 at 1.5 % is ₹ 1,500.00495.
    expect(incentiveOf(1_00_000_00, 1_00_000_33, 150)).toBe(1_500_00)
    // ₹ 3.00 at 0.50 % is 1.5 paise.
    expect(incentiveOf(2_00, 3_00, 50)).toBe(2)
    expect(incentiveOf(1_00_000_00, 1_00_000_00, 150)).toBe(1_500_00)
    expect(incentiveOf(1_00_000_00, 99_999_99, 150)).toBe(0)
  })

  it('is nothing for a target of 0', () => {
    expect(incentiveOf(0, 5_00_000_00, 150)).toBe(0)
    expect(incentiveOf(0, -1, 150)).toBe(0)
  })

  it('is rounded for each SBU and month, and then summed', () => {
    const targets = [target(4, 1_00, { incentivePct: 50 }), target(4, 1_00, { sbuId: 2, incentivePct: 50 })]
    const sales = [sold('2026-04', 1_10), sold('2026-04', 1_10, { sbuId: 2 })]
    // 0.55 paise each: 1 and 1, where the sum of 1.1 would be 1.
    const figures = distributorFigures({ targets, sales }, '2627', '2026-05-02')
    expect(figures.incentive).toBe(2)
    expect(figures.incentives.map(({ sbuId, amount }) => [sbuId, amount])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('is lost where a credit note brings its own month below the target, and no other month', () => {
    const targets = [target(4, 1_00_000_00), target(5, 1_00_000_00)]
    const before = [sold('2026-04', 1_20_000_00), sold('2026-05', 1_10_000_00)]
    expect(distributorFigures({ targets, sales: before }, '2627', '2026-06-01').incentive).toBe(1_800_00 + 1_650_00)
    const credited = [...before, sold('2026-05', -10_000_01)]
    expect(distributorFigures({ targets, sales: credited }, '2627', '2026-06-01').incentive).toBe(1_800_00)
  })

  it('of one SBU does not count what another one sold', () => {
    const targets = [target(4, 1_00_000_00), target(4, 50_000_00, { sbuId: 2, incentivePct: 200 })]
    const sales = [sold('2026-04', 2_00_000_00, { sbuId: 2 })]
    expect(distributorFigures({ targets, sales }, '2627', '2026-05-01').incentive).toBe(4_000_00)
  })
})

describe('the run rate', () => {
  it('is what is left of the year by the months after the last closed one; in March one', () => {
    expect(runRateOf('2627', 12_00_000_00, 3_00_000_00, '2026-11-24')).toEqual({
      perMonth: 1_80_000_00,
      monthsLeft: 5,
    })
    expect(runRateOf('2627', 12_00_000_00, 0, '2026-04-01')?.monthsLeft).toBe(12)
    expect(runRateOf('2627', 12_00_000_00, 11_00_000_00, '2027-03-31')).toEqual({
      perMonth: 1_00_000_00,
      monthsLeft: 1,
    })
    expect(runRateOf('2627', 12_00_000_00, 11_00_000_00, '2027-04-01')).toBeNull()
  })

  it('is never below nothing, and half up', () => {
    expect(runRateOf('2627', 1_00, 5_00, '2026-11-24')?.perMonth).toBe(0)
    expect(runRateOf('2627', 11, 0, '2027-02-01')?.perMonth).toBe(6)
  })
})

describe('the tiles', () => {
  const targets = fyMonths.map(month => target(month, 1_00_000_00))
  const sales = [sold('2026-04', 90_000_00), sold('2026-10', 1_50_000_00), sold('2026-11', 40_000_00)]

  it('count to the current month, whose target is part of it', () => {
    const { ytd, ofMonth, month, wholeYear } = distributorFigures({ targets, sales }, '2627', '2026-11-24')
    expect(ytd).toEqual({ target: 8_00_000_00, achieved: 2_80_000_00, pct: 3500 })
    expect(month).toBe('2026-11')
    expect(ofMonth).toEqual({ target: 1_00_000_00, achieved: 40_000_00, pct: 4000 })
    expect(wholeYear).toBe(12_00_000_00)
  })

  it('cover the whole of a year that is over, and nothing of one to come', () => {
    const over = distributorFigures({ targets, sales }, '2627', '2027-04-01')
    expect(over.ytd.target).toBe(12_00_000_00)
    expect([over.month, over.runRate]).toEqual(['2027-03', null])
    const ahead = distributorFigures({ targets, sales: [] }, '2627', '2026-03-31')
    expect(ahead.ytd).toEqual({ target: 0, achieved: 0, pct: null })
    expect([ahead.month, ahead.runRate?.monthsLeft]).toEqual(['2026-04', 12])
  })
})

const anyTarget = fc.record({
  customerId: fc.integer({ min: 1, max: 2 }),
  sbuId: fc.integer({ min: 1, max: 2 }),
  month: fc.integer({ min: 1, max: 12 }),
  targetValue: fc.integer({ min: 0, max: 10 ** 9 }),
  incentivePct: fc.integer({ min: 0, max: 10_000 }),
})
const anySales = fc.record({
  customerId: fc.integer({ min: 1, max: 2 }),
  sbuId: fc.integer({ min: 1, max: 2 }),
  month: fc.constantFrom(...fyMonths.map(month => monthOfFy('2627', month))),
  value: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
})
const keyed = (one: TargetOfMonth) => `${one.customerId}/${one.sbuId}/${one.month}`

describe('any targets and sales', () => {
  it('add up: months to the year, incentives to their months and to the total', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyTarget, { selector: keyed, maxLength: 30 }),
        fc.array(anySales, { maxLength: 40 }),
        (targets, sales) => {
          const figures = distributorFigures({ targets, sales }, '2627', '2027-04-01')
          expect(figures.ytd.achieved).toBe(sum(sales.map(({ value }) => value)))
          expect(figures.ytd.target).toBe(sum(targets.map(({ targetValue }) => targetValue)))
          expect(sum(figures.months.map(({ achieved }) => achieved))).toBe(figures.ytd.achieved)
          expect(sum(figures.months.map(({ incentive }) => incentive))).toBe(figures.incentive)
          for (const { amount, achieved, target: needed } of figures.incentives) {
            expect(amount).toBeGreaterThan(0)
            expect(achieved >= needed && needed > 0).toBe(true)
          }
        },
      ),
    )
  })
})
