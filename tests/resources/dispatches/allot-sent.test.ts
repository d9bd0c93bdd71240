import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allotSent, type BilledLink, type SentGoods } from '../../../resources/dispatches/goods/allot-sent.ts'

const link = (id: number, invoiceId: number, qty: number, deliveryLineId = 1): BilledLink => ({
  ...{ id, invoiceId, deliveryLineId, qty },
})
const sent = (qty: number, invoiceId: number | null, deliveryLineId = 1): SentGoods => ({
  ...{ deliveryLineId, invoiceId, qty },
})
const told = (links: readonly BilledLink[], goods: readonly SentGoods[]) =>
  allotSent(links, goods).map(({ link: { invoiceId }, qty }) => [invoiceId, qty])

describe('what of an invoice has left', () => {
  it('is what was booked under it, where several bill one delivery', () => {
    expect(told([link(1, 11, 10), link(2, 12, 20)], [sent(15, 12)])).toEqual([[12, 15]])
  })

  it('is what was booked under the cancelled one that it replaces', () => {
    expect(told([link(2, 12, 30)], [sent(30, 11)])).toEqual([[12, 30]])
  })

  it('fills the invoices in the order of their ids where one was billed again as two', () => {
    expect(told([link(3, 13, 20), link(2, 12, 10)], [sent(15, 11)])).toEqual([
      [12, 10],
      [13, 5],
    ])
  })

  it('is never more than it bills: what is over fills others', () => {
    expect(told([link(1, 11, 10), link(2, 12, 20)], [sent(15, 11)])).toEqual([
      [11, 10],
      [12, 5],
    ])
  })

  it('is of its own goods alone', () => {
    expect(told([link(1, 11, 10, 1)], [sent(15, 11, 2)])).toEqual([])
  })
})

const anyLinks = fc
  .array(
    fc.record({
      invoiceId: fc.integer({ min: 1, max: 4 }),
      deliveryLineId: fc.integer({ min: 1, max: 3 }),
      qty: fc.integer({ min: 1, max: 50 }),
    }),
    { maxLength: 8 },
  )
  .map(rows => rows.map((row, index) => ({ ...row, id: index + 1 })))
const anySent = fc.array(
  fc.record({
    deliveryLineId: fc.integer({ min: 1, max: 3 }),
    invoiceId: fc.option(fc.integer({ min: 1, max: 6 })),
    qty: fc.integer({ min: 1, max: 50 }),
  }),
  { maxLength: 8 },
)
const total = (rows: readonly { qty: number }[]) => rows.reduce((all, { qty }) => all + qty, 0)

describe('however goods were booked and billed', () => {
  it('as much is allotted of each goods as left and is billed, and no link or consignment gets more than it has', () => {
    fc.assert(
      fc.property(anyLinks, anySent, (links, goods) => {
        const allotted = allotSent(links, goods)
        for (const one of links)
          expect(total(allotted.filter(({ link: { id } }) => id === one.id))).toBeLessThanOrEqual(one.qty)
        for (const one of goods) expect(total(allotted.filter(part => part.sent === one))).toBeLessThanOrEqual(one.qty)
        for (const id of [1, 2, 3]) {
          const of = <R extends { deliveryLineId: number }>(rows: readonly R[]) =>
            rows.filter(row => row.deliveryLineId === id)
          const most = Math.min(total(of(links)), total(of(goods)))
          expect(total(allotted.filter(part => part.link.deliveryLineId === id))).toBe(most)
        }
      }),
    )
  })

  it('what was booked under an invoice that counts is its own first', () => {
    fc.assert(
      fc.property(anyLinks, anySent, (links, goods) => {
        const allotted = allotSent(links, goods)
        for (const invoiceId of [1, 2, 3, 4])
          for (const deliveryLineId of [1, 2, 3]) {
            const is = (row: { invoiceId: number | null; deliveryLineId: number }) =>
              row.invoiceId === invoiceId && row.deliveryLineId === deliveryLineId
            const own = total(allotted.filter(part => is(part.link) && is(part.sent)))
            expect(own).toBe(Math.min(total(links.filter(is)), total(goods.filter(is))))
          }
      }),
    )
  })
})
