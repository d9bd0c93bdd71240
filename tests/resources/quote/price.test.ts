import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LARGEST_LINE, priceBook, priceLine } from '../../../resources/orders/quote/price.ts'
import {
  always,
  contractPrice,
  discountRow,
  ORDER_DATE,
  priceLineOf,
  priceOf,
  priceOrder,
  priceRows,
  product,
  row,
  shipToPrice,
} from '../../support/orders/order-rows.ts'

const verdicts = (priced: ReturnType<typeof priceOf>) =>
  priced.priceTrace.steps.map(({ step, name, verdict }) => `${step} ${name} ${verdict}`)

const free = { orderType: { code: 'FOC', isFreeOfCharge: true, allowsManualDiscount: false } }

describe('the price of an order line', () => {
  it('follows the worked example: list 1,000.00, default 5 %, manual 8 % gives 874.00 and 12.60 %', () => {
    const priced = priceOf({ productDiscounts: [discountRow(500)] }, { manualDiscountPct: 800 })
    expect(priced).toMatchObject({
      listPrice: 100_000,
      priceSource: 'LIST',
      defaultDiscountPct: 500,
      manualDiscountPct: 800,
      netPrice: 87_400,
      discountPct: 1260,
      netValue: 8_740_000,
      priceProblem: null,
    })
  })

  it('is the price agreed for the delivery address before the list price, without standing discount', () => {
    const priced = priceOf({ shipToPrices: [shipToPrice(90_000)], productDiscounts: [discountRow(500)] })
    expect(priced).toMatchObject({
      listPrice: 100_000,
      priceSource: 'SHIP_TO_PRICE',
      netPrice: 90_000,
      discountPct: 1000,
    })
    expect(priced.defaultDiscountPct).toBe(0)
    expect(verdicts(priced)).toEqual([
      'P0 FREE none',
      'P1 SHIP_TO_PRICE won',
      'P2 CUSTOMER_PRICE none',
      'P3 RATE_CONTRACT none',
      'P4 LIST lost',
      'D1 DEFAULT_DISCOUNT skipped',
      'D2 PROMO none',
      'D3 MANUAL_DISCOUNT none',
    ])
  })

  it('is that of the rate contract before the list, without list discounts, and states the open quantity', () => {
    const priced = priceOf(
      { rateContracts: [contractPrice(45_000, 150_000)], productDiscounts: [discountRow(500)] },
      { qty: 200_000 },
    )
    expect(priced).toMatchObject({
      priceSource: 'RATE_CONTRACT',
      netPrice: 45_000,
      listPrice: 100_000,
      defaultDiscountPct: 0,
    })
    const won = priced.priceTrace.steps.find(({ verdict }) => verdict === 'won')
    expect(won).toMatchObject({
      step: 'P3',
      reason: 'Contract RC/1 gives ₹ 450.00, and 150 of 200 are still open on it',
      row: { resource: 'rate-contract-line', values: { contractNo: 'RC/1', rate: 45_000, openQty: 150_000 } },
    })
  })

  it('is the price agreed for the delivery address before that of the rate contract', () => {
    const priced = priceOf({ shipToPrices: [shipToPrice(90_000)], rateContracts: [contractPrice(45_000)] })
    expect(priced).toMatchObject({ priceSource: 'SHIP_TO_PRICE', netPrice: 90_000 })
    expect(verdicts(priced)).toContain('P3 RATE_CONTRACT lost')
  })

  it('needs no list price when a contract gives one', () => {
    const priced = priceOf({ productPrices: [], rateContracts: [contractPrice(45_000)] })
    expect(priced).toMatchObject({ listPrice: 45_000, netPrice: 45_000, discountPct: 0, priceProblem: null })
  })

  it('takes the highest quantity slab the line reaches', () => {
    const rows = { shipToPrices: [shipToPrice(80_000, 100_000), shipToPrice(70_000, 200_000), shipToPrice(90_000)] }
    expect(priceOf(rows, { qty: 99_999 }).netPrice).toBe(90_000)
    expect(priceOf(rows, { qty: 100_000 }).netPrice).toBe(80_000)
    expect(priceOf(rows, { qty: 200_000 }).netPrice).toBe(70_000)
  })

  it('is for a hundred units when the list is, and the value is that of the whole quantity', () => {
    const productPrices = [{ ...always(), channelId: 11, productId: 1, listPrice: 1_234, priceUnit: 100, uom: 'EA' }]
    expect(priceOf({ productPrices }, { qty: 1_000_000 })).toMatchObject({
      priceUnit: 100,
      listPrice: 1_234,
      netPrice: 1_234,
      netValue: 12_340,
    })
  })

  it('is the newest of two rows in effect on one day, in whatever order they were entered', () => {
    const older = { ...shipToPrice(90_000), id: 9, validFrom: '2026-04-01' }
    const newer = { ...shipToPrice(80_000), id: 8, validFrom: '2026-10-01' }
    for (const shipToPrices of [
      [older, newer],
      [newer, older],
    ])
      expect(priceOf({ shipToPrices }).netPrice).toBe(80_000)
  })

  it('gives a value that is rounded half up to the paisa', () => {
    const productPrices = [{ ...always(), channelId: 11, productId: 1, listPrice: 333, priceUnit: 1, uom: 'EA' }]
    expect(priceOf({ productPrices }, { qty: 500 }).netValue).toBe(167)
    expect(priceOf({ productPrices }, { qty: 498 }).netValue).toBe(166)
  })

  it('uses rows on their first and last day and not the day after', () => {
    const until = (validTo: string) =>
      priceOf({ shipToPrices: [{ ...shipToPrice(90_000), validFrom: ORDER_DATE, validTo }] })
    expect(until(ORDER_DATE).priceSource).toBe('SHIP_TO_PRICE')
    const lapsed = priceOf({ shipToPrices: [{ ...shipToPrice(90_000), validTo: '2026-10-11' }] })
    expect(lapsed.priceSource).toBe('LIST')
    expect(lapsed.priceTrace.steps[1]).toMatchObject({ step: 'P1', verdict: 'skipped' })
    expect(lapsed.priceTrace.steps[1]!.reason).toContain('11-10-2026')
  })

  it('takes the agreed price as list price where the channel has no list price', () => {
    const priced = priceOf({ shipToPrices: [shipToPrice(90_000)], productPrices: [] })
    expect(priced).toMatchObject({ listPrice: 90_000, netPrice: 90_000, discountPct: 0 })
  })

  it('counts no discount when the agreed price is above the list', () => {
    expect(priceOf({ shipToPrices: [shipToPrice(110_000)] })).toMatchObject({ netPrice: 110_000, discountPct: 0 })
  })

  it('reports a missing price, and a list price that is empty or zero', () => {
    expect(priceOf({ productPrices: [] })).toMatchObject({ priceProblem: 'NO_PRICE', priceSource: null, netValue: 0 })
    const zero = [{ ...always(), channelId: 11, productId: 1, listPrice: 0, priceUnit: 1, uom: 'EA' }]
    expect(priceOf({ productPrices: zero })).toMatchObject({ priceProblem: 'NO_PRICE', listPrice: 0 })
    const inactive = [
      { ...always(), isActive: false, channelId: 11, productId: 1, listPrice: 5000, priceUnit: 1, uom: 'EA' },
    ]
    expect(priceOf({ productPrices: inactive }).priceProblem).toBe('NO_PRICE')
  })

  it('is refused, not rounded, when the line value exceeds exact arithmetic', () => {
    expect(priceOf({}, { qty: 9_999_999_999_999 })).toMatchObject({ priceProblem: 'VALUE_TOO_LARGE', netValue: 0 })
    expect(priceOf({}, { qty: 100_000_000_000 })).toMatchObject({ priceProblem: null, netValue: LARGEST_LINE })
  })

  it('is zero for free goods, which still show their list price', () => {
    expect(priceOf({}, {}, free)).toMatchObject({ priceSource: 'FREE', listPrice: 100_000, netPrice: 0, netValue: 0 })
    expect(priceOf({ productPrices: [] }, {}, free)).toMatchObject({ listPrice: 0, discountPct: 0, priceProblem: null })
  })
})

describe('discounts', () => {
  const grouped = product({ materialPricingGroupId: 7 })
  const group = (maxManualDiscountPct: number) => [{ ...row(), id: 7, code: 'A1', maxManualDiscountPct }]
  const ofGroup = { productId: null, materialPricingGroupId: 7 }

  it('match product and segment, then product, then group and segment, then group', () => {
    const all = [
      discountRow(400, { ...ofGroup }),
      discountRow(300, { ...ofGroup, customerSegmentId: 5 }),
      discountRow(200),
      discountRow(100, { customerSegmentId: 5 }),
    ]
    const given = (productDiscounts: typeof all, customerSegmentId: number | null = 5) =>
      priceOf({ productDiscounts, materialPricingGroups: group(10_000) }, { product: grouped }, { customerSegmentId })
        .defaultDiscountPct
    expect(given(all)).toBe(100)
    expect(given(all.slice(0, 3))).toBe(200)
    expect(given(all.slice(0, 2))).toBe(300)
    expect(given(all.slice(0, 1))).toBe(400)
    expect(given(all, null)).toBe(200)
  })

  it('fall through to the next kind of match when the quantity reaches no slab of a closer one', () => {
    const productDiscounts = [discountRow(900, { minQty: 500_000 }), discountRow(400, ofGroup)]
    const rows = { productDiscounts, materialPricingGroups: group(10_000) }
    expect(priceOf(rows, { product: grouped }).defaultDiscountPct).toBe(400)
    expect(priceOf(rows, { product: grouped, qty: 500_000 }).defaultDiscountPct).toBe(900)
  })

  it('by hand are limited by the cap of the pricing group, which no approval can exceed', () => {
    const rows = { materialPricingGroups: group(1000) }
    expect(priceOf(rows, { product: grouped, manualDiscountPct: 1000 })).toMatchObject({
      netPrice: 90_000,
      priceProblem: null,
    })
    expect(priceOf(rows, { product: grouped, manualDiscountPct: 1001 })).toMatchObject({
      netPrice: 100_000,
      manualDiscountPct: 1001,
      priceProblem: 'DISCOUNT_OVER_CAP',
    })
    expect(priceOf({}, { manualDiscountPct: 10_001 }).priceProblem).toBe('DISCOUNT_OVER_CAP')
    expect(priceOf({}, { manualDiscountPct: -1 }).priceProblem).toBe('DISCOUNT_OVER_CAP')
  })

  it('by hand are refused when the order type allows none, and on free goods', () => {
    expect(priceOf({}, { manualDiscountPct: 100 }, free)).toMatchObject({
      netPrice: 0,
      priceProblem: 'DISCOUNT_NOT_ALLOWED',
    })
    const orderType = { code: 'TND', isFreeOfCharge: false, allowsManualDiscount: false }
    expect(priceOf({}, { manualDiscountPct: 100 }, { orderType }).priceProblem).toBe('DISCOUNT_NOT_ALLOWED')
  })

  it('by hand also apply to an agreed price', () => {
    expect(priceOf({ shipToPrices: [shipToPrice(90_000)] }, { manualDiscountPct: 1000 })).toMatchObject({
      priceSource: 'SHIP_TO_PRICE',
      netPrice: 81_000,
      discountPct: 1900,
    })
  })

  it('fail when the cap was not loaded', () => {
    expect(() => priceOf({}, { product: grouped, manualDiscountPct: 100 })).toThrow('not loaded')
  })
})

describe('the trace of a price', () => {
  it('is plain JSON with the row, its version, its period and its value', () => {
    const agreed = { ...shipToPrice(90_000), rowVersion: 4 }
    const { priceTrace, priceSourceId } = priceOf({ shipToPrices: [agreed] })
    expect(priceSourceId).toBe(agreed.id)
    expect(JSON.parse(JSON.stringify(priceTrace))).toEqual(priceTrace)
    expect(priceTrace.steps[1]).toEqual({
      step: 'P1',
      name: 'SHIP_TO_PRICE',
      verdict: 'won',
      row: {
        resource: 'cust-shipto-prod-price',
        id: agreed.id,
        rowVersion: 4,
        validFrom: '2026-04-01',
        validTo: '9999-12-31',
        values: { netPrice: 90_000, minQty: 0 },
      },
      reason: 'Agreed for this delivery address at ₹ 900.00',
    })
    expect(priceTrace.steps[4]!.reason).toBe(
      'The list price of this channel is ₹ 1,000.00, but P1 SHIP_TO_PRICE comes first',
    )
  })

  it('has exactly one winning price, whatever the rows, and never a price below zero', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000_00 })
    const pct = fc.integer({ min: 0, max: 10_000 })
    const qty = fc.integer({ min: 1, max: 9_999_999_999 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amount, qty), { maxLength: 4 }),
        fc.array(amount, { maxLength: 2 }),
        fc.array(fc.tuple(pct, qty), { maxLength: 4 }),
        pct,
        qty,
        (agreed, lists, discounts, manualDiscountPct, ordered) => {
          const priced = priceOf(
            {
              shipToPrices: agreed.map(([net, from]) => shipToPrice(net, from)),
              productPrices: lists.map(listPrice => ({
                ...always(),
                channelId: 11,
                productId: 1,
                listPrice,
                priceUnit: 1,
                uom: 'EA',
              })),
              productDiscounts: discounts.map(([given, minQty]) => discountRow(given, { minQty })),
            },
            { manualDiscountPct, qty: ordered },
          )
          const won = priced.priceTrace.steps.filter(({ step, verdict }) => step.startsWith('P') && verdict === 'won')
          expect(won).toHaveLength(priced.priceProblem === 'NO_PRICE' ? 0 : 1)
          expect(priced.priceSource === null).toBe(['NO_PRICE', 'VALUE_TOO_LARGE'].includes(priced.priceProblem ?? ''))
          const given = priced.priceTrace.steps.filter(({ step, verdict }) => step === 'D1' && verdict === 'won')
          expect(given.length).toBeLessThanOrEqual(priced.priceSource === 'LIST' || priced.priceSource === null ? 1 : 0)
          expect(priced.netPrice).toBeGreaterThanOrEqual(0)
          expect(priced.netValue).toBeGreaterThanOrEqual(0)
          expect(priced.discountPct).toBeGreaterThanOrEqual(0)
          expect(priced.discountPct).toBeLessThanOrEqual(10_000)
          if (priced.priceSource === 'LIST') expect(priced.netPrice).toBeLessThanOrEqual(priced.listPrice)
        },
      ),
    )
  })

  it('of 500 lines looks for each at a few rows of the price list, not at all', () => {
    let looks = 0
    const products = Array.from({ length: 500 }, (_, index) => product({ id: index + 1, code: `P${index}` }))
    const book = priceBook(
      priceRows({
        productPrices: products.map(({ id }) => ({
          ...always(),
          channelId: 11,
          get productId() {
            looks++
            return id
          },
          listPrice: 5000,
          priceUnit: 1,
          uom: 'EA',
        })),
        productDiscounts: products.map(({ id }) => discountRow(500, { productId: id })),
      }),
    )
    const priced = products.map(each => priceLine(book, priceOrder(), priceLineOf({ product: each })))
    expect(priced.every(({ netPrice }) => netPrice === 4750)).toBe(true)
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThan(10 * products.length)
  })
})
