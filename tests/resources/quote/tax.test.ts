import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type TaxFacts, taxLine } from '../../../resources/orders/quote/tax.ts'
import { grossOf, type LineAmounts, orderTotals } from '../../../resources/orders/totals.ts'
import { GUJARAT, MAHARASHTRA } from '../../support/orders/order-rows.ts'

const facts = (more: Partial<TaxFacts> = {}): TaxFacts => ({
  plant: { stateId: MAHARASHTRA },
  shipTo: { stateId: MAHARASHTRA, isThirdParty: false },
  billTo: { stateId: MAHARASHTRA, gstRegistrationType: 'REGULAR', hasLut: false },
  isFreeOfCharge: false,
  gstRate: 1800,
  taxableValue: 8_860_000,
  ...more,
})

const sez = (hasLut: boolean) => ({ stateId: MAHARASHTRA, gstRegistrationType: 'SEZ', hasLut }) as const

describe('the tax of a line', () => {
  it('is half CGST and half SGST inside a state', () => {
    expect(taxLine(facts())).toMatchObject({ gstRate: 1800, cgst: 797_400, sgst: 797_400, igst: 0 })
  })

  it('is IGST between states', () => {
    expect(taxLine(facts({ plant: { stateId: GUJARAT } }))).toMatchObject({ cgst: 0, sgst: 0, igst: 1_594_800 })
  })

  it('says from which state the goods are supplied', () => {
    const from = (stateId: number, stateName: string) => taxLine(facts({ plant: { stateId, stateName } })).taxReason
    expect(from(MAHARASHTRA, 'Maharashtra')).toBe(
      'Supplied and delivered within Maharashtra: CGST and SGST at half of 18.00 % each',
    )
    expect(from(GUJARAT, 'Gujarat')).toBe('Supplied from Gujarat and delivered in another state: IGST at 18.00 %')
    expect(taxLine(facts({ shipTo: { stateId: GUJARAT, isThirdParty: true } })).taxReason).toBe(
      'Supplied and billed within one state, shipped to a third party: CGST and SGST at half of 18.00 % each',
    )
  })

  it('uses the state of the bill-to when the goods go to a third party', () => {
    const shipTo = { stateId: GUJARAT, isThirdParty: true }
    expect(taxLine(facts({ shipTo }))).toMatchObject({ cgst: 797_400, igst: 0 })
    expect(taxLine(facts({ shipTo: { ...shipTo, isThirdParty: false } }))).toMatchObject({ cgst: 0, igst: 1_594_800 })
  })

  it('is IGST for a special economic zone even inside the state, and zero rated under an undertaking', () => {
    expect(taxLine(facts({ billTo: sez(false) }))).toMatchObject({ gstRate: 1800, cgst: 0, igst: 1_594_800 })
    expect(taxLine(facts({ billTo: sez(true) }))).toMatchObject({ gstRate: 0, cgst: 0, sgst: 0, igst: 0 })
  })

  it('is zero on free goods, and zero while no plant is found', () => {
    expect(taxLine(facts({ isFreeOfCharge: true }))).toMatchObject({ cgst: 0, sgst: 0, igst: 0 })
    expect(taxLine(facts({ plant: null }))).toMatchObject({ cgst: 0, sgst: 0, igst: 0 })
  })

  it('rounds each amount half up to the paisa', () => {
    expect(taxLine(facts({ taxableValue: 100, gstRate: 500 }))).toMatchObject({ cgst: 3, sgst: 3 })
    expect(taxLine(facts({ taxableValue: 10, gstRate: 500, plant: { stateId: GUJARAT } })).igst).toBe(1)
  })

  it('has equal CGST and SGST or IGST, never both, and is never negative', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(MAHARASHTRA, GUJARAT),
        fc.constantFrom(MAHARASHTRA, GUJARAT),
        fc.boolean(),
        fc.constantFrom('REGULAR' as const, 'SEZ' as const),
        fc.boolean(),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 0, max: 1e14 }),
        (from, to, isThirdParty, gstRegistrationType, hasLut, gstRate, taxableValue) => {
          const { cgst, sgst, igst } = taxLine(
            facts({
              plant: { stateId: from },
              shipTo: { stateId: to, isThirdParty },
              billTo: { stateId: MAHARASHTRA, gstRegistrationType, hasLut },
              gstRate,
              taxableValue,
            }),
          )
          expect(cgst).toBe(sgst)
          expect(cgst === 0 || igst === 0).toBe(true)
          expect(Math.min(cgst, igst)).toBeGreaterThanOrEqual(0)
          expect(cgst + sgst + igst).toBeLessThanOrEqual(taxableValue)
        },
      ),
    )
  })
})

const amounts = (
  qty: number,
  listPrice: number,
  netPrice: number,
  freightValue: number,
  rest: Partial<LineAmounts> = {},
) => {
  const netValue = (netPrice * qty) / 1000
  const taxableValue = netValue + freightValue
  const { cgst, sgst, igst } = taxLine(facts({ taxableValue }))
  const grossValue = grossOf({ taxableValue, cgst, sgst, igst })
  const line: LineAmounts = {
    ...{ qty, priceUnit: 1, listPrice, netValue, freightValue, taxableValue, cgst, sgst, igst, grossValue },
    ...{ discountPct: 0, lineStatus: 'OPEN' },
    ...rest,
  }
  return line
}

describe('the totals of an order', () => {
  it('are those of the worked example to the paisa', () => {
    const totals = orderTotals([
      amounts(100_000, 100_000, 87_400, 120_000, { discountPct: 1260 }),
      amounts(200_000, 45_000, 45_000, 70_000),
    ])
    expect(totals).toEqual({
      listValue: 19_000_000,
      discountValue: 1_260_000,
      freightValue: 190_000,
      taxableValue: 17_930_000,
      cgst: 1_613_700,
      sgst: 1_613_700,
      igst: 0,
      grossValue: 21_157_400,
      maxDiscountPct: 1260,
    })
  })

  it('are those of its variant with 60 instead of 100', () => {
    const totals = orderTotals([amounts(60_000, 100_000, 87_400, 72_000), amounts(200_000, 45_000, 45_000, 70_000)])
    expect(totals).toMatchObject({ taxableValue: 14_386_000, grossValue: 16_975_480 })
  })

  it('leave out lines that were rejected, cancelled or deleted', () => {
    const lines = ['OPEN', 'REJECTED', 'CANCELLED', 'DELETED', 'DISPATCHED'].map(lineStatus =>
      amounts(1000, 100, 100, 0, { lineStatus }),
    )
    expect(orderTotals(lines).taxableValue).toBe(200)
  })

  it('are the sums of the lines and never negative, in any order', () => {
    const line = fc
      .tuple(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 1e7 }), fc.integer({ min: 0, max: 1e7 }))
      .map(([units, list, net]) => amounts(units * 1000, list, net, 0))
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), lines => {
        const totals = orderTotals(lines)
        expect(totals.grossValue).toBe(totals.taxableValue + totals.cgst + totals.sgst + totals.igst)
        expect(totals.grossValue).toBe(lines.reduce((all, each) => all + each.grossValue, 0))
        expect(totals).toEqual(orderTotals(lines.toReversed()))
        for (const value of Object.values(totals)) expect(value).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('refuse a value beyond exact arithmetic', () => {
    const huge = { ...amounts(1000, 1, 1, 0), grossValue: Number.MAX_SAFE_INTEGER }
    expect(() => orderTotals([huge, huge])).toThrow(RangeError)
  })
})
