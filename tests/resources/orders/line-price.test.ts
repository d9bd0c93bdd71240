import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import {
  conditionValues,
  discountsOf,
  exactly,
  exactNet,
  isPricedAs,
  lineValue,
  netPer,
  netRupees,
  priceForSap,
  shareBelow,
} from '../../../resources/orders/line-price.ts'
import { resizedLine } from '../../../resources/orders/sap/confirmed.ts'
import { discountRow, priceOf, priceRows } from '../../support/orders/order-rows.ts'

/** A list price in paise, with a default discount and one by hand in hundredths of a percent. */
const listed = (price: number, standing = 0) => ({
  productPrices: priceRows().productPrices.map(row => ({ ...row, listPrice: price })),
  productDiscounts: standing > 0 ? [discountRow(standing)] : [],
})
const priced = (price: number, qty: number, manual = 0, standing = 0) =>
  priceOf(listed(price, standing), { qty, manualDiscountPct: manual })

describe('percentages of a line', () => {
  it('are rounded on the line, as the sales side of SAP does (Note 80183)', () => {
    expect(priced(135_50, 3000, 900)).toMatchObject({ basePrice: 135_50, netValue: 369_91 })
    expect(priced(135_50, 10_000, 900).netValue).toBe(1_233_05)
    expect(priced(7_85, 40_000_000, 0, 150).netValue).toBe(3_09_290_00)
  })

  it('follow each other, each a share of the value before it', () => {
    const price = {
      netPrice: 0,
      basePrice: 33_33,
      defaultDiscountPct: 500,
      promoDiscountPct: 700,
      manualDiscountPct: 300,
    }
    expect(conditionValues(price, 7000, 1)).toEqual([
      { of: 'D1', value: 11_67 },
      { of: 'D2', value: 15_51 },
      { of: 'D3', value: 6_18 },
    ])
    expect(lineValue(price, 7000, 1)).toBe(199_95)
  })

  it('round the price of a unit where the pricing of SAP has the steps NETP and DIFF', () => {
    const byUnit = (price: number, qty: number, manual: number) =>
      priceOf(listed(price), { qty, manualDiscountPct: manual }, { netByUnit: true })
    expect(byUnit(135_50, 3000, 900)).toMatchObject({ basePrice: null, netPrice: 123_31, netValue: 369_93 })
    expect(byUnit(18_75, 20_000_000, 100)).toMatchObject({ netPrice: 18_56, netValue: 3_71_200_00 })
  })

  it('leave the price itself where there are none', () => {
    expect(priced(18_75, 20_000_000)).toMatchObject({ basePrice: null, netPrice: 18_75, netValue: 3_75_000_00 })
  })

  const price = fc.integer({ min: 1, max: 5_000_000 })
  const pct = fc.integer({ min: 0, max: 9_999 })
  const qty = fc.integer({ min: 1, max: 50_000_000 })

  it('are what lies between list value and net value, whatever they are', () => {
    fc.assert(
      fc.property(price, qty, pct, pct, (list, many, standing, manual) => {
        const line = priced(list, many, manual, standing)
        const whole = lineValue({ netPrice: list }, many, 1)
        const off = sum(conditionValues(line, many, 1).map(({ value }) => value))
        expect(line.netValue).toBe(whole - off)
        expect(line.netValue).toBeGreaterThanOrEqual(0)
        const exact = (list * many * (10_000 - standing) * (10_000 - manual)) / 1e11
        expect(Math.abs(line.netValue - exact)).toBeLessThanOrEqual(1.5 + exact * 1e-9)
      }),
    )
  })

  it('of a line that is delivered in parts come to its own, but for a paisa and a half a part', () => {
    fc.assert(
      fc.property(price, fc.array(qty, { minLength: 1, maxLength: 6 }), pct, (list, parts, manual) => {
        const line = { netPrice: 0, basePrice: list, manualDiscountPct: manual }
        const inParts = sum(parts.map(part => lineValue(line, part, 1)))
        expect(Math.abs(inParts - lineValue(line, sum(parts), 1))).toBeLessThanOrEqual(1 + parts.length * 1.5)
      }),
    )
  })

  it('grow with the quantity that SAP adds', () => {
    const line = { ...priced(135_50, 3000, 900), qty: 3000, cancelledQty: 0, dispatchedQty: 0, invoicedQty: 0 }
    const more = { lineStatus: 'OPEN' as const, sapItemNo: '10', freightValue: 0, gstRate: 1800, cgst: 0, igst: 0 }
    expect(resizedLine({ ...line, ...more }, 10_000)).toMatchObject({ netValue: 1_233_05 })
  })
})

describe('the net price of a line with percentages', () => {
  it('is shown with four places where the paisa is not all of it, and as about where it does not divide', () => {
    expect(netPer({ ...priced(18_75, 20_000_000, 100), qty: 20_000_000 })).toBe('18.5625')
    expect(netPer({ ...priced(135_50, 3000, 900), qty: 3000 })).toBe('≈ 123.3033')
    expect(netRupees({ ...priced(135_50, 10_000, 900), qty: 10_000 })).toBe('₹ 123.3050')
    expect(netRupees({ ...priced(135_50, 3000, 900), qty: 3000, priceUnit: 1 })).toBe('≈ ₹ 123.3033')
    expect(netPer({ ...priced(1_000_00, 10_000, 800, 500), qty: 10_000 })).toBe('874.00')
    expect(netPer({ netPrice: 12_34, priceUnit: 100, netValue: 62, qty: 5000 })).toBe('12.34 / 100')
  })

  it('is compared exactly: a hair below is below, and exactly so much is not', () => {
    const net = exactNet({ netPrice: 18_56, basePrice: 18_75, manualDiscountPct: 100 })
    expect(shareBelow(net, exactly(18_56))).toBe(0)
    expect(shareBelow(net, { num: 185625n, den: 100n })).toBe(0)
    expect(shareBelow(net, exactly(18_57))).toBe(4)
  })
})

describe('the price that SAP is told', () => {
  it('is the net price where that comes to the value of the line, else the price before its discounts with them', () => {
    const round = priced(1_000_00, 10_000, 800, 500)
    expect(priceForSap(round, 10_000, 1)).toEqual({ price: 874_00, discounts: [] })
    const odd = priced(18_75, 20_000_000, 100)
    expect(priceForSap(odd, 20_000_000, 1)).toEqual({ price: 18_75, discounts: [{ of: 'D3', pct: 100 }] })
  })

  it('is recognised when it comes back, and another is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900_000 }),
        fc.integer({ min: 1, max: 900_000 }),
        fc.integer({ min: 0, max: 9_900 }),
        (list, qty, manual) => {
          const line = priced(list, qty, manual, 250)
          expect(isPricedAs(line, priceForSap(line, qty, 1))).toBe(true)
          expect(isPricedAs(line, { price: list + 1, discounts: [{ of: 'D3', pct: manual }] })).toBe(false)
        },
      ),
    )
    const odd = priced(18_75, 20_000_000, 100)
    expect(isPricedAs(odd, { price: 18_75, discounts: [] })).toBe(false)
    expect(isPricedAs(odd, { price: 18_75, discounts: null })).toBe(true)
  })

  it('counts with the discounts that SAP has instead', () => {
    const inSap = discountsOf(18_75, [
      { of: 'D1', pct: 200 },
      { of: 'D2', amount: 25 },
    ])
    expect(inSap).toMatchObject({
      defaultDiscountPct: 200,
      promoDiscountValue: 25,
      manualDiscountPct: 0,
      netPrice: 18_13,
    })
    expect(lineValue(inSap, 1_000_000, 1)).toBe(18_125_00)
  })
})
