import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  lessPercent,
  mulDiv,
  percentOf,
  priceTimes,
  shareOf,
  shareOut,
  sum,
} from '../../../resources/define/amounts.ts'
import { money } from '../../../resources/define/fields.ts'
import { rupees, show } from '../../../resources/define/show.ts'

const paise = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
const price = fc.integer({ min: 0, max: 100_000_000_000 })
const pct = fc.integer({ min: 0, max: 10_000 })

/** Half-up rounding computed on BigInt alone. */
function exactly(a: number, b: number, d: number): bigint {
  const [top, bottom] = [BigInt(a) * BigInt(b) * (d < 0 ? -1n : 1n), BigInt(Math.abs(d))]
  const size = top < 0n ? -top : top
  const rounded = size / bottom + ((size % bottom) * 2n >= bottom ? 1n : 0n)
  return top < 0n ? -rounded : rounded
}

describe('a product of amounts', () => {
  it('is the exact product, rounded half up', () => {
    fc.assert(
      fc.property(paise, fc.integer({ min: -20_000, max: 20_000 }), fc.integer({ min: 1, max: 100_000 }), (a, b, d) => {
        const exact = exactly(a, b, d)
        fc.pre(Number.isSafeInteger(Number(exact)))
        expect(BigInt(mulDiv(a, b, d))).toBe(exact)
      }),
    )
  })

  it('is exact where a float would not be', () => {
    expect(mulDiv(9_007_199_254_740_991, 3, 3)).toBe(9_007_199_254_740_991)
    expect(mulDiv(999_999_999_999, 999_999_999, 1_000_000_000)).toBe(998_999_999_999 + 1_000_000_000 - 1_000)
  })

  it('rounds half a paisa away from zero, on both sides', () => {
    expect(mulDiv(1, 1, 2)).toBe(1)
    expect(mulDiv(-1, 1, 2)).toBe(-1)
    expect(mulDiv(1, 1, 3)).toBe(0)
    expect(mulDiv(2, 1, 3)).toBe(1)
  })

  it('does not depend on the order of its factors', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 100_000_000 }), (a, b) => {
        fc.pre(Number(BigInt(a) * BigInt(b)) / 1000 < Number.MAX_SAFE_INTEGER)
        expect(mulDiv(a, b, 1000)).toBe(mulDiv(b, a, 1000))
      }),
    )
  })

  it('refuses what no longer fits', () => {
    expect(() => mulDiv(Number.MAX_SAFE_INTEGER, 10, 1)).toThrow('The amount is too large')
  })
})

describe('percentages', () => {
  it('follow the worked example: 1,000 less 5 %, less 8 %', () => {
    const afterDefault = lessPercent(100_000, 500)
    expect(afterDefault).toBe(95_000)
    expect(lessPercent(afterDefault, 800)).toBe(87_400)
    expect(shareOf(100_000 - 87_400, 100_000)).toBe(1260)
  })

  it('leave an amount between zero and itself', () => {
    fc.assert(
      fc.property(price, pct, (amount, part) => {
        expect(percentOf(amount, part)).toBeGreaterThanOrEqual(0)
        expect(percentOf(amount, part)).toBeLessThanOrEqual(amount)
        expect(Math.abs(percentOf(amount, part) + lessPercent(amount, part) - amount)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('of zero are zero', () => {
    expect(shareOf(5, 0)).toBe(0)
  })
})

it('a price times a quantity in thousandths is in paise', () => {
  expect(priceTimes(87_400, 100_000)).toBe(8_740_000)
  expect(priceTimes(745, 1_500)).toBe(1118)
})

describe('sharing an amount', () => {
  it('follows the worked example of proportionate freight', () => {
    expect(shareOut(100_000, [100_000, 70_000, 30_500])).toEqual([49_875, 34_913, 15_212])
  })

  it('loses no paisa and gives no share more than a paisa too much', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), weights, (total, parts) => {
        const all = sum(parts)
        fc.pre(all > 0)
        const shares = shareOut(total, parts)
        expect(sum(shares)).toBe(total)
        for (const [place, share] of shares.entries()) {
          expect(Math.abs(share - (total * parts[place]!) / all)).toBeLessThan(1.001)
        }
      }),
    )
  })

  it('gives nothing to shares of weight zero', () => {
    const weights = fc.array(fc.constantFrom(0, 0, 1, 7, 1000), { minLength: 2, maxLength: 20 })
    let looks = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), weights, (total, parts) => {
        const shares = shareOut(total, parts)
        looks += parts.filter(part => part === 0).length
        for (const [place, part] of parts.entries()) if (part === 0) expect(shares[place]).toBe(0)
      }),
    )
    expect(looks).toBeGreaterThan(20)
  })
})

describe('a displayed amount', () => {
  it('is grouped in lakh and crore, with its sign before the rupee sign', () => {
    expect([0, 123_456_700, -1_820_000, 5].map(rupees)).toEqual([
      '₹ 0.00',
      '₹ 12,34,567.00',
      '\u2212₹ 18,200.00',
      '₹ 0.05',
    ])
    expect(show(money(), -1_820_000)).toBe('\u2212₹ 18,200.00')
  })
})
