import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_CANCELLED, readCancelSheet, splitRun } from '../../../resources/orders/cancel/cancel-sheet.ts'

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

describe('a sheet of cancellations', () => {
  const heading = ['Order No', 'line_no', 'cancel_qty', 'reason_code']

  it('is read row by row: a wrong one is told, and the others go on', () => {
    const { rows, problems } = readCancelSheet([
      heading,
      [' or2627000001 ', '10', '1,000.5', 'dup'],
      ['', '10', '', ''],
      ['OR2627 000002', '', '', ''],
      ['OR2627000003', 'x', '', ''],
      ['OR2627000004', '10', '0', ''],
      ['', '', '', ''],
    ])
    expect(rows).toEqual([
      { orderNo: 'OR2627000001', lineNo: 10, cancelQty: 1_000_500, reasonCode: 'DUP' },
      { orderNo: 'OR2627000002', lineNo: null, cancelQty: null, reasonCode: null },
    ])
    expect(problems).toEqual([
      'Row 3: order_no is missing',
      'Row 5: line_no must be a whole number',
      'Row 6: cancel_qty must be above 0',
    ])
  })

  it('is not read without its heading, or with more rows than one run holds', () => {
    const many = Array.from({ length: MOST_CANCELLED + 1 }, (_, n) => [`OR${n}`])
    expect(readCancelSheet([['order'], ['OR1']]).rows).toEqual([])
    expect(readCancelSheet([['order_no'], ...many])).toEqual({
      rows: [],
      problems: ['At most 500 lines are cancelled in one run, the file has 501'],
    })
  })
})
