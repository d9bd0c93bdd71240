import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CartLine,
  cartFaults,
  cartTotals,
  LEAST_NET,
  lineFaults,
  mostTds,
  oldestFirst,
  type PayableItem,
  type PaymentTerms,
  payableOf,
} from '../../../resources/payments/cart-rules.ts'

const whole: PaymentTerms = { allowPartial: false, maxTxnAmount: 1_000_000_00 }
const partial: PaymentTerms = { ...whole, allowPartial: true }

const itemOf = (over: Partial<PayableItem> = {}): PayableItem => ({
  id: 1,
  documentType: 'INVOICE',
  dueDate: '2026-10-01',
  balanceAmount: 1_000_00,
  disputedAmount: 0,
  isOpen: true,
  lockedByTxnNo: null,
  ...over,
})
const credit = itemOf({ id: 2, documentType: 'CREDIT_NOTE', balanceAmount: -300_00 })
const pays = (payAmount: number, tdsAmount = 0, itemId = 1): CartLine => ({ itemId, payAmount, tdsAmount })
const codes = (line: CartLine, item: PayableItem | undefined, terms = whole) =>
  lineFaults(line, item, terms).map(({ field, code }) => `${field} ${code}`)
const cartCodes = (lines: CartLine[], items: PayableItem[], terms = partial) =>
  cartFaults(lines, new Map(items.map(item => [item.id, item])), terms).map(({ code }) => code)

describe('a line of a cart', () => {
  it.each<[string, CartLine, PaymentTerms, string[]]>([
    ['pays an invoice whole', pays(1_000_00), whole, []],
    ['pays it whole with a tenth as TDS', pays(900_00, 100_00), whole, []],
    ['deducts a paisa more than a tenth', pays(899_99, 100_01), whole, ['tdsAmount TDS_TOO_HIGH']],
    ['pays a paisa less', pays(999_99), whole, ['payAmount NOT_WHOLE']],
    ['pays a paisa less where parts are agreed', pays(999_99), partial, []],
    ['pays a paisa more', pays(1_000_01), partial, ['payAmount TOO_MUCH']],
    ['pays more by its TDS', pays(1_000_00, 1), partial, ['payAmount TOO_MUCH']],
    ['pays a part with a tenth of the part as TDS', pays(9_00, 1_00), partial, []],
    ['pays a part with a tenth of the invoice as TDS', pays(9_00, 100_00), partial, ['tdsAmount TDS_TOO_HIGH']],
    ['pays nothing', pays(0), partial, ['payAmount RANGE']],
    ['pays less than nothing', pays(-1), partial, ['payAmount RANGE']],
    ['deducts less than nothing', pays(1_000_01, -1), whole, ['tdsAmount RANGE']],
  ])('that %s', (_, line, terms, expected) => expect(codes(line, itemOf(), terms)).toEqual(expected))

  it.each<[string, CartLine, PaymentTerms, string[]]>([
    ['what is not disputed', pays(600_00), whole, []],
    ['all of it', pays(1_000_00), partial, ['payAmount TOO_MUCH']],
    ['less than that', pays(599_99), whole, ['payAmount NOT_WHOLE']],
  ])('that pays of an invoice disputed by 400 rupees %s', (_, line, terms, expected) =>
    expect(codes(line, itemOf({ disputedAmount: 400_00 }), terms)).toEqual(expected),
  )

  it.each<[string, CartLine, string[]]>([
    ['all of it', pays(-300_00), []],
    ['a part of it', pays(-1), []],
    ['more than it', pays(-300_01), ['payAmount RANGE']],
    ['none of it', pays(0), ['payAmount RANGE']],
    ['it as if it were owed', pays(300_00), ['payAmount RANGE']],
    ['it with TDS', pays(-300_00, 1), ['tdsAmount TDS_ON_CREDIT']],
  ])('that uses a credit: %s', (_, line, expected) => expect(codes(line, credit)).toEqual(expected))

  it.each<[string, PayableItem | undefined, string]>([
    ['unknown', undefined, 'ITEM_CLOSED'],
    ['settled', itemOf({ isOpen: false }), 'ITEM_CLOSED'],
    ['disputed as a whole', itemOf({ disputedAmount: 1_000_00 }), 'ITEM_DISPUTED'],
    ['being paid', itemOf({ lockedByTxnNo: 'PT262700000087' }), 'ITEM_LOCKED'],
  ])('whose item is %s', (_, item, code) => expect(codes(pays(1_000_00), item)).toEqual([`itemId ${code}`]))
})

describe('a whole cart', () => {
  it('with nothing in it, too little or too much is refused', () => {
    expect(cartCodes([], [])).toEqual(['EMPTY'])
    expect(cartCodes([pays(99)], [itemOf()])).toEqual(['NET_TOO_LOW'])
    expect(cartCodes([pays(100)], [itemOf()])).toEqual([])
    expect(cartCodes([pays(1_000_00)], [itemOf()], { ...whole, maxTxnAmount: 999_99 })).toEqual(['NET_TOO_HIGH'])
    expect(cartCodes([pays(1_000_00)], [itemOf()], { ...whole, maxTxnAmount: 1_000_00 })).toEqual([])
  })

  it('whose credits meet its debits is set off by Finance, and one whose credits are more is refused', () => {
    const items = [itemOf(), credit]
    const [fault] = cartFaults([pays(300_00), pays(-300_00, 0, 2)], new Map(items.map(one => [one.id, one])), partial)
    expect(fault).toMatchObject({ itemId: null, field: 'net', code: 'NET_TOO_LOW' })
    expect(fault!.message).toContain('Finance will set these off')
    expect(cartCodes([pays(299_99), pays(-300_00, 0, 2)], items)).toEqual(['CREDITS_TOO_HIGH'])
  })
})

const balance = fc.integer({ min: 1, max: 10_000_000_00 })
const seldom = fc.constantFrom(...Array<boolean>(9).fill(false), true)
const someItem = fc.record({
  isCredit: fc.boolean(),
  balance,
  disputedPart: fc.constantFrom(0, 0, 0, 1, 50, 99, 100),
  isOpen: seldom.map(isSo => !isSo),
  isLocked: seldom,
  due: fc.integer({ min: 10, max: 28 }),
})
const someItems = fc.array(someItem, { minLength: 1, maxLength: 12 }).map(facts =>
  facts.map(
    ({ isCredit, balance, disputedPart, isOpen, isLocked, due }, index): PayableItem => ({
      id: index + 1,
      documentType: isCredit ? 'CREDIT_NOTE' : 'INVOICE',
      dueDate: `2026-10-${due}`,
      balanceAmount: isCredit ? -balance : balance,
      disputedAmount: isCredit ? 0 : Math.floor((balance * disputedPart) / 100),
      isOpen,
      lockedByTxnNo: isLocked ? 'PT262700000001' : null,
    }),
  ),
)
const someTerms = fc.record({ allowPartial: fc.boolean(), maxTxnAmount: fc.integer({ min: 100, max: 90_000_000_00 }) })
const byId = (items: readonly PayableItem[]) => new Map(items.map(item => [item.id, item]))

describe('always', () => {
  it('a cart without faults settles no more than is payable, deducts at most a tenth, and pays what its terms allow', () => {
    let sound = 0
    const share = fc.constantFrom(...Array<number>(9).fill(100), 0, 1, 50, 101)
    const someLines = (items: readonly PayableItem[]) =>
      fc.tuple(
        ...items.map(({ id, balanceAmount }) =>
          fc.record({ pay: share, tds: fc.constantFrom(0, 0, 0, 5, 10, 11) }).map(({ pay, tds }) => {
            const tdsAmount = balanceAmount < 0 ? 0 : Math.floor((balanceAmount * tds) / 100)
            return pays(Math.round((balanceAmount * pay) / 100) - tdsAmount, tdsAmount, id)
          }),
        ),
      )
    const few = someItems.map(items => items.slice(0, 3))
    const carts = few.chain(items => fc.tuple(fc.constant(items), someLines(items), someTerms))
    fc.assert(
      fc.property(carts, ([items, lines, terms]) => {
        const known = byId(items)
        if (cartFaults(lines, known, terms).length > 0) return
        sound++
        for (const { itemId, payAmount, tdsAmount } of lines) {
          const item = known.get(itemId)!
          expect(item.isOpen && item.lockedByTxnNo === null).toBe(true)
          expect(Math.abs(payAmount + tdsAmount)).toBeLessThanOrEqual(
            Math.abs(item.balanceAmount) - item.disputedAmount,
          )
          expect(Math.sign(payAmount)).toBe(Math.sign(item.balanceAmount))
          expect(tdsAmount * 10).toBeLessThanOrEqual(Math.max(0, payAmount + tdsAmount))
        }
        const { debits, credits, net } = cartTotals(lines, known)
        expect(net).toBe(lines.reduce((total, { payAmount }) => total + payAmount, 0))
        expect(-credits).toBeLessThanOrEqual(debits)
        expect(net).toBeGreaterThanOrEqual(LEAST_NET)
        expect(net).toBeLessThanOrEqual(terms.maxTxnAmount)
      }),
      { numRuns: 3000 },
    )
    expect(sound).toBeGreaterThan(20)
  })

  it('paying an invoice with the most TDS that is possible has no fault, and one paisa more has', () => {
    fc.assert(
      fc.property(balance, balanceAmount => {
        const tds = mostTds(balanceAmount)
        expect(codes(pays(balanceAmount - tds, tds), itemOf({ balanceAmount }))).toEqual([])
        fc.pre(balanceAmount > 1)
        expect(codes(pays(balanceAmount - tds - 1, tds + 1), itemOf({ balanceAmount }))).not.toEqual([])
      }),
    )
  })

  it('what is proposed for an amount has no fault, pays at most that, and passes over no older item that fits', () => {
    fc.assert(
      fc.property(
        someItems,
        fc.integer({ min: 0, max: 30_000_000_00 }),
        fc.boolean(),
        (items, amount, allowPartial) => {
          const known = byId(items)
          const lines = oldestFirst(items, amount, { allowPartial })
          for (const line of lines)
            expect(lineFaults(line, known.get(line.itemId), { ...whole, allowPartial })).toEqual([])
          const { net } = cartTotals(lines, known)
          expect(net).toBeLessThanOrEqual(amount)
          const left = items.filter(
            item =>
              payableOf(item) > 0 && item.lockedByTxnNo === null && !lines.some(({ itemId }) => itemId === item.id),
          )
          for (const item of left)
            expect(allowPartial ? net : payableOf(item) + net).toSatisfy((used: number) =>
              allowPartial ? used === amount : used > amount,
            )
          const dates = lines.map(({ itemId }) => known.get(itemId)!.dueDate)
          expect(dates).toEqual(dates.toSorted())
        },
      ),
      { numRuns: 1000 },
    )
  })
})
