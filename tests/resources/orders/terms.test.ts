import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { givenTerms } from '../../../resources/orders/terms/given-terms.ts'
import {
  changesOf,
  changeText,
  type LineTerms,
  type OrderTerms,
  startsRound,
  toAccept,
} from '../../../resources/orders/terms/terms.ts'

const line = (more: Partial<LineTerms> = {}): LineTerms => ({
  ...{ lineNo: 10, productId: 1, qty: 10_000, uom: 'KG', priceUnit: 1, listPrice: 95_000, netPrice: 91_200 },
  ...{ manualDiscountPct: 400, plantId: 5, dates: ['2026-10-20'] },
  ...more,
})
const terms = (lines: LineTerms[] = [line()], more: Partial<OrderTerms> = {}): OrderTerms => ({
  ...{ shipToId: 1, freightTerms: 'BILLED', transMode: 'SURFACE', paymentTermsDays: 30, lines },
  ...more,
})
const what = (was: OrderTerms, now: OrderTerms) => changesOf(was, now).map(change => change.what)
const isNewRound = (was: OrderTerms, now: OrderTerms) => startsRound(changesOf(was, now))

describe('the difference of two terms', () => {
  it('is none between equal ones, whatever their lines are numbered', () => {
    expect(what(terms(), terms([line({ lineNo: 30 })]))).toEqual([])
  })

  it('names quantity, price, days, refused and new lines, freight, mode, payment terms and ship-to', () => {
    expect(what(terms(), terms([line({ qty: 6_000 })]))).toEqual(['quantity'])
    expect(what(terms(), terms([line({ netPrice: 95_000, manualDiscountPct: 0 })]))).toEqual(['price', 'discount'])
    expect(what(terms(), terms([line({ dates: ['2026-10-21'] })]))).toEqual(['date'])
    expect(what(terms([line(), line({ productId: 2 })]), terms())).toEqual(['refused'])
    expect(what(terms(), terms([line(), line({ productId: 2 })]))).toEqual(['added'])
    const other = { freightTerms: 'FOR', transMode: 'AIR', paymentTermsDays: 60, shipToId: 2 } as const
    expect(what(terms(), terms([line()], other))).toEqual(['freightTerms', 'transMode', 'paymentTerms', 'shipTo'])
  })

  it('compares prices of one unit', () => {
    expect(what(terms(), terms([line({ netPrice: 9_120_000, priceUnit: 100 })]))).toEqual([])
  })

  it('names another plant only where the goods then come later', () => {
    const from = (plantId: number) => terms([line({ plantId })])
    const comes = (days: Record<number, string>) => (plantId: number | null) => days[plantId ?? 0] ?? null
    expect(changesOf(from(5), from(6), comes({ 5: '2026-10-20', 6: '2026-10-20' }))).toEqual([])
    const [later] = changesOf(from(5), from(6), comes({ 5: '2026-10-20', 6: '2026-10-22' }))
    expect(changeText({ ...later!, product: 'LS-1001' })).toBe(
      'Line 10 LS-1001, arrival: expected on 20-10-2026 → on 22-10-2026, from another plant',
    )
  })

  it('says old and new in words', () => {
    const [cut] = changesOf(terms(), terms([line({ qty: 6_000 })]))
    expect(changeText({ ...cut!, product: 'LS-1001' })).toBe('Line 10 LS-1001, quantity: 10 KG → 6 KG')
    const [freight] = changesOf(terms(), terms([line()], { freightTerms: 'FOR' }))
    expect(changeText({ ...freight!, product: null })).toBe('Freight terms: Billed → FOR')
  })
})

describe('a new round of approvals', () => {
  it('starts for other goods, more of them, another price, discount, ship-to or terms', () => {
    for (const more of [{ productId: 3 }, { qty: 10_001 }, { netPrice: 91_199 }, { manualDiscountPct: 401 }])
      expect([more, isNewRound(terms(), terms([line(more)]))]).toEqual([more, true])
    for (const more of [{ shipToId: 2 }, { freightTerms: 'FOR' }, { transMode: 'AIR' }, { paymentTermsDays: 31 }])
      expect([more, isNewRound(terms(), terms([line()], more as Partial<OrderTerms>))]).toEqual([more, true])
  })

  it('never starts for days, for fewer goods, or for less of them', () => {
    expect(isNewRound(terms(), terms([line({ dates: ['2026-11-20'], qty: 4_000 })]))).toBe(false)
    expect(isNewRound(terms([line(), line({ productId: 2 })]), terms())).toBe(false)
  })

  it('adds up a product that is on several lines', () => {
    const was = terms([line({ qty: 4_000 }), line({ qty: 6_000 })])
    expect(isNewRound(was, terms([line({ qty: 5_000 }), line({ qty: 2_000 }), line({ qty: 3_000 })]))).toBe(false)
    expect(isNewRound(was, terms([line({ qty: 12_000 })]))).toBe(true)
  })
})

describe('what the customer knows after a correction by who placed the order', () => {
  it('is what was corrected; what an approver changed before stays to be accepted', () => {
    const seen = terms([line(), line({ productId: 2 }), line({ productId: 3 })])
    const routed = terms([line({ qty: 6_000 }), line({ productId: 2 })])
    const now = terms([line({ qty: 6_000 }), line({ productId: 2, qty: 3_000 })])
    const known = givenTerms(seen, routed, now)
    expect(what(known, now)).toEqual(['quantity', 'refused'])
    expect(known.lines.map(({ qty }) => qty)).toEqual([10_000, 3_000, 10_000])
  })

  it('is not what waits to be accepted, whatever they make of it, nor a price that changed by itself', () => {
    const set = terms([line({ netPrice: 1_00_000 })])
    for (const netPrice of [1_00_000, 99_996])
      expect(what(givenTerms(terms(), set, terms([line({ netPrice })])), terms([line({ netPrice })]))).toEqual([
        'price',
      ])
    expect(what(givenTerms(terms(), set, terms()), terms())).toEqual([])
    const dearer = terms([line({ netPrice: 96_000 })])
    expect(what(givenTerms(terms(), terms(), dearer), dearer)).toEqual(['price'])
    const lessOff = terms([line({ netPrice: 95_000, manualDiscountPct: 0 })])
    expect(what(givenTerms(terms(), terms(), lessOff), lessOff)).toEqual([])
  })

  const anyLine = fc.record({
    ...{ productId: fc.integer({ min: 1, max: 3 }), qty: fc.integer({ min: 1, max: 3 }) },
    netPrice: fc.integer({ min: 1, max: 3 }),
  })
  const anyTerms = fc
    .record({
      lines: fc.uniqueArray(anyLine, { selector: ({ productId }) => productId }),
      days: fc.integer({ min: 30, max: 32 }),
    })
    // A price is given by its discount.
    .map(({ lines, days }) => {
      const given = lines.map(each => line({ ...each, manualDiscountPct: each.netPrice }))
      return terms(given, { paymentTermsDays: days })
    })

  it('is all of it where nobody changed anything before, and nothing new where they change nothing', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (routed, now) => {
        expect(toAccept(changesOf(givenTerms(routed, routed, now), now))).toEqual([])
      }),
    )
    fc.assert(
      fc.property(anyTerms, anyTerms, (seen, now) => {
        const texts = (of: OrderTerms) =>
          changesOf(of, now).map(change => changeText({ ...change, product: String(change.productId) }))
        expect(texts(givenTerms(seen, now, now)).sort()).toEqual(texts(seen).sort())
      }),
    )
  })
})
