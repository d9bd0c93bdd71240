import { describe, expect, it } from 'vitest'
import { decisionSentence } from '../../../resources/orders/quote/decision-sentence.ts'

const line = (more: Partial<Parameters<typeof decisionSentence>[0]> = {}) =>
  decisionSentence({
    priceUnit: 1,
    netPrice: 456_000,
    netValue: 4_560_000,
    qty: 10_000,
    priceSource: 'LIST',
    discountPct: 880,
    sourceRule: 'SBU_CNF',
    plant: '1201 · Bhiwandi CnF',
    plantState: 'Maharashtra',
    ...more,
  })

describe('what decided about a line, for its customer', () => {
  it('names the price and why, and the plant with its state and why', () => {
    expect(line()).toBe(
      'The price is ₹ 4,560.00 a unit, 8.80 % below the list price; the goods come from Bhiwandi CnF in Maharashtra, which serves the state of delivery.',
    )
    expect(line({ priceSource: 'RATE_CONTRACT', sourceRule: 'TOLL_CENTER', priceUnit: 100, netValue: 45_600 })).toBe(
      'The price is ₹ 4,560.00 per 100, the price of the rate contract, 8.80 % below the list price; the goods come from Bhiwandi CnF in Maharashtra, where the product is made.',
    )
    expect(line({ discountPct: 0, sourceRule: null, plantState: null })).toBe(
      'The price is ₹ 4,560.00 a unit, the list price; the goods come from Bhiwandi CnF.',
    )
  })

  it('says what is missing, and keeps the price of a distributor to itself', () => {
    expect(line({ priceSource: null, plant: null })).toBe(
      'There is no price for this line yet; no plant can supply it yet.',
    )
    expect(line({ priceSource: 'FREE' })).toMatch(/^This line is free of charge; the goods come from/)
    expect(line({ netPrice: undefined as never })).toMatch(/^The distributor bills this line at their price; /)
  })

  it('names no system, no desk and no code', () => {
    for (const sourceRule of ['MANUAL', 'SAP', 'CW_SHORTAGE', 'DEFAULT_PLANT', 'CNF_PRODUCT'] as const)
      expect(line({ sourceRule })).not.toMatch(/SAP|CSC|\b[A-Z]+_[A-Z]+\b|1201/)
  })
})
