import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitRun } from '../../../resources/orders/cancel/cancel-sheet.ts'

const row = (orderNo: string, lineNo: number | null = null) => ({ orderNo, lineNo, cancelQty: null, reasonCode: null })

describe('a run of cancellations', () => {
  it('is sent in parts without splitting an order or losing a line', () => {
    const rows = fc.array(
      fc.integer({ min: 1, max: 9 }).map(n => row(`OR${n}`, n)),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 20 }), (all, about) => {
        const parts = splitRun(all, about)
        const seen = parts.map(part => new Set(part.map(({ orderNo }) => orderNo)))
        expect(parts.flat()).toHaveLength(all.length)
        expect(seen.reduce((sum, orders) => sum + orders.size, 0)).toBe(new Set(all.map(one => one.orderNo)).size)
        for (const [at, part] of parts.entries()) expect(part.length <= about || seen[at]!.size === 1).toBe(true)
      }),
    )
  })
})
