import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asksForGoods, faultsOfSaid, goodsReceived } from '../../../resources/dispatches/pods/goods-received.ts'

const pod = (shortagePackages: number, packages = 30, damagePackages = 0) => ({
  ...{ packagesReceived: packages - shortagePackages, shortagePackages, damagePackages, refusedPackages: 0 },
})
const pieces = { id: 1, qty: 200_000 }
const boxes = { id: 2, qty: 25_000 }
const named = [
  { ...pieces, name: 'LS-1001', uom: 'PC' },
  { ...boxes, name: 'LS-1002', uom: 'BOX' },
]

describe('what arrived by a POD', () => {
  it('is all of it where no package is short', () => {
    expect(goodsReceived(pod(0), 30, [pieces, boxes])).toMatchObject([
      { receivedQty: 200_000, shortQty: 0, isEstimated: false },
      { receivedQty: 25_000, shortQty: 0, isEstimated: false },
    ])
  })

  it('of one kind of goods follows the packages: 29 of 30 of 720 pieces are 696', () => {
    expect(goodsReceived(pod(1), 30, [{ id: 1, qty: 720_000 }])).toEqual([
      { lrLineItemId: 1, receivedQty: 696_000, shortQty: 24_000, damagedQty: 0, isEstimated: false },
    ])
  })

  it('of several is estimated in proportion until somebody says which are short', () => {
    expect(goodsReceived(pod(1), 30, [pieces, boxes])).toMatchObject([
      { receivedQty: 193_333, shortQty: 6_667, isEstimated: true },
      { receivedQty: 24_167, shortQty: 833, isEstimated: true },
    ])
    expect(asksForGoods(pod(1), [pieces, boxes])).toBe(true)
    expect(asksForGoods(pod(1), [pieces])).toBe(false)
    expect(asksForGoods(pod(0), [pieces, boxes])).toBe(false)
  })

  it('is what somebody says of each', () => {
    const said = [{ lrLineItemId: 2, shortQty: 1_000, damagedQty: 0 }]
    expect(goodsReceived(pod(1), 30, [pieces, boxes], said)).toMatchObject([
      { receivedQty: 200_000, shortQty: 0, isEstimated: false },
      { receivedQty: 24_000, shortQty: 1_000, isEstimated: false },
    ])
  })

  it('and what was short are the goods of the LR together, however much is damaged', () => {
    const goods = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 5 })
    const packages = fc.integer({ min: 1, max: 400 })
    fc.assert(
      fc.property(goods, packages, fc.nat(400), fc.nat(400), (quantities, all, short, damaged) => {
        const shortage = Math.min(short, all)
        const says = pod(shortage, all, Math.min(damaged, all - shortage))
        for (const [index, one] of goodsReceived(
          says,
          all,
          quantities.map((qty, id) => ({ id, qty })),
        ).entries()) {
          expect(one.receivedQty + one.shortQty).toBe(quantities[index])
          expect(one.damagedQty).toBeLessThanOrEqual(one.receivedQty)
          expect(Math.min(one.receivedQty, one.shortQty, one.damagedQty)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

describe('what is said of goods on a POD', () => {
  const faults = (shortQty: number, damagedQty = 0, says = pod(1)) =>
    faultsOfSaid(says, named, [{ lrLineItemId: 2, shortQty, damagedQty }]).map(({ field, message }) => [field, message])

  it('fits its packages', () => {
    expect(faults(1_000)).toEqual([])
    expect(faults(0)).toEqual([['goods', 'Goods short are required: say of which goods the 1 package is short']])
    expect(faults(1_000, 0, pod(0))).toEqual([
      ['goods', 'Goods are short, but no package is: correct the packages or the goods'],
    ])
  })

  it('is no more than travelled', () => {
    expect(faults(26_000)).toEqual([['goods[0].shortQty', 'Short of LS-1002 must be at most 25 BOX']])
    expect(faults(1_000, 25_000)).toEqual([
      ['goods[0].damagedQty', 'Damaged of LS-1002 must be at most the 24 BOX received'],
    ])
    expect(faultsOfSaid(pod(1), named, [{ lrLineItemId: 9, shortQty: 1, damagedQty: 0 }])).toMatchObject([
      { field: 'goods[0].lrLineItemId', code: 'UNKNOWN_REF' },
    ])
  })
})
