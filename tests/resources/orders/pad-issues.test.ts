import { describe, expect, it, vi } from 'vitest'
import { sendableLines } from '../../../admin/orders/lines/line-bodies.ts'
import { LineStore, type PadFault, padLine } from '../../../admin/orders/lines/line-store.ts'
import { productMeant } from '../../../admin/orders/lines/product-meant.ts'
import { discountWithin, faultText, repairsOf } from '../../../admin/orders/lines/repairs.ts'
import { rowFindings } from '../../../admin/orders/lines/row-findings.ts'
import { checkOf, correction, missingHeaderFaults, rowIssues } from '../../../admin/orders/pad/pad-issues.ts'
import type { HeaderBody, OrderBody } from '../../../resources/orders/order-input.ts'
import { bestOffer } from '../../../resources/orders/pad/best-offer.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { Quote } from '../../../resources/orders/quote/quote.ts'

let made = 0
const product = (code: string, name = `Product ${code}`, casNo: string | null = null) =>
  ({ id: ++made, code, name, casNo, packSize: null, uom: 'EA', packQty: 1000 }) as OfferedProduct
const methanol = product('LS-1102', 'Methanol, HPLC grade')
const hexane = product('LS-1103', 'n-Hexane, HPLC grade')
const tris = product('LS-1001', 'Tris base, molecular biology grade', '77-86-1')
const triton = product('LS-10011', 'Triton X-100')

describe('the product that a typed text means', () => {
  it('is the only one offered, whatever of it was typed', () => {
    expect(bestOffer('hplc', [methanol])).toBe(methanol)
    expect(bestOffer('methannol', [methanol])).toBe(methanol)
  })

  it('is the one whose code, CAS number or name is the text, or alone begins with it', () => {
    for (const typed of ['ls-1001', '77-86-1', 'cas no. 77-86-1', 'Tris base molecular biology grade', 'tris b'])
      expect([typed, bestOffer(typed, [triton, tris])]).toEqual([typed, tris])
    expect(bestOffer('meth', [hexane, methanol])).toBe(methanol)
  })

  it('is asked for where several fit equally well', () => {
    expect(bestOffer('hplc', [methanol, hexane])).toBeNull()
    expect(bestOffer('LS-1', [methanol, hexane, tris])).toBeNull()
    expect(bestOffer('tri', [tris, triton])).toBeNull()
    expect(bestOffer('%', [tris, triton])).toBeNull()
  })

  const meant = (typed: string, offered: OfferedProduct[], match = vi.fn(async () => undefined)) =>
    productMeant(typed, async () => offered, match)

  it('is taken when it is offered, and never refused as unknown', async () => {
    expect(await meant('methanol', [methanol, hexane])).toEqual({ product: methanol, recognisedAs: null })
    expect(await meant('methannol', [methanol])).toEqual({ product: methanol, recognisedAs: 'Taken for “methannol”' })
    expect(await meant('hplc', [methanol, hexane])).toBe('several')
    expect(await meant('nothing', [])).toBe('none')
  })

  it('is that of the customer’s own code where this is the whole text', async () => {
    const match = async () => ({ by: 'itemCode' as const, product: hexane, matches: [hexane] })
    const ofCustomer = await productMeant('RM-1', async () => [methanol, hexane], match)
    expect(ofCustomer).toEqual({ product: hexane, recognisedAs: 'Taken for “RM-1”' })
  })
})

describe('the issues on the pad', () => {
  const row = (qty: number | string | null = 1000) => padLine({ product: tris, qty })
  const filled = { shipToId: 1, orderTypeId: 1, requestedDeliveryDate: '2026-12-01' } as HeaderBody
  /** The rules answer for what the pad holds; rows of `without` have no price. */
  function answer(store: LineStore, without: readonly number[] = []) {
    const { keys } = sendableLines(store.lines())
    const lines = keys.map((_, index) => ({ index, priceSource: without.includes(index) ? null : 'LIST' }))
    const quote = { lines, totals: null, orders: [], faults: [], warnings: [], approvals: [] } as unknown as Quote
    store.applyQuote({ state: 'known', quote, request: { body: {} as OrderBody, keys }, faults: [], error: null })
  }

  it('name a row that has no price, even where no rule does', () => {
    const store = new LineStore([row(), row()])
    answer(store, [1])
    expect(rowIssues(store)(false).map(({ message }) => message)).toEqual(['Row 2: it has no price'])
  })

  it('name what a row lacks as soon as the focus has left it, and in the row in hand once a button was pressed', () => {
    const store = new LineStore([row(null)])
    const [key] = store.keys()
    const issues = rowIssues(store)
    store.enter(key!)
    answer(store)
    expect([issues(false), checkOf(store)]).toEqual([[], 'unfinished'])
    expect(issues(true)).toHaveLength(1)
    store.enter(null)
    expect(issues(false).map(({ message }) => message)).toEqual(['Row 1: enter a quantity of LS-1001'])
  })

  it('name at once what was looked up and not found', () => {
    const store = new LineStore([padLine({ typed: 'NOPE', lookedUp: 'none', qty: 1000 })])
    store.enter(store.keys()[0]!)
    expect(rowIssues(store)(false)).toHaveLength(1)
  })

  it('are none only where every row is finished and the rules have answered for what the pad holds', () => {
    const store = new LineStore([row()])
    expect(checkOf(store)).toBe('none')
    answer(store)
    expect(checkOf(store)).toBe('checked')
    store.outdate()
    expect(checkOf(store)).toBe('checking')
    answer(store)
    store.applyQuote({ state: 'failed' })
    expect(checkOf(store)).toBe('failed')
  })

  it('keep their identity while nothing about them changes, so that a keystroke renders one row', () => {
    const store = new LineStore([row(null), row()])
    const issues = rowIssues(store)
    const before = issues(false)
    store.change(store.keys()[1]!, { qty: 2000 })
    expect(issues(false)).toBe(before)
  })

  it('name what the header lacks', () => {
    expect(missingHeaderFaults(filled)).toEqual([])
    expect(missingHeaderFaults({ ...filled, shipToId: null }).map(({ field }) => field)).toEqual(['shipToId'])
  })
})

describe('what is said of a row, and what repairs it', () => {
  const sold = { ...tris, packQty: 5000, minOrderQty: 0, maxOrderQty: null } as OfferedProduct
  const line = padLine({ product: sold, qty: 7000 })
  const fault = (code: string, more: Partial<PadFault> = {}): PadFault => ({
    ...{ key: line.key, column: 'qty', field: 'lines[0].qty', code, message: 'Row 1 (LS-1001): it is wrong' },
    ...more,
  })

  it('is to take the full packs around a quantity that is none', () => {
    const wrong = fault('QTY_MULTIPLE')
    expect(faultText(wrong, line)).toBe('Sold in packs of 5 EA.')
    expect(repairsOf(wrong, line, [line]).map(({ label, change }) => [label, change.qty])).toEqual([
      ['Take 5', 5000],
      ['Take 10', 10000],
    ])
  })

  it('is to add a product that is ordered twice to the line that has it', () => {
    const second = padLine({ product: sold, qty: 5000 })
    const [repair] = repairsOf(fault('PRODUCT_TWICE'), second, [line, second])
    expect(repair).toMatchObject({ label: 'Add to line 1', onto: line.key })
  })

  it('is to take what a seller may give, on top of the standing discount', () => {
    expect(discountWithin(500, { defaultDiscountPct: 0 })).toMatchObject({ label: 'Take 5 %' })
    expect(discountWithin(500, { defaultDiscountPct: 0 }).change.manualDiscountPct).toBe(500)
    expect(discountWithin(500, { defaultDiscountPct: 200 }).change.manualDiscountPct).toBe(306)
    expect(discountWithin(500, { defaultDiscountPct: 500 }).change.manualDiscountPct).toBeNull()
  })

  it('stands with its row: what stops it, whom it asks, and what is worth knowing', () => {
    const approval = { step: 'MY_APPROVAL', reason: 'Too much', people: ['Meena'], missing: false, lineNos: [10] }
    const found = rowFindings([fault('QTY_MIN')], {
      ...{ state: 'known', error: null, faults: [], warnings: [fault('NO_FREIGHT')] },
      quote: { approvals: [{ ...approval, measuredValue: 880, over: 380 }] } as unknown as Quote,
      request: { body: {} as OrderBody, keys: [line.key] },
    })
    expect(found[line.key]?.asks).toEqual([
      { step: 'MY_APPROVAL', reason: 'Too much', people: ['Meena'], missing: false, limit: 500 },
    ])
    expect([found[line.key]?.stops.length, found[line.key]?.tells.length]).toEqual([1, 1])
  })

  it('names the lines to correct before the header', () => {
    const header = { key: null, column: null, code: 'PO_REQUIRED', field: 'customerPoNo', message: 'PO is missing' }
    expect(correction([], ['a'])).toBeUndefined()
    expect(correction([header], ['a'])?.text).toBe('Enter the PO number')
    expect(correction([header, { ...header, key: 'a', column: 'qty' }], ['a'])?.text).toBe('Correct line 1')
    const two = ['c', 'a'].map(key => ({ ...header, key, column: 'qty' as const }))
    expect(correction(two, ['a', 'b', 'c'])?.text).toBe('Correct lines 1 and 3')
  })
})
