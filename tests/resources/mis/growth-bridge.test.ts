import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BridgeSale, bridgeSteps, growthBridge } from '../../../resources/mis/growth-bridge.ts'

const sale = (more: Partial<BridgeSale>): BridgeSale => ({
  customer: 1,
  product: 1,
  unit: 'EA',
  isBefore: false,
  isGoods: true,
  value: 0,
  qty: 0,
  ...more,
})
const lastYear = (more: Partial<BridgeSale>) => sale({ isBefore: true, ...more })
const stepsOf = (...sales: BridgeSale[]) => growthBridge(sales).steps
const none = { LOST: 0, NEW: 0, VOLUME: 0, MIX: 0, PRICE: 0, RETURNS: 0 }

describe('the growth bridge', () => {
  const sales = fc.array(
    fc.record({
      customer: fc.option(fc.integer({ min: 1, max: 5 })),
      product: fc.integer({ min: 1, max: 4 }),
      unit: fc.constantFrom('EA', 'KG', 'ea'),
      isBefore: fc.boolean(),
      isGoods: fc.boolean(),
      value: fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }),
      qty: fc.integer({ min: -50_000_000, max: 50_000_000 }),
    }),
    { maxLength: 60 },
  )
  const total = (some: readonly BridgeSale[], isBefore: boolean) =>
    some.reduce((all, one) => (one.isBefore === isBefore ? all + one.value : all), 0)

  it('sums to the paisa, whatever was sold, returned and noted', () => {
    fc.assert(
      fc.property(sales, some => {
        const { before: old, after, steps } = growthBridge(some)
        expect([old, after]).toEqual([total(some, true), total(some, false)])
        expect(bridgeSteps.reduce((all, step) => all + steps[step], old)).toBe(after)
        for (const step of bridgeSteps) expect(Number.isSafeInteger(steps[step])).toBe(true)
      }),
    )
  })

  it('is the same in whatever order the sales come', () => {
    fc.assert(
      fc.property(sales, some => {
        expect(growthBridge(some.toReversed())).toEqual(growthBridge(some))
      }),
    )
  })

  it('turned round in time loses what it won', () => {
    fc.assert(
      fc.property(sales, some => {
        const there = growthBridge(some)
        const back = growthBridge(some.map(one => ({ ...one, isBefore: !one.isBefore })))
        expect([back.steps.NEW, back.steps.LOST]).toEqual(
          [0 - there.steps.LOST, 0 - there.steps.NEW].map(one => one + 0),
        )
        expect([back.newCustomers, back.lostCustomers]).toEqual([there.lostCustomers, there.newCustomers])
        expect(back.steps.RETURNS + 0).toBe(0 - there.steps.RETURNS + 0)
      }),
    )
  })

  it('knows new and lost customers by all that they bought', () => {
    expect(
      growthBridge([lastYear({ customer: 1, value: 500, qty: 1 }), sale({ customer: 2, value: 700, qty: 1 })]),
    ).toEqual({
      before: 500,
      after: 700,
      steps: { ...none, LOST: -500, NEW: 700 },
      lostCustomers: 1,
      newCustomers: 1,
    })
  })

  it('the same goods at another price are price; more of them at the old price are volume', () => {
    expect(stepsOf(lastYear({ value: 1000, qty: 10_000 }), sale({ value: 1200, qty: 10_000 }))).toEqual({
      ...none,
      PRICE: 200,
    })
    expect(stepsOf(lastYear({ value: 1000, qty: 10_000 }), sale({ value: 1500, qty: 15_000 }))).toEqual({
      ...none,
      VOLUME: 500,
    })
    // 12 pieces at 110: 2 more at 100, and 10 more for each of 12.
    expect(stepsOf(lastYear({ value: 1000, qty: 10_000 }), sale({ value: 1320, qty: 12_000 }))).toEqual({
      ...none,
      VOLUME: 200,
      PRICE: 120,
    })
  })

  it('dearer goods in place of cheaper ones are mix, in units apart', () => {
    const was = [lastYear({ product: 1, value: 1000, qty: 10_000 }), lastYear({ product: 2, value: 4000, qty: 10_000 })]
    expect(
      stepsOf(...was, sale({ product: 1, value: 500, qty: 5_000 }), sale({ product: 2, value: 6000, qty: 15_000 })),
    ).toEqual({
      ...none,
      MIX: 1500,
    })
    expect(
      stepsOf(lastYear({ product: 1, value: 100, qty: 1_000 }), sale({ product: 3, value: 90, qty: 9_000 })),
    ).toEqual({
      ...none,
      MIX: -10,
    })
  })

  it('what came back, and notes about a price, are returns', () => {
    expect(
      stepsOf(
        lastYear({ value: 1000, qty: 10_000 }),
        sale({ value: 1000, qty: 10_000 }),
        sale({ value: -300, qty: -3_000, isGoods: false }),
        lastYear({ value: -100, qty: 0, isGoods: false }),
      ),
    ).toEqual({ ...none, RETURNS: -200 })
  })
})
