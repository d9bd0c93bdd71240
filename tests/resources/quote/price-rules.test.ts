import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freightBook, freightOf } from '../../../resources/orders/quote/freight.ts'
import { compareLimitPrice, limitPriceBook } from '../../../resources/orders/quote/limit-price.ts'
import { distributorBook, soldThrough } from '../../../resources/orders/quote/sold-through.ts'
import type { RulePromoCode } from '../../../resources/orders/rows.ts'
import { always, customer, discountRow, ORDER_DATE, priceOf } from '../../support/orders/order-rows.ts'

const verdicts = (steps: readonly { step: string; verdict: string }[]) =>
  steps.map(({ step, verdict }) => `${step} ${verdict}`)

describe('a price of channel 13', () => {
  const customerPrices = [
    { ...always(), customerId: 1, productId: 1, netPrice: 80_000, minQty: 0 },
    { ...always(), customerId: 1, productId: 1, netPrice: 78_000, minQty: 100_000 },
  ]

  it('applies only to its channel, by quantity, after the price of the delivery address', () => {
    expect(priceOf({ customerPrices }, {}, { isChannel13: true })).toMatchObject({
      priceSource: 'CUSTOMER_PRICE',
      netPrice: 78_000,
      listPrice: 100_000,
      discountPct: 2200,
    })
    expect(priceOf({ customerPrices }, { qty: 99_000 }, { isChannel13: true }).netPrice).toBe(80_000)
    expect(priceOf({ customerPrices }).priceSource).toBe('LIST')
  })

  it('gets no standing discount and no promo code', () => {
    const priced = priceOf(
      { customerPrices, productDiscounts: [discountRow(500)], promoCodes: [promo(700)] },
      { promoCode: 'DIWALI26' },
      { isChannel13: true },
    )
    expect(priced).toMatchObject({ netPrice: 78_000, promoCodeId: null, priceProblem: null })
    expect(verdicts(priced.priceTrace.steps)).toContain('D2 skipped')
  })
})

const promo = (discountValue: number, more: Partial<RulePromoCode> = {}): RulePromoCode => ({
  ...always(),
  id: 77,
  promoCode: 'DIWALI26',
  channelId: 11,
  productId: 1,
  discountType: 'PERCENT',
  discountValue,
  minQty: 0,
  maxQtyPerCustomer: null,
  isCombinable: false,
  maxUses: null,
  uses: 0,
  qtyOfCustomer: 0,
  ...more,
})

describe('a promo code', () => {
  const with5 = (promoCodes: RulePromoCode[], line = {}) =>
    priceOf({ productDiscounts: [discountRow(500)], promoCodes }, { promoCode: 'DIWALI26', ...line })

  it('follows the worked example: 7 % gives 930.00 instead of the standing 5 %, and 883.50 on top of it', () => {
    expect(with5([promo(700)])).toMatchObject({
      netPrice: 93_000,
      defaultDiscountPct: 0,
      promoCodeId: 77,
      promoDiscountValue: 7_000,
    })
    expect(with5([promo(700, { isCombinable: true })])).toMatchObject({
      netPrice: 88_350,
      defaultDiscountPct: 500,
      promoDiscountValue: 6_650,
    })
  })

  it('is not used when the standing discount gives a price as low, and the trace says so', () => {
    const tie = with5([promo(500)])
    expect(tie).toMatchObject({ netPrice: 95_000, defaultDiscountPct: 500, promoCodeId: null, priceProblem: null })
    expect(verdicts(tie.priceTrace.steps)).toContain('D2 lost')
    const won = with5([promo(700)]).priceTrace.steps
    expect(verdicts(won.filter(({ verdict }) => verdict === 'won'))).toEqual(['P4 won', 'D2 won'])
  })

  it('takes an amount off a unit, never below zero', () => {
    expect(with5([promo(12_000, { discountType: 'AMOUNT_PER_UNIT' })])).toMatchObject({
      netPrice: 88_000,
      promoDiscountValue: 12_000,
    })
    const most = promo(200_000, { discountType: 'AMOUNT_PER_UNIT', isCombinable: true })
    expect(with5([most]).netPrice).toBe(0)
  })

  it.each([
    [
      'of another channel',
      promo(700, { channelId: 12 }),
      'is not for this product and channel',
      'is not for this product and channel: remove it',
    ],
    [
      'that has ended',
      promo(700, { validTo: '2026-10-11' }),
      'it counts from 01-04-2026 to 11-10-2026',
      'counts from 01-04-2026 to 11-10-2026',
    ],
    ['for more', promo(700, { minQty: 200_000 }), 'only from a quantity of 200', 'applies from a quantity of 200 on'],
    ['used up', promo(700, { maxUses: 3, uses: 3 }), 'it was used 3 of 3 times', 'was used 3 of 3 times'],
    [
      'of which the customer has had enough',
      promo(700, { maxQtyPerCustomer: 150_000, qtyOfCustomer: 60_000 }),
      'a customer buys at most 150 with it, and 90 of them are left',
      'a customer buys at most 150 with promo code DIWALI26, 90 are left: order at most 90',
    ],
  ])('%s does not apply, and the line says so', (_, row, says, tells) => {
    const priced = with5([row])
    expect(priced).toMatchObject({ netPrice: 95_000, promoCodeId: null, priceProblem: 'PROMO_NOT_VALID' })
    expect(priced.problemWhy).toContain(tells)
    expect(priced.priceTrace.steps.find(({ step }) => step === 'D2')!.reason).toContain(says)
  })

  it('applies up to the customer’s maximum quantity, and to its last use', () => {
    const left = (more: object) => with5([promo(700, more)]).priceProblem
    expect(left({ maxQtyPerCustomer: 160_000, qtyOfCustomer: 60_000 })).toBeNull()
    expect(left({ maxQtyPerCustomer: 159_999, qtyOfCustomer: 60_000 })).toBe('PROMO_NOT_VALID')
    expect(left({ maxUses: 3, uses: 2 })).toBeNull()
  })

  it('never makes a line dearer, and the better of standing discount and code decides unless they combine', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }), fc.boolean(), (pct, value, isCombinable) => {
        const rows = { productDiscounts: [discountRow(pct)] }
        const without = priceOf(rows)
        const priced = priceOf({ ...rows, promoCodes: [promo(value, { isCombinable })] }, { promoCode: 'DIWALI26' })
        expect(priced.netPrice).toBeLessThanOrEqual(without.netPrice)
        if (!isCombinable) expect(priced.promoCodeId === null || priced.defaultDiscountPct === 0).toBe(true)
      }),
    )
  })
})

describe('the limit price of a line', () => {
  const limit = (limitPrice: number, more = {}) => ({
    ...always(),
    productId: 1,
    channelId: null as number | null,
    limitPrice,
    confirmStatus: 'CONFIRMED' as 'CONFIRMED' | 'PENDING',
    ...more,
  })
  const asps = [{ ...always(), productId: 1, asp: 96_000 }]
  const floor = (limitPrices: ReturnType<typeof limit>[], netPrice = 87_400, fourEyes = true) =>
    compareLimitPrice({
      book: limitPriceBook({ limitPrices, asps }),
      orderDate: ORDER_DATE,
      channelId: 11,
      fourEyes,
      productId: 1,
      netPrice,
      priceUnit: 1,
    })

  it('follows the worked example: 874.00 is 0.68 % below 880.00 and 8.96 % below the average of 960.00', () => {
    const floored = floor([limit(88_000)])
    expect(floored).toMatchObject({ limitPrice: 88_000, limitGapPct: 68, asp: 96_000, aspGapPct: 896 })
    expect(floored.steps.map(({ reason }) => reason)).toContain(
      'The net price ₹ 874.00 is 0.68 % below the limit price of ₹ 880.00',
    )
  })

  it('is that of the channel before that of every channel', () => {
    expect(floor([limit(88_000), limit(86_000, { channelId: 11 })])).toMatchObject({
      limitPrice: 86_000,
      limitGapPct: 0,
    })
  })

  it('takes effect only once confirmed, unless no confirmation is required', () => {
    const waiting = [limit(88_000, { confirmStatus: 'PENDING' })]
    expect(floor(waiting)).toMatchObject({ limitPrice: null, limitGapPct: 0 })
    expect(floor(waiting, 87_400, false).limitGapPct).toBe(68)
  })
})

describe('freight', () => {
  const rate = (more: object) => ({
    ...always(),
    productId: 1,
    transMode: 'SURFACE' as const,
    zoneId: null as number | null,
    rateBasis: 'PER_UNIT' as 'PER_UNIT' | 'PER_KG' | 'PER_LINE',
    rate: 1_200,
    minCharge: 0,
    ...more,
  })
  const freight = (rows: ReturnType<typeof rate>[], more: Partial<Parameters<typeof freightOf>[0]> = {}) =>
    freightOf({
      book: freightBook(rows),
      orderDate: ORDER_DATE,
      freightTerms: 'BILLED',
      transMode: 'SURFACE',
      zoneId: 2,
      isFreeOfCharge: false,
      product: { id: 1, grossWeightKg: 620 },
      qty: 100_000,
      ...more,
    })

  it('is a rate by the unit, by the kilogram or for the line, and never less than the minimum', () => {
    expect(freight([rate({})]).freightValue).toBe(1_200_00)
    expect(freight([rate({ rateBasis: 'PER_KG', rate: 350 })]).freightValue).toBe(217_00)
    expect(freight([rate({ rateBasis: 'PER_LINE', rate: 1_800_00 })]).freightValue).toBe(1_800_00)
    expect(freight([rate({ rateBasis: 'PER_KG', rate: 350, minCharge: 500_00 })]).freightValue).toBe(500_00)
  })

  it('is rounded half up to the paisa', () => {
    const perKg = (qty: number) => freight([rate({ rateBasis: 'PER_KG', rate: 1 })], { qty }).freightValue
    // 0.62 kg a unit: 2.5 paise, and a thousandth less.
    expect(perKg(4_033)).toBe(3)
    expect(perKg(4_032)).toBe(2)
  })

  it('is that of the zone before that of every zone', () => {
    expect(freight([rate({}), rate({ zoneId: 2, rate: 900 })]).freightValue).toBe(900_00)
    expect(freight([rate({}), rate({ zoneId: 2, rate: 900 })], { zoneId: 3 }).freightValue).toBe(1_200_00)
    expect(freight([rate({ zoneId: 2 })], { zoneId: null }).freightValue).toBe(0)
  })

  it('is charged only when it is billed and a transporter transports the goods', () => {
    for (const more of [
      { freightTerms: 'FOR' },
      { freightTerms: 'TO_PAY' },
      { transMode: 'PWC' },
      { isFreeOfCharge: true },
    ])
      expect(freight([rate({})], more as never)).toMatchObject({ freightValue: 0, freightWarning: null })
  })

  it('is zero, with a warning, when no rate is known', () => {
    expect(freight([], {})).toMatchObject({ freightValue: 0, freightWarning: 'NO_FREIGHT_RATE' })
    expect(freight([rate({ validTo: '2026-10-11' })])).toMatchObject({ freightWarning: 'NO_FREIGHT_RATE' })
  })
})

describe('a line', () => {
  const buyer = { ...customer(), isDistributor: false }
  const dealer = { ...customer({ id: 9, code: '100202', name: 'Coromandel' }), isDistributor: true }
  interface More {
    isExclusive?: boolean
    dealer?: object
    customer?: object
    productId?: number
    /** The validity of both mappings. */
    days?: { validFrom?: string; validTo?: string }
    sells?: { validFrom?: string; validTo?: string }
  }
  const sold = (more: More = {}) =>
    soldThrough({
      book: distributorBook({
        distributorCustomers: [{ ...always(), ...more.days, distributorId: 9, customerId: 1, sbuId: 1 }],
        distributorProducts: [
          {
            ...{ ...always(), ...more.sells },
            ...{ distributorId: 9, productId: more.productId ?? 1, isExclusive: more.isExclusive ?? false },
          },
        ],
      }),
      orderDate: ORDER_DATE,
      customer: { ...buyer, ...more.customer },
      distributors: new Map([[9, { ...dealer, ...more.dealer }]]),
      product: { id: 1, sbuId: 1 },
    })

  it('is sold through the distributor who serves the customer and sells the product', () => {
    expect(sold().soldTo.id).toBe(9)
    expect(sold().steps).toMatchObject([{ step: 'R1', verdict: 'won' }])
  })

  it('is sold through the distributor on the first and the last day of either mapping, and not the day before or after', () => {
    for (const of of ['days', 'sells'] as const) {
      const through = (days: More['days']) => sold({ [of]: days }).soldTo.id === 9
      expect(through({ validFrom: ORDER_DATE, validTo: ORDER_DATE })).toBe(true)
      expect(through({ validFrom: '2026-10-13' })).toBe(false)
      expect(through({ validTo: '2026-10-11' })).toBe(false)
    }
  })

  it('is sold directly when the distributor does not sell it, or the customer is a distributor', () => {
    expect(sold({ productId: 2 }).soldTo.id).toBe(1)
    expect(sold({ customer: { isDistributor: true } }).soldTo.id).toBe(1)
  })

  it('is sold directly when the distributor is inactive, unless the product is exclusive', () => {
    const gone = { dealer: { isActive: false } }
    expect(sold(gone)).toMatchObject({ soldTo: { id: 1 }, onlyThrough: null })
    expect(sold({ ...gone, isExclusive: true })).toMatchObject({ soldTo: { id: 1 }, onlyThrough: { code: '100202' } })
  })
})
