import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import { reservationsOf } from '../../../resources/orders/reserved-quantities.ts'
import {
  conversionText,
  convertDown,
  convertQty,
  type ProductUnits,
  pricePerSalesUnit,
  stockInSalesUnits,
  unitsIn,
} from '../../../resources/orders/unit-conversion.ts'
import { always, contractPrice, priceLineOf, priceOrder, priceRows, product } from '../../support/orders/order-rows.ts'

/** Sold in bags of 25 kg. */
const bag: ProductUnits = { uom: 'BAG', baseUom: 'KG', uomNumerator: 25, uomDenominator: 1 }
const inBags = (qty: number, unit: string) => convertQty(qty, unitsIn(bag, unit, 'BAG')!)

describe('units of a product', () => {
  it('convert over its base unit: 24 KG are 0.96 bags of 25 KG, and 960 G are 0.038', () => {
    expect(inBags(24_000, 'KG')).toBe(960)
    expect(conversionText(24_000, 'KG', inBags(24_000, 'KG'), 'BAG')).toBe('24 KG = 0.96 BAG')
    expect(inBags(960_000, 'G')).toBe(38)
    expect(inBags(1_000, 'TO')).toBe(40_000)
  })

  it('convert a measure of one kind without any factor, and nothing else', () => {
    const litres: ProductUnits = { uom: 'L', baseUom: 'L', uomNumerator: 1, uomDenominator: 1 }
    expect(convertQty(500_000, unitsIn(litres, 'ML', 'L')!)).toBe(500)
    expect(unitsIn(litres, 'KG', 'L')).toBeNull()
    expect(unitsIn({ uom: 'EA', baseUom: 'EA', uomNumerator: 1, uomDenominator: 1 }, 'KG', 'EA')).toBeNull()
  })

  it('round half up to thousandths, and what is there down', () => {
    const threes: ProductUnits = { uom: 'BOX', baseUom: 'EA', uomNumerator: 3, uomDenominator: 1 }
    const ratio = unitsIn(threes, 'EA', 'BOX')!
    expect([convertQty(2_000, ratio), convertDown(2_000, ratio)]).toEqual([667, 666])
    expect([convertQty(-2_000, ratio), convertDown(-2_000, ratio)]).toEqual([-667, -667])
    expect(stockInSalesUnits(bag, 120_000)).toBe(4_800)
  })

  const factor = fc.integer({ min: 1, max: 99_999 })
  const qty = fc.integer({ min: 0, max: 1_000_000_000_000 })

  it('lose no more than half a thousandth on the way to base units and back', () => {
    fc.assert(
      fc.property(factor, factor, qty, (uomNumerator, uomDenominator, sold) => {
        const of: ProductUnits = { uom: 'BAG', baseUom: 'KG', uomNumerator, uomDenominator }
        const base = convertQty(sold, unitsIn(of, 'BAG', 'KG')!)
        if (base === Number.MAX_SAFE_INTEGER) return
        const back = convertQty(base, unitsIn(of, 'KG', 'BAG')!)
        // A base unit is so many sales units: half a thousandth of it, and half of the last rounding.
        expect(2 * Math.abs(back - sold) * uomNumerator).toBeLessThanOrEqual(uomDenominator + uomNumerator)
      }),
    )
  })

  it('never drift: exact whole factors come back as they were, however often they are converted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 1_000_000_000 }), (whole, sold) => {
        const of: ProductUnits = { uom: 'BAG', baseUom: 'KG', uomNumerator: whole, uomDenominator: 1 }
        let now = sold
        for (let turn = 0; turn < 5; turn++)
          now = convertQty(convertQty(now, unitsIn(of, 'BAG', 'KG')!), unitsIn(of, 'KG', 'BAG')!)
        expect(now).toBe(sold)
      }),
    )
  })

  it('compare stock with an order exactly: enough is enough to the last thousandth', () => {
    fc.assert(
      fc.property(factor, factor, qty, qty, (uomNumerator, uomDenominator, stock, wanted) => {
        const enough = BigInt(stock) * BigInt(uomDenominator) >= BigInt(wanted) * BigInt(uomNumerator)
        const there = stockInSalesUnits({ uomNumerator, uomDenominator }, stock)
        if (there === Number.MAX_SAFE_INTEGER) return
        expect(there >= wanted).toBe(enough)
      }),
    )
  })

  it('give the price of a sales unit, rounded once: half up', () => {
    expect(pricePerSalesUnit(bag, { price: 480, unit: 'KG' })).toBe(12_000)
    expect(pricePerSalesUnit(bag, { price: 12_000, unit: 'BAG' })).toBe(12_000)
    expect(pricePerSalesUnit(bag, { price: 1_234, per: 100, unit: 'KG' })).toBe(309)
    expect(pricePerSalesUnit(bag, { price: 480, unit: 'L' })).toBeNull()
  })
})

describe('a price for another unit than the product is sold in', () => {
  const sold = product(bag)
  const list = (uom: string) => ({ ...always(), channelId: 11, productId: 1, listPrice: 480, priceUnit: 1, uom })
  const price = (rows: Parameters<typeof priceRows>[0]) =>
    priceLine(priceBook(priceRows(rows)), priceOrder(), priceLineOf({ product: sold, manualDiscountPct: 0 }))

  it('is converted, and the trace says how', () => {
    const priced = price({ productPrices: [list('KG')] })
    expect([priced.netPrice, priced.priceProblem]).toEqual([12_000, null])
    expect(priced.priceTrace.steps.find(({ verdict }) => verdict === 'won')?.reason).toBe(
      'The list price of this channel is ₹ 120.00 a BAG (₹ 4.80 for 1 KG, and 1 BAG = 25 KG)',
    )
  })

  it('is a fault of the line where it cannot be converted, and no price', () => {
    const priced = price({ productPrices: [list('L')] })
    expect(priced).toMatchObject({ netPrice: 0, priceSource: null, priceProblem: 'PRICE_UNIT' })
    expect(priced.priceTrace.steps.at(-1)?.reason).toMatch(/L cannot be converted to the sales unit BAG$/)
  })

  it('of a contract is a fault too, for the list price was not agreed', () => {
    const rateContracts = [{ ...contractPrice(480), uom: 'L' }]
    expect(price({ rateContracts, productPrices: [list('BAG')] })).toMatchObject({
      priceSource: null,
      priceProblem: 'PRICE_UNIT',
    })
    const agreed = price({ rateContracts: [{ ...contractPrice(480), uom: 'KG' }], productPrices: [list('BAG')] })
    expect([agreed.priceSource, agreed.netPrice]).toEqual(['RATE_CONTRACT', 12_000])
    expect(agreed.priceTrace.steps.find(({ verdict }) => verdict === 'won')?.reason).toMatch(
      /^Contract RC\/1 gives ₹ 120.00 a BAG .*, and 4 of 100 are still open on it$/,
    )
  })
})

describe('what an order calls off a contract in another unit', () => {
  it('is counted in the unit of the contract', () => {
    const line = {
      ...{ lineNo: 10, lineStatus: 'OPEN' as const, qty: 4_000, uom: 'BAG', cancelledQty: 1_000, promoCodeId: 3 },
      ...{ priceSource: 'RATE_CONTRACT' as const, priceSourceId: 7, eudNeeds: null },
    }
    const held = reservationsOf('PENDING', [line], (_, qty) => convertQty(qty, unitsIn(bag, 'BAG', 'KG')!))
    expect(held.get('CONTRACT/7')?.heldQty).toBe(75_000)
    expect(held.get('PROMO/3')?.heldQty).toBe(3_000)
  })
})
