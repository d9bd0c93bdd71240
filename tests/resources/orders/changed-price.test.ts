import { describe, expect, it } from 'vitest'
import { aboveList, changedPrices, whyOtherPrice } from '../../../resources/orders/approvals/changed-price.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import type { PricedLine } from '../../../resources/orders/quote/price.ts'
import { commonUnits } from '../../../resources/orders/quote/unit-price.ts'
import { contractPrice, discountRow, priceOf, priceRows, shipToPrice } from '../../support/orders/order-rows.ts'

type Rows = Parameters<typeof priceOf>[0]

/** A line of these rows as it was saved, and as rules price it for another quantity. */
function cut(rows: Rows, from: number, to: number, manualDiscountPct = 0, typed: number | null = null) {
  const all = priceRows(rows)
  const priced = (qty: number, manual = 0) => priceOf(all, { qty, manualDiscountPct: manual })
  const line = { ...priced(from, manualDiscountPct), qty: from } as PricedLine & { qty: number }
  return changedPrices(line as unknown as OrderLine, to, { was: priced(from), now: priced(to) }, typed)
}

describe('the price of a line whose quantity is cut', () => {
  it('stays where rules give the same: 100 of the worked example become 60 at 874.00', () => {
    const { fresh, kept, isDerived } = cut({ productDiscounts: [discountRow(500)] }, 100_000, 60_000, 800)
    expect(isDerived).toBe(false)
    expect(fresh).toEqual(kept)
    expect(fresh).toMatchObject({ netPrice: 874_00, manualDiscountPct: 800, discountPct: 12_60, netValue: 52_440_00 })
  })

  it('is the list price below the slab of an agreed one, or the agreed one as a discount from it', () => {
    const { fresh, kept, typed } = cut({ shipToPrices: [shipToPrice(900_00, 20_000)] }, 20_000, 1000, 0, 940_00)
    expect(fresh).toMatchObject({ priceSource: 'LIST', netPrice: 1_000_00, manualDiscountPct: 0, netValue: 1_000_00 })
    expect(kept).toMatchObject({ priceSource: 'LIST', netPrice: 900_00, manualDiscountPct: 10_00, discountPct: 10_00 })
    expect(typed).toMatchObject({ priceSource: 'LIST', netPrice: 940_00, manualDiscountPct: 6_00 })
  })

  it('is the contract’s below the slab, and a kept price above it is no discount', () => {
    const rows = { shipToPrices: [shipToPrice(900_00, 20_000)], rateContracts: [contractPrice(850_00)] }
    const { fresh, kept } = cut(rows, 20_000, 1000)
    expect(fresh).toMatchObject({ priceSource: 'RATE_CONTRACT', netPrice: 850_00 })
    expect(kept).toMatchObject({ priceSource: 'RATE_CONTRACT', netPrice: 900_00, manualDiscountPct: 0 })
  })

  it('keeps a price to the paisa that another source gives as well, and names the new source', () => {
    const rows = { shipToPrices: [shipToPrice(1_000_00, 20_000)] }
    const { fresh, kept, isDerived } = cut(rows, 20_000, 1000, 333)
    expect(isDerived).toBe(true)
    expect(fresh).toMatchObject({ priceSource: 'LIST', netPrice: 966_70, manualDiscountPct: 333 })
    expect(kept.netPrice).toBe(fresh.netPrice)
  })

  it('is written for as many units as both prices need', () => {
    const rows = priceRows({
      shipToPrices: [shipToPrice(12, 200_000)],
      productPrices: priceRows().productPrices.map(row => ({ ...row, listPrice: 12_34, priceUnit: 100 })),
    })
    const { fresh, kept } = cut({ ...rows, shipToPrices: [shipToPrice(12, 200_000)] }, 200_000, 100_000)
    expect(fresh).toMatchObject({ priceUnit: 100, netPrice: 12_34, netValue: 12_34 })
    expect(kept).toMatchObject({ priceUnit: 100, netPrice: 12_00, manualDiscountPct: 2_76, netValue: 12_00 })
    expect([commonUnits(100, 10), commonUnits(6, 4), commonUnits(9_999, 10_000)]).toEqual([100, 12, 10_000])
  })

  it('says which slab no longer applies, and what counts now', () => {
    const rows = { shipToPrices: [shipToPrice(900_00, 20_000)] }
    const trace = (qty: number) => priceOf(rows, { qty }).priceTrace
    expect(whyOtherPrice(trace(20_000), trace(1000))).toBe(
      'Agreed for this delivery address at ₹ 900.00, but only from a quantity of 20. The list price of this channel is ₹ 1,000.00',
    )
  })
})

it('a price above the list price is told; the list price itself is not', () => {
  expect(aboveList(10, { netPrice: 1_000_01, listPrice: 1_000_00, priceUnit: 1 })).toBe(
    'Line 10: ₹ 1,000.01 is above the list price of ₹ 1,000.00. Say why in the remark.',
  )
  expect(aboveList(10, { netPrice: 1_000_00, listPrice: 1_000_00, priceUnit: 1 })).toBeNull()
})
