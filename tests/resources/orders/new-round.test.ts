import { describe, expect, it } from 'vitest'
import { type ApprovedLine, needsNewRound } from '../../../resources/orders/approvals/new-round.ts'

const line = (more: Partial<ApprovedLine> = {}): ApprovedLine => ({
  productId: 1,
  qty: 10_000,
  priceUnit: 1,
  netPrice: 91_200,
  manualDiscountPct: 400,
  ...more,
})

describe('a corrected order', () => {
  it('keeps its approvals when nothing was added, and when goods were removed', () => {
    const approved = [line(), line({ productId: 2 })]
    expect(needsNewRound(approved, approved)).toBe(false)
    expect(needsNewRound(approved, [line({ qty: 4_000 })])).toBe(false)
  })

  it('needs new approvals for other goods, more of them, another price or another discount', () => {
    for (const changed of [{ productId: 3 }, { qty: 10_001 }, { netPrice: 91_199 }, { manualDiscountPct: 401 }])
      expect([changed, needsNewRound([line()], [line(changed)])]).toEqual([changed, true])
  })

  it('adds up a product that is on several lines', () => {
    const approved = [line({ qty: 4_000 }), line({ qty: 6_000 })]
    expect(needsNewRound(approved, [line({ qty: 6_000 }), line({ qty: 4_000 })])).toBe(false)
    expect(needsNewRound(approved, [line({ qty: 6_000 }), line({ qty: 6_000 })])).toBe(true)
  })
})
