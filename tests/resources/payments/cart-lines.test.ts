import { describe, expect, it } from 'vitest'
import { canSelect, cartLinesOf, enteredInFull, enteredOf, withTds } from '../../../admin/payments/cart/cart-lines.ts'
import { cartFaults } from '../../../resources/payments/cart-rules.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'

const item = (over: Partial<CartItem> = {}): CartItem => ({
  id: 1,
  documentNo: 'INV1',
  documentType: 'INVOICE',
  documentDate: '2026-10-01',
  invoiceId: null,
  dueDate: '2026-11-01',
  originalAmount: 1_000_00,
  balanceAmount: 1_000_00,
  disputedAmount: 0,
  daysOverdue: 22,
  payable: 1_000_00,
  isOpen: true,
  lockedByTxnNo: null,
  isPaid: false,
  inCart: null,
  ...over,
})
const credit = item({ id: 2, documentType: 'CREDIT_NOTE', balanceAmount: -300_00, payable: -300_00 })

describe('what is entered in a cart', () => {
  it('is positive for a credit on the screen and negative for the server, and comes back as it went', () => {
    const items = [item(), credit]
    const entered = new Map(items.map(each => [each.id, enteredInFull(each)]))
    const lines = cartLinesOf(items, entered)
    expect(lines).toEqual([
      { itemId: 1, payAmount: 1_000_00, tdsAmount: 0 },
      { itemId: 2, payAmount: -300_00, tdsAmount: 0 },
    ])
    const saved = items.map((each, at) => ({ ...each, inCart: lines[at]! }))
    expect(enteredOf(saved)).toEqual(entered)
  })

  it('settles an item whole when all of it is selected, with its tax too', () => {
    const terms = { allowPartial: false, maxTxnAmount: 10_000_00 }
    const taxed = withTds(item(), enteredInFull(item()), 100_00)
    expect(taxed).toEqual({ pay: 900_00, tds: 100_00 })
    const lines = cartLinesOf([item()], new Map([[1, taxed]]))
    expect(cartFaults(lines, new Map([[1, item()]]), terms)).toEqual([])
  })

  it('keeps a part payment that somebody entered when the tax changes', () => {
    expect(withTds(item(), { pay: 400_00, tds: 0 }, 40_00)).toEqual({ pay: 400_00, tds: 40_00 })
  })

  it('that is no amount counts as none, so that the rules refuse it', () => {
    const lines = cartLinesOf([item()], new Map([[1, { pay: 'twelve', tds: null }]]))
    expect(lines).toEqual([{ itemId: 1, payAmount: 0, tdsAmount: 0 }])
    expect(
      cartFaults(lines, new Map([[1, item()]]), { allowPartial: true, maxTxnAmount: 1_000_00 }).map(
        ({ field }) => field,
      ),
    ).toContain('payAmount')
  })
})

it.each([
  [{}, true],
  [{ payable: 0, disputedAmount: 1_000_00 }, false],
  [{ lockedByTxnNo: 'PT262700000001' }, false],
  [{ isOpen: false }, false],
])('an item that is %j can be selected: %s', (over, can) => expect(canSelect(item(over))).toBe(can))
