import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { type BilledItem, billsGoods, linkItem, type OpenGoods } from '../../../resources/dispatches/goods/link-rule.ts'

const item = (more: Partial<BilledItem> = {}): BilledItem => ({
  ...{ productId: 1, batchNo: null, qty: 30_000, uom: 'BOX', baseQty: null, baseUom: null },
  ...{ refItem: '000010', refCategory: 'J' },
  ...more,
})
const goods = (id: number, more: Partial<OpenGoods> = {}): OpenGoods => {
  const qty = more.qty ?? 30_000
  return {
    ...{ id, lineNo: id, splitOfLineNo: null, productId: 1, batchNo: null, uom: 'BOX', baseUom: 'PC' },
    ...{ qty, baseQty: qty * 24, open: qty },
    ...more,
  }
}
const split = (id: number, batchNo: string, qty: number) => goods(id, { splitOfLineNo: 10, batchNo, qty })

describe('a line of an invoice and the goods that it bills', () => {
  it('links to the item of the delivery that it names, and to no other', () => {
    expect(linkItem(item(), [goods(10), goods(20)])).toEqual({ links: [{ deliveryLineId: 10, qty: 30_000 }], rest: 0 })
  })

  it('links to the batches into which its item is split, by line', () => {
    const batches = [split(900_002, 'B', 10_000), split(900_001, 'A', 20_000)]
    expect(linkItem(item(), batches).links).toEqual([
      { deliveryLineId: 900_001, qty: 20_000 },
      { deliveryLineId: 900_002, qty: 10_000 },
    ])
  })

  it('links to goods of its own batch, and to others only where none are of it', () => {
    const batches = [split(900_001, 'A', 20_000), split(900_002, 'B', 10_000)]
    const ofB = linkItem(item({ batchNo: 'B', qty: 10_000 }), batches)
    expect(ofB).toEqual({ links: [{ deliveryLineId: 900_002, qty: 10_000 }], rest: 0 })
    expect(linkItem(item({ batchNo: 'C', qty: 5_000 }), batches).links).toEqual([
      { deliveryLineId: 900_001, qty: 5_000 },
    ])
  })

  it('bills no more than other invoices leave; the rest is a fault', () => {
    expect(linkItem(item(), [goods(10, { open: 18_000 })])).toEqual({
      links: [{ deliveryLineId: 10, qty: 18_000 }],
      rest: 12_000,
    })
  })

  it('counts in the unit of the delivery where the two differ', () => {
    const inPieces = item({ qty: 720_000, uom: 'PC', baseQty: 720_000, baseUom: 'PC' })
    expect(linkItem(inPieces, [goods(10)])).toEqual({ links: [{ deliveryLineId: 10, qty: 30_000 }], rest: 0 })
  })

  it('bills no goods with a quantity of 0, with a return, with a service or with what our supplier ships', () => {
    const line = { qty: 1_000, refCategory: 'J', suppliedAs: 'GOODS' } as const
    expect(billsGoods(line)).toBe(true)
    expect(billsGoods({ ...line, qty: 0 })).toBe(false)
    for (const refCategory of ['T', 'H']) expect(billsGoods({ ...line, refCategory })).toBe(false)
    for (const suppliedAs of ['SUPPLIER', 'SERVICE'] as const) expect(billsGoods({ ...line, suppliedAs })).toBe(false)
  })

  it('never links more than the goods, and links all but the rest', () => {
    const open = fc.record({ qty: fc.integer({ min: 1, max: 50_000 }), open: fc.integer({ min: -5_000, max: 50_000 }) })
    const batch = fc.constantFrom(null, 'A', 'B')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(open, batch), { maxLength: 6 }),
        fc.integer({ min: 1, max: 90_000 }),
        batch,
        (rows, qty, batchNo) => {
          const all = rows.map(([one, of], at) => goods(at + 1, { ...one, splitOfLineNo: 10, batchNo: of }))
          const { links, rest } = linkItem(item({ qty, batchNo }), all)
          for (const { deliveryLineId, qty: linked } of links) {
            expect(linked).toBeGreaterThan(0)
            expect(linked).toBeLessThanOrEqual(all.find(({ id }) => id === deliveryLineId)!.open)
          }
          expect(sum(links.map(link => link.qty)) + rest).toBe(qty)
          expect(rest).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
