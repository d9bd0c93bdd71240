import { describe, expect, it } from 'vitest'
import type { RouteFacts } from '../../../resources/orders/approvals/approval-facts.ts'
import type { RouteLine } from '../../../resources/orders/approvals/route-rows.ts'
import { freightBook, freightOf } from '../../../resources/orders/quote/freight.ts'
import { compareLimitPrice, limitPriceBook } from '../../../resources/orders/quote/limit-price.ts'
import { priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import { taxLine } from '../../../resources/orders/quote/tax.ts'
import { grossOf, orderTotals } from '../../../resources/orders/totals.ts'
import { type ApprovalStep, approvalSteps } from '../../../resources/trade.ts'
import { approvalsOf, approveAll, example, route } from '../../support/approval-example.ts'
import {
  always,
  contractPrice,
  creditFacts,
  customer,
  cutLine,
  discountRow,
  MAHARASHTRA,
  ORDER_DATE,
  priceLineOf,
  priceOrder,
  priceRows,
  product,
  routeContract,
  routeLine,
  routeOrder,
  row,
} from '../../support/orders/order-rows.ts'

/** An order that needs no approval at all. */
const plain = (more: Partial<RouteFacts> = {}) =>
  example({
    ...{ order: routeOrder(), lines: [routeLine({ manualDiscountPct: 0 })], credit: creditFacts(), asps: new Map() },
    ...more,
  })
const line = (more: Partial<RouteLine>) => plain({ lines: [routeLine({ manualDiscountPct: 0, ...more })] })
const order = (more: Partial<RouteFacts['order']>) => plain({ order: routeOrder(more) })
const contract = (qty: number, more: Partial<Parameters<typeof routeContract>[0]> = {}) =>
  plain({
    lines: [routeLine({ manualDiscountPct: 0, qty, priceSource: 'RATE_CONTRACT', priceSourceId: 7 })],
    contracts: new Map([[7, routeContract({ openQty: 150_000, ...more })]]),
  })
const lowLine = (more: Partial<RouteLine>) =>
  line({ discountPct: 100, netPrice: 87_999, limitPrice: 88_000, limitGapPct: 1, priceSource: 'LIST', ...more })
const byHand = (discountPct: number, more: Partial<RouteLine> = {}) =>
  line({ manualDiscountPct: 100, discountPct, netPrice: 95_000, ...more })
/** A net price below the average selling price of 1,000.00. */
const underAsp = (netPrice: number, useAsp = true) => {
  const facts = byHand(0, { netPrice })
  const asps = new Map([[1, { ...always(), productId: 1, asp: 100_000 }]])
  return { ...facts, asps, settings: { ...facts.settings, useAsp } }
}
const owes = (outstanding: number, more: Partial<RouteFacts['credit']> = {}, of: Partial<RouteFacts['order']> = {}) =>
  plain({ credit: creditFacts({ outstanding, ...more }), order: routeOrder(of) })
const room = 15_00_000_00 - routeOrder().grossValue
const overdueSince = (dueDate: string) =>
  owes(0, { oldestInvoice: { id: 9, rowVersion: 1, documentNo: 'INV9', dueDate, balanceAmount: 1 } })
const { channel, orderType, customer: buyer } = routeOrder()
const free = { orderType: { ...orderType, isFreeOfCharge: true } }
const wants = { customer: { ...buyer, requiresAcceptance: true } }
const instruction = (needsCscReview: boolean) =>
  order({ instructions: [{ ...row(), productId: 1, sbuId: null, instruction: 'Gate 4', needsCscReview }] })

/** The triggers of the approval steps: what just needs the approval, and what just does not. */
const byNumber: readonly { no: number; step: ApprovalStep; on: string; asks: RouteFacts; passes: RouteFacts }[] = [
  {
    no: 10,
    step: 'EUD',
    on: 'a document that is required',
    asks: line({ eudStatus: 'REQUIRED' }),
    passes: line({ eudStatus: 'NOT_REQUIRED' }),
  },
  {
    no: 10,
    step: 'EUD',
    on: 'a document that is submitted',
    asks: line({ eudStatus: 'SUBMITTED' }),
    passes: line({ eudStatus: 'APPROVED' }),
  },
  {
    no: 10,
    step: 'EUD',
    on: 'an open line',
    asks: line({ eudStatus: 'REQUIRED' }),
    passes: line({ eudStatus: 'REQUIRED', lineStatus: 'REJECTED' }),
  },
  { no: 20, step: 'RATE_CONTRACT', on: 'the open quantity', asks: contract(150_001), passes: contract(150_000) },
  {
    no: 20,
    step: 'RATE_CONTRACT',
    on: 'release by itself',
    asks: contract(1_000, { autoRelease: false }),
    passes: contract(1_000),
  },
  {
    no: 30,
    step: 'CSC',
    on: 'the channel',
    asks: order({ channel: { ...channel, requiresCsc: true } }),
    passes: order({ channel: { ...channel, requiresCsc: false } }),
  },
  {
    no: 30,
    step: 'CSC',
    on: 'the order type',
    asks: order({ orderType: { ...orderType, requiresCsc: true } }),
    passes: order({ orderType: { ...orderType, requiresCsc: false } }),
  },
  {
    no: 30,
    step: 'CSC',
    on: 'a multiplexing kit',
    asks: line({ isMultiplexingKit: true }),
    passes: line({ isMultiplexingKit: false }),
  },
  { no: 30, step: 'CSC', on: 'a shipping instruction', asks: instruction(true), passes: instruction(false) },
  {
    no: 40,
    step: 'LIMIT_PRICE',
    on: 'the limit price',
    asks: lowLine({}),
    passes: lowLine({ netPrice: 88_000, limitGapPct: 0 }),
  },
  {
    no: 40,
    step: 'LIMIT_PRICE',
    on: 'an agreed price',
    asks: lowLine({ priceSource: 'CUSTOMER_PRICE', manualDiscountPct: 1 }),
    passes: lowLine({ priceSource: 'CUSTOMER_PRICE' }),
  },
  {
    no: 40,
    step: 'LIMIT_PRICE',
    on: 'a product with a limit price',
    asks: lowLine({}),
    passes: lowLine({ limitPrice: null }),
  },
  { no: 50, step: 'MY_APPROVAL', on: 'the own limit', asks: byHand(501), passes: byHand(500) },
  {
    no: 50,
    step: 'MY_APPROVAL',
    on: 'a discount by hand',
    asks: byHand(3000, { manualDiscountPct: 1 }),
    passes: byHand(3000, { manualDiscountPct: 0 }),
  },
  {
    no: 50,
    step: 'MY_APPROVAL',
    on: 'a promotion beyond what is free',
    asks: line({ promoDiscountValue: 10_010, discountPct: 1001 }),
    passes: line({ promoDiscountValue: 10_000, discountPct: 1000 }),
  },
  { no: 50, step: 'MY_APPROVAL', on: 'the average selling price', asks: underAsp(94_990), passes: underAsp(95_000) },
  {
    no: 50,
    step: 'MY_APPROVAL',
    on: 'the setting of the average',
    asks: underAsp(90_000),
    passes: underAsp(90_000, false),
  },
  { no: 60, step: 'LIMIT', on: 'the credit limit', asks: owes(room + 1), passes: owes(room) },
  {
    no: 60,
    step: 'LIMIT',
    on: 'other orders',
    asks: owes(room - 5, { otherOrders: 6 }),
    passes: owes(room - 5, { otherOrders: 5 }),
  },
  { no: 60, step: 'LIMIT', on: 'days overdue', asks: overdueSince('2026-09-26'), passes: overdueSince('2026-09-27') },
  { no: 60, step: 'LIMIT', on: 'free orders', asks: owes(room + 1), passes: owes(room + 1, {}, free) },
  {
    no: 60,
    step: 'LIMIT',
    on: 'an advance',
    asks: owes(room + 1, { onAccount: routeOrder().grossValue - 1 }),
    passes: owes(room + 1, { onAccount: routeOrder().grossValue }),
  },
  {
    no: 70,
    step: 'ACCEPTANCE',
    on: 'a line that the customer has not seen so',
    asks: plain({ unseen: [cutLine] }),
    passes: plain({ unseen: [] }),
  },
  {
    no: 70,
    step: 'ACCEPTANCE',
    on: 'a price that they have not seen, and not the discount that made it',
    asks: plain({ unseen: [{ ...cutLine, what: 'price' }] }),
    passes: plain({ unseen: [{ ...cutLine, what: 'discount' }] }),
  },
  {
    no: 70,
    step: 'ACCEPTANCE',
    on: 'a customer who wants it',
    asks: order(wants),
    passes: order({ ...wants, placedForCustomer: false }),
  },
  {
    no: 70,
    step: 'ACCEPTANCE',
    on: 'an SBU that wants it',
    asks: { ...plain(), sbu: { ...plain().sbu, requiresAcceptance: true } },
    passes: { ...order({ placedForCustomer: false }), sbu: { ...plain().sbu, requiresAcceptance: true } },
  },
]

describe('the triggers of the approval steps, by number', () => {
  it.each(byNumber)('$no $step: is needed from the first value beyond its limit, and not before ($on)', each => {
    expect(route(each.passes).path.map(({ step }) => step)).not.toContain(each.step)
    expect(route(each.asks).path).toMatchObject([{ step: each.step, seq: each.no }])
    expect(route(each.asks)).toMatchObject({ status: 'PENDING', pendingStep: each.step })
  })

  it('all seven are listed here, in the order in which an order passes them', () => {
    expect([...new Set(byNumber.map(({ step }) => step))]).toEqual([...approvalSteps])
  })
})

/** The worked example computed from master rows, without any given intermediate result. */
const workedOut = (qty: number) => {
  const rows = priceRows({
    productDiscounts: [discountRow(500)],
    rateContracts: [{ ...contractPrice(45_000, 150_000), id: 7, productId: 2 }],
  })
  const floors = limitPriceBook({
    limitPrices: [{ ...always(), productId: 1, channelId: 11, limitPrice: 88_000, confirmStatus: 'CONFIRMED' }],
    asps: [{ ...always(), productId: 1, asp: 96_000 }],
  })
  const rate = { ...always(), transMode: 'SURFACE' as const, zoneId: 1, rateBasis: 'PER_UNIT' as const, minCharge: 0 }
  const freights = freightBook([
    { ...rate, productId: 1, rate: 12_00 },
    { ...rate, productId: 2, rate: 3_50 },
  ])
  const lines = [
    { lineNo: 10, productId: 1, qty, manualDiscountPct: 800 },
    { lineNo: 20, productId: 2, qty: 200_000, manualDiscountPct: 0 },
  ].map(({ lineNo, productId, ...asked }) => {
    const priced = priceLine(
      priceBook(rows),
      priceOrder(),
      priceLineOf({ product: product({ id: productId }), ...asked }),
    )
    const { netPrice, priceUnit } = priced
    const on = { orderDate: ORDER_DATE, channelId: 11, fourEyes: true, productId, netPrice, priceUnit }
    const { freightValue } = freightOf({
      ...{ book: freights, orderDate: ORDER_DATE, freightTerms: 'BILLED', transMode: 'SURFACE', zoneId: 1 },
      ...{ isFreeOfCharge: false, product: { id: productId, grossWeightKg: 1_000 }, qty: asked.qty },
    })
    const taxableValue = priced.netValue + freightValue
    const tax = taxLine({
      ...{ plant: { stateId: MAHARASHTRA }, shipTo: { stateId: MAHARASHTRA, isThirdParty: false } },
      ...{ billTo: customer(), isFreeOfCharge: false, gstRate: 1800, taxableValue },
    })
    const grossValue = grossOf({ taxableValue, ...tax })
    const amounts = { freightValue, taxableValue, ...tax, grossValue, lineStatus: 'OPEN' }
    return { ...priced, ...compareLimitPrice({ book: floors, ...on }), ...amounts, lineNo, productId, qty: asked.qty }
  })
  const totals = orderTotals(lines)
  const facts = example({
    order: routeOrder({ taxableValue: totals.taxableValue, grossValue: totals.grossValue }),
    lines: lines.map(each => routeLine(each)),
    unseen: qty === 100_000 ? [] : [cutLine],
  })
  return { lines, totals, facts }
}

describe('the worked example, computed from the masters', () => {
  it('prices, limit prices, freight, tax and totals match its figures to the paisa', () => {
    const { lines, totals } = workedOut(100_000)
    expect(lines).toMatchObject([
      {
        netPrice: 874_00,
        discountPct: 12_60,
        limitGapPct: 68,
        aspGapPct: 8_96,
        netValue: 87_400_00,
        freightValue: 1_200_00,
      },
      { priceSource: 'RATE_CONTRACT', priceSourceId: 7, netPrice: 450_00, netValue: 90_000_00, freightValue: 700_00 },
    ])
    expect(totals).toMatchObject({ taxableValue: 1_79_300_00, cgst: 16_137_00, sgst: 16_137_00, igst: 0 })
    expect(totals.grossValue).toBe(2_11_574_00)
  })

  it('needs the approvals of the named people and amounts, and is approved after them', () => {
    const { facts } = workedOut(100_000)
    expect(approvalsOf(route(facts))).toEqual([
      ['RATE_CONTRACT', 'Pricing desk (Ravi)', 50_000],
      ['LIMIT_PRICE', 'Ravi', 68],
      ['MY_APPROVAL', 'Meena', 12_60],
      ['MY_APPROVAL', 'Joseph', 12_60],
      ['LIMIT', 'Colin', 91_574_00],
    ])
    expect(approveAll(facts).end.status).toBe('APPROVED')
  })

  it('with 60 instead of 100 after Meena decided, keeps contract and limit price covered, needs only the first credit level, and the customer accepts', () => {
    const { tasks } = approveAll(workedOut(100_000).facts)
    const { totals, facts } = workedOut(60_000)
    expect([totals.taxableValue, totals.cgst + totals.sgst, totals.grossValue]).toEqual([
      1_43_860_00, 25_894_80, 1_69_754_80,
    ])
    const { asked, end } = approveAll({ ...facts, tasks: tasks.slice(0, 3) })
    expect(asked.map(({ step, level, measuredValue }) => [step, level, measuredValue])).toEqual([
      ['MY_APPROVAL', 2, 12_60],
      ['LIMIT', 1, 49_754_80],
      ['ACCEPTANCE', 1, null],
    ])
    expect(asked.at(-1)!.assignee.customerId).toBe(1)
    expect(end.status).toBe('APPROVED')
  })
})
