import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { countedItems } from '../../../resources/dispatches/goods/split-rule.ts'

/** The items of a main item of 10 and its batches of `parts`, as what each counts. */
function counted(main: number, parts: number[], originalQty: number | null) {
  const item = { lineNo: 10, splitOfLineNo: null, qty: main, originalQty }
  const batches = parts.map((qty, at) => ({ lineNo: 900_001 + at, splitOfLineNo: 10, qty, originalQty: 0 }))
  return countedItems([item, ...batches])
}
const texts = (items: ReturnType<typeof counted>) =>
  items.map(({ countsAs, qty, isDoubtful }) => `${countsAs} ${qty}${isDoubtful ? ' ?' : ''}`)

describe('an item of a delivery in several batches', () => {
  it.each([
    ['has no quantity', 0, [5, 5], 10, ['TOTAL 0', 'GOODS 5', 'GOODS 5']],
    ['carries the total of its batches', 10, [5, 5], 10, ['TOTAL 10', 'GOODS 5', 'GOODS 5']],
    ['carries the total, and SAP tells no original quantity', 10, [5, 5], null, ['TOTAL 10', 'GOODS 5', 'GOODS 5']],
    ['keeps what is not split', 4, [3, 3], 10, ['GOODS 4', 'GOODS 3', 'GOODS 3']],
    ['carries more than its batches', 10, [3, 3], 10, ['GOODS 4', 'GOODS 3', 'GOODS 3']],
    ['adds up to nothing that SAP says', 7, [3, 3], 12, ['TOTAL 7 ?', 'GOODS 3', 'GOODS 3']],
    ['could be the total or a half', 5, [5], 10, ['TOTAL 5 ?', 'GOODS 5']],
  ])('%s', (_, main, parts, original, expected) => {
    expect(texts(counted(main, parts, original))).toEqual(expected)
  })

  it('is goods alone where it is not split, and a text without a quantity', () => {
    expect(texts(counted(10, [], 10))).toEqual(['GOODS 10'])
    expect(texts(counted(0, [], 0))).toEqual(['TEXT 0'])
  })

  it('never counts more goods than SAP says were delivered, whichever way it tells them', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 50 }), (batches, left) => {
        const total = sum(batches) + left
        for (const main of [left, total]) {
          const items = counted(main, batches, total)
          const goods = sum(items.flatMap(({ countsAs, qty }) => (countsAs === 'GOODS' ? [qty] : [])))
          expect(goods).toBeLessThanOrEqual(total)
          if (!items.some(({ isDoubtful }) => isDoubtful)) expect(goods).toBe(total)
        }
      }),
    )
  })
})
