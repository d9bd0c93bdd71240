import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFormula, formulaFields, formulaText } from '../../../resources/define/formula.ts'
import { resourceNamed } from '../../../resources/registry.ts'

const prices = resourceNamed('cust-shipto-prod-price')
const plain = { step: null, way: 'NEAREST' } as const
const amounts = fc.integer({ min: 0, max: 1_000_000_000 })
const steps = fc.constantFrom(1, 5, 50, 100, 1000)
const percents = fc.integer({ min: -10_000, max: 50_000 })

describe('a formula', () => {
  it('raises a price by a percentage and rounds it once, half up', () => {
    expect(applyFormula(9_990, { by: 'PERCENT', value: 500, ...plain })).toBe(10_490)
    expect(applyFormula(9_990, { by: 'PERCENT', value: 500, step: 50, way: 'NEAREST' })).toBe(10_500)
    // 104.75 lies between 104.50 and 105.00.
    expect(applyFormula(10_475, { by: 'AMOUNT', value: 0, step: 50, way: 'NEAREST' })).toBe(10_500)
    expect(applyFormula(10_000, { by: 'PERCENT', value: -1_250, ...plain })).toBe(8_750)
  })

  it('rounds up or down where it says so, and leaves what is a multiple already', () => {
    expect(applyFormula(10_001, { by: 'AMOUNT', value: 0, step: 100, way: 'UP' })).toBe(10_100)
    expect(applyFormula(10_099, { by: 'AMOUNT', value: 0, step: 100, way: 'DOWN' })).toBe(10_000)
    expect(applyFormula(10_000, { by: 'AMOUNT', value: 0, step: 100, way: 'UP' })).toBe(10_000)
    expect(applyFormula(100, { by: 'AMOUNT', value: -150, step: 100, way: 'DOWN' })).toBe(-100)
  })

  it('makes a multiple of its step that lies less than a step from the exact result', () => {
    fc.assert(
      fc.property(amounts, percents, steps, fc.constantFrom('NEAREST', 'UP', 'DOWN'), (value, percent, step, way) => {
        const made = applyFormula(value, { by: 'PERCENT', value: percent, step, way })
        expect(made % step === 0).toBe(true)
        const off = BigInt(made) * 10_000n - BigInt(value) * BigInt(10_000 + percent)
        const whole = BigInt(step) * 10_000n
        if (way === 'UP') expect(off >= 0n && off < whole).toBe(true)
        else if (way === 'DOWN') expect(off <= 0n && -off < whole).toBe(true)
        else expect(2n * off <= whole && 2n * -off < whole).toBe(true)
      }),
    )
  })

  it('keeps the order of prices', () => {
    fc.assert(
      fc.property(amounts, amounts, percents, steps, (one, other, percent, step) => {
        const rule = { by: 'PERCENT', value: percent, step, way: 'NEAREST' } as const
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        expect(applyFormula(low, rule)).toBeLessThanOrEqual(applyFormula(high, rule))
      }),
    )
  })

  it('is said in words', () => {
    const rise = { field: 'netPrice', by: 'PERCENT', value: 500, step: 50, way: 'NEAREST' } as const
    expect(formulaText(prices, rise)).toBe('Net price +5 %, rounded to ₹ 0.50')
    expect(formulaText(prices, { ...rise, by: 'AMOUNT', value: -1_000, step: null })).toBe('Net price −₹ 10.00')
    expect(formulaText(prices, { ...rise, by: 'SET', value: 9_900 })).toBe('Net price becomes ₹ 99.00')
  })

  it('changes numbers that people enter', () => {
    expect(formulaFields(prices)).toEqual(['netPrice'])
    expect(formulaFields(resourceNamed('product-price'))).toEqual([])
  })
})
