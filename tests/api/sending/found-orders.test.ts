import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FoundSalesOrder, foundOrder } from '../../../api/sap/sending/found-orders.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'

type Line = { lineNo: number; product: string; qty: number }

const order = (lines: readonly Line[], soldTo = '100123') =>
  ({ orderNo: 'OR2627000017', soldTo, lines }) as unknown as SalesOrderMessage

const inSap = (lines: readonly Line[], over: Partial<FoundSalesOrder> = {}): FoundSalesOrder => ({
  salesOrder: '5000000001',
  soldTo: '0000100123',
  items: lines.map(({ lineNo, product, qty }) => ({
    salesOrderItem: `${lineNo}`.padStart(6, '0'),
    product,
    qty,
    isRejected: false,
    isSubstituted: false,
  })),
  ...over,
})

const twenty = [{ lineNo: 10, product: 'LS-1001', qty: 20_000 }]
const rejected = (one: FoundSalesOrder, salesOrder: string) => ({
  ...one,
  salesOrder,
  items: one.items.map(item => ({ ...item, isRejected: true })),
})

describe('an order searched for in SAP', () => {
  it('is ours with the same customer, products and quantities, whatever SAP does with leading zeros and items', () => {
    const lines = [
      { lineNo: 10, product: '104530', qty: 3_000 },
      { lineNo: 20, product: 'LS-1001', qty: 1_000 },
    ]
    const split = [
      { lineNo: 10, product: '000000000000104530', qty: 1_000 },
      { lineNo: 11, product: '000000000000104530', qty: 2_000 },
      { lineNo: 20, product: 'LS-1001', qty: 1_000 },
    ]
    expect(foundOrder(order(lines), [inSap(split)])).toMatchObject({ salesOrder: '5000000001' })
  })

  it('is ours where SAP delivers another product for the one that was ordered', () => {
    const [item] = inSap([{ lineNo: 10, product: 'LS-1009', qty: 20_000 }]).items
    const replaced = (isSubstituted: boolean) => inSap([], { items: [{ ...item!, isSubstituted }] })
    expect(foundOrder(order(twenty), [replaced(true)])).toMatchObject({ salesOrder: '5000000001' })
    expect(foundOrder(order(twenty), [replaced(false)])).toMatchObject({ doubt: expect.stringContaining('LS-1001') })
  })

  it('is not there where SAP has none', () => {
    expect(foundOrder(order(twenty), [])).toBeNull()
  })

  it('is the open one of two where the other was rejected in SAP, and a doubt where both are open', () => {
    const one = inSap(twenty)
    expect(foundOrder(order(twenty), [rejected(one, '5000000002'), one])).toMatchObject({ salesOrder: '5000000001' })
    expect(foundOrder(order(twenty), [one, { ...one, salesOrder: '5000000002' }])).toMatchObject({
      doubt: expect.stringContaining('2 sales orders for order OR2627000017: 5000000001 and 5000000002'),
    })
    expect(foundOrder(order(twenty), [rejected(one, '5000000001')])).toMatchObject({ salesOrder: '5000000001' })
  })

  it('is never taken for ours with any other customer, product or quantity', () => {
    const line = fc.record({
      lineNo: fc.integer({ min: 1, max: 999 }).map(no => no * 10),
      product: fc.constantFrom('LS-1001', 'LS-1002', '104530'),
      qty: fc.integer({ min: 1, max: 1_000_000 }),
    })
    const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 6, selector: ({ lineNo }) => lineNo })
    fc.assert(
      fc.property(lines, fc.nat(), fc.integer({ min: 1, max: 5_000 }), (ordered, which, more) => {
        expect(foundOrder(order(ordered), [inSap(ordered)])).toMatchObject({ salesOrder: '5000000001' })
        const at = which % ordered.length
        const changed = ordered.map((one, index) => (index === at ? { ...one, qty: one.qty + more } : one))
        const missing = ordered.filter((_, index) => index !== at)
        const others = [inSap(changed), inSap(missing), inSap(ordered, { soldTo: '0000100124' })]
        for (const other of others) expect(foundOrder(order(ordered), [other])).toHaveProperty('doubt')
      }),
    )
  })
})
