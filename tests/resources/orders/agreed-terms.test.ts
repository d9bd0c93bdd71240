import { describe, expect, it } from 'vitest'
import { freightAtRates, freightBook } from '../../../resources/orders/quote/freight.ts'
import { asAgreed, reallyChosen, type Terms, termsOf } from '../../../resources/orders/terms/agreed-terms.ts'
import { deviationOf, linesNamed } from '../../../resources/orders/terms/deviation.ts'
import { paymentCodes } from '../../../resources/orders/terms/payment-codes.ts'
import { quarterOf } from '../../../resources/orders/terms/quarter.ts'
import { always, ORDER_DATE } from '../../support/orders/order-rows.ts'

const terms = (freightTerms: Terms['freightTerms'], transMode: Terms['transMode'] = 'SURFACE', days = 30): Terms => ({
  freightTerms,
  transMode,
  paymentTermsDays: days,
})

/** 1,800.00 by surface, 5,000.00 by air; no rate by rail. */
const rates = { SURFACE: 1_800_00, AIR: 5_000_00 } as Record<string, number>
const cost = (agreed: Terms, chosen: Terms, more: Partial<Parameters<typeof deviationOf>[0]> = {}) =>
  deviationOf({
    ...{ agreed, terms: chosen, grossValue: 1_00_000_00, isFreeOfCharge: false, costPct: 12_00 },
    freightBy: mode => ({ value: rates[mode] ?? null, missing: rates[mode] === undefined ? [10] : [] }),
    ...more,
  })

describe('other terms than agreed', () => {
  it.each([
    ['freight that is not billed is lost once', terms('BILLED'), terms('FOR'), 1_800_00],
    ['a dearer mode costs the difference of the rates', terms('FOR'), terms('FOR', 'AIR'), 3_200_00],
    ['a cheaper mode costs nothing', terms('FOR', 'AIR'), terms('FOR'), 0],
    ['freight that the customer pays to the transporter is not ours', terms('BILLED'), terms('TO_PAY'), 0],
    ['freight that is billed by a dearer mode is not ours', terms('BILLED'), terms('BILLED', 'AIR'), 0],
    ['freight that is billed though it was ours costs nothing', terms('FOR'), terms('BILLED'), 0],
    ['goods that are collected cost no freight', terms('FOR'), terms('FOR', 'PWC'), 0],
    ['goods that were to be collected cost all of it', terms('FOR', 'PWC'), terms('FOR'), 1_800_00],
    ['billed by surface, borne by air, costs the air rate', terms('BILLED'), terms('FOR', 'AIR'), 5_000_00],
  ])('%s', (_, agreed, chosen, value) => {
    expect(cost(agreed, chosen)).toMatchObject({ value, freight: value, carrying: 0 })
  })

  it('are no difference where they are as agreed', () => {
    expect(cost(terms('BILLED'), terms('BILLED'))).toBeNull()
  })

  it('cost the interest of longer payment terms, and shorter ones nothing', () => {
    // 1,00,000.00 for 30 days at 12 % a year: 986.30.
    expect(cost(terms('FOR'), terms('FOR', 'SURFACE', 60))).toMatchObject({
      value: 986_30,
      freight: 0,
      carrying: 986_30,
    })
    expect(cost(terms('FOR'), terms('FOR', 'SURFACE', 0))).toMatchObject({ value: 0 })
    const both = cost(terms('BILLED'), terms('FOR', 'SURFACE', 60))!
    expect(both.value).toBe(1_800_00 + 986_30)
    expect(both.says).toBe(
      'Freight of ₹ 1,800.00 is not billed, and payment after 60 days instead of 30 costs ₹ 986.30',
    )
  })

  it('cost what nobody knows where a rate is missing, and nothing where the rate does not matter', () => {
    const unknown = cost(terms('BILLED'), terms('FOR', 'RAIL'))!
    expect(unknown).toMatchObject({ value: null, freight: null })
    expect(unknown.says).toContain('freight FOR by rail')
    expect(unknown.says).toContain('line 10 has no freight rate by rail')
    expect(cost(terms('FOR'), terms('BILLED', 'RAIL'))).toMatchObject({ value: null })
    expect(cost(terms('FOR', 'RAIL'), terms('FOR'))).toMatchObject({ value: null })
    expect(cost(terms('FOR', 'RAIL'), terms('TO_PAY', 'RAIL'))).toMatchObject({ value: 0 })
    expect(cost(terms('BILLED', 'RAIL'), terms('FOR'))).toMatchObject({ value: 1_800_00 })
  })

  it('of a free order cost no freight that would not have been billed anyway', () => {
    expect(cost(terms('BILLED'), terms('FOR'), { isFreeOfCharge: true })).toMatchObject({ value: 0 })
    expect(cost(terms('BILLED'), terms('BILLED', 'AIR'), { isFreeOfCharge: true })).toMatchObject({ value: 3_200_00 })
  })
})

it('the freight of lines is known only if each has a rate', () => {
  const rate = { ...always(), productId: 1, transMode: 'SURFACE', zoneId: null, rateBasis: 'PER_UNIT' } as const
  const book = freightBook([{ ...rate, rate: 12_00, minCharge: 0 }])
  const line = (lineNo: number, id: number) => ({ lineNo, product: { id, grossWeightKg: 1_000 }, qty: 100_000 })
  const facts = { book, orderDate: ORDER_DATE, zoneId: 1, transMode: 'SURFACE' } as const
  expect(freightAtRates([line(10, 1), line(20, 1)], facts)).toEqual({ value: 2_400_00, missing: [] })
  expect(freightAtRates([line(10, 1), line(20, 2)], facts)).toEqual({ value: null, missing: [20] })
})

it('a term that is chosen as it is agreed is not chosen, unless an order of the cart has another agreement', () => {
  const chosen = { ...asAgreed, freightTerms: 'FOR', transMode: 'AIR' } as const
  expect(reallyChosen(chosen, [terms('FOR')])).toEqual({ ...asAgreed, transMode: 'AIR' })
  expect(reallyChosen(chosen, [terms('FOR'), terms('BILLED')])).toEqual(chosen)
  expect(termsOf(asAgreed, terms('BILLED'))).toEqual(terms('BILLED'))
  expect(termsOf(chosen, terms('BILLED'))).toEqual(terms('FOR', 'AIR'))
})

it.each([
  ['2026-04-01', ['2026-04-01', '2026-06-30']],
  ['2026-06-30', ['2026-04-01', '2026-06-30']],
  ['2026-07-01', ['2026-07-01', '2026-09-30']],
  ['2026-12-31', ['2026-10-01', '2026-12-31']],
  ['2027-03-31', ['2027-01-01', '2027-03-31']],
])('%s lies in the quarter of the financial year %s', (day, quarter) => {
  expect(quarterOf(day)).toEqual(quarter)
})

it('at most five lines are named in a sentence', () => {
  expect(linesNamed([10])).toBe('line 10')
  expect(linesNamed([10, 20])).toBe('line 10 and line 20')
  expect(linesNamed([10, 20, 30, 40, 50, 60, 70])).toBe('line 10, line 20, line 30, line 40, line 50 and 2 more lines')
})

it('days of payment have the first code that the setting gives them', () => {
  const codes = paymentCodes('N030=30, ADV=0,Z030=30, =5,N=x')
  expect([...codes].toSorted(([a], [b]) => a - b)).toEqual([
    [0, 'ADV'],
    [30, 'N030'],
  ])
})
