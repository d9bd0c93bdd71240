import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withNetPrice } from '../../../resources/orders/line-price.ts'
import { compareLimitPrice, limitPriceBook } from '../../../resources/orders/quote/limit-price.ts'
import { MOST_UNITS, priceFor, unitPrice } from '../../../resources/orders/quote/unit-price.ts'
import type { ProductUnits } from '../../../resources/orders/unit-conversion.ts'
import {
  always,
  discountRow,
  ORDER_DATE,
  type priceLineOf,
  priceOf,
  type priceOrder,
  type priceRows,
  product,
  shipToPrice,
} from '../../support/orders/order-rows.ts'

const piece: ProductUnits = { uom: 'EA', baseUom: 'EA', uomNumerator: 1, uomDenominator: 1 }
const bag: ProductUnits = { uom: 'BAG', baseUom: 'KG', uomNumerator: 25, uomDenominator: 1 }
const listed = (listPrice: number, priceUnit: number, uom = 'EA') => [
  { ...always(), channelId: 11, productId: 1, listPrice, priceUnit, uom },
]
const price = (
  rows: Parameters<typeof priceRows>[0],
  line: Parameters<typeof priceLineOf>[0] = {},
  order: Parameters<typeof priceOrder>[0] = {},
) => priceOf(rows, { manualDiscountPct: 0, ...line }, order)

describe('the number of units a price is for', () => {
  it('is the one it was agreed for, where that writes it in whole paise', () => {
    expect(unitPrice(piece, { price: 12_34, per: 100, unit: 'EA' })).toMatchObject({ per: 100 })
    expect(unitPrice(bag, { price: 4_80, unit: 'KG' })).toMatchObject({ per: 1 })
    expect(unitPrice(bag, { price: 12_34, per: 100, unit: 'KG' })).toMatchObject({ per: 100 })
  })

  it('is a round number where one unit costs less than a paisa', () => {
    const gram = { uom: 'G', baseUom: 'KG', uomNumerator: 1, uomDenominator: 1000 }
    const perGram = unitPrice(gram, { price: 4_85, unit: 'KG' })!
    expect([perGram.per, priceFor(perGram, perGram.per)]).toEqual([1_000, 4_85])
  })

  it('is three where three sales units are one base unit', () => {
    const third = { uom: 'BOX', baseUom: 'KG', uomNumerator: 1, uomDenominator: 3 }
    const perBox = unitPrice(third, { price: 1_00, unit: 'KG' })!
    expect([perBox.per, priceFor(perBox, perBox.per)]).toEqual([3, 1_00])
  })

  it('loses at most half a paisa on the value of a line, and is never more than SAP takes', () => {
    const whole = fc.integer({ min: 1, max: 99_999 })
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(amount, whole, whole, whole, fc.integer({ min: 1, max: 9_999_000 }), (paise, per, num, den, qty) => {
        const sold: ProductUnits = { uom: 'BAG', baseUom: 'KG', uomNumerator: num, uomDenominator: den }
        const priced = price({ productPrices: listed(paise, per, 'KG') }, { product: product(sold), qty })
        fc.pre(priced.priceSource !== null)
        expect(priced.priceUnit).toBeLessThanOrEqual(MOST_UNITS)
        const exact = (paise / per) * (num / den) * (qty / 1000)
        // Half a paisa of the value, and half a paisa of the price for ten thousand where no number of units is exact.
        expect(Math.abs(priced.netValue - exact)).toBeLessThanOrEqual(0.5 + qty / 1000 / 20_000 + exact * 1e-12)
      }),
    )
  })
})

describe('a line priced for a hundred', () => {
  const productPrices = listed(12_34, 100)

  it('takes discounts and promotions off the price of the hundred', () => {
    const priced = price({ productPrices, productDiscounts: [discountRow(1000)] }, { qty: 500_000 })
    expect(priced).toMatchObject({
      priceUnit: 100,
      basePrice: 12_34,
      netPrice: 11_11,
      discountPct: 1000,
      netValue: 55_53,
    })
    const promo = {
      ...{ ...always(), id: 7, promoCode: 'FEST', channelId: 11, productId: 1, minQty: 0, uses: 0, qtyOfCustomer: 0 },
      ...{ discountType: 'AMOUNT_PER_UNIT' as const, discountValue: 2, isCombinable: false, maxUses: null },
      ...{ maxQtyPerCustomer: null },
    }
    const promoted = price({ productPrices, promoCodes: [promo] }, { promoCode: 'FEST', qty: 500_000 })
    expect(promoted).toMatchObject({ promoDiscountValue: 2_00, netPrice: 10_34, netValue: 51_70 })
  })

  it('bears an agreed price of a unit for a hundred too, so that both compare', () => {
    const priced = price({ productPrices, shipToPrices: [shipToPrice(12)] }, { qty: 500_000 })
    expect(priced).toMatchObject({
      priceUnit: 100,
      listPrice: 12_34,
      netPrice: 12_00,
      discountPct: 276,
      netValue: 60_00,
    })
  })

  it('is compared with the limit price of a hundred', () => {
    const limitPrices = [
      { ...always(), productId: 1, channelId: null, limitPrice: 13, confirmStatus: 'CONFIRMED' as const },
    ]
    const compared = compareLimitPrice({
      ...{ book: limitPriceBook({ limitPrices, asps: [] }), orderDate: ORDER_DATE, channelId: 11, fourEyes: true },
      ...{ productId: 1, netPrice: 12_34, priceUnit: 100 },
    })
    expect(compared).toMatchObject({ limitPrice: 13_00, limitGapPct: 508 })
    expect(compared.steps.map(({ reason }) => reason).join()).toContain(
      'The net price ₹ 12.34 per 100 is 5.08 % below the limit price of ₹ 13.00 per 100',
    )
  })

  it('has the value of an approver’s price for a hundred', () => {
    const line = price({ productPrices }, { qty: 500_000 })
    expect(withNetPrice({ ...line, qty: 500_000 }, 12_00)).toMatchObject({ netPrice: 12_00, netValue: 60_00 })
  })

  it('is explained for the hundred', () => {
    const { priceTrace } = price({ productPrices })
    expect(priceTrace.steps.find(({ verdict }) => verdict === 'won')?.reason).toBe(
      'The list price of this channel is ₹ 12.34 per 100',
    )
    const inBags = price({ productPrices: listed(12_34, 100, 'KG') }, { product: product(bag) })
    expect(inBags.priceTrace.steps.find(({ verdict }) => verdict === 'won')?.reason).toBe(
      'The list price of this channel is ₹ 308.50 per 100 BAG (₹ 12.34 for 100 KG, and 1 BAG = 25 KG)',
    )
  })
})
