import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { type SaleDocument, saleFactsOf } from '../../../resources/mis/sales/sale-facts.ts'
import { growthOf, yearBefore } from '../../../resources/mis/sales/sales-figures.ts'
import { invoiceTypes } from '../../../resources/trade.ts'

const line = (more: Partial<SaleDocument['lines'][number]> = {}): SaleDocument['lines'][number] => ({
  id: 11,
  productId: 5,
  orderLineId: 21,
  endCustomerId: 9,
  netValue: 1_000_00,
  qty: 2_000,
  uom: 'BOX',
  baseQty: 20_000,
  baseUom: 'EA',
  ...more,
})
const document = (more: Partial<SaleDocument> = {}): SaleDocument => ({
  id: 1,
  invoiceType: 'INVOICE',
  invoiceDate: '2026-03-31',
  isCancelled: false,
  cancelledOn: null,
  soldToId: 7,
  sbuId: 3,
  plantId: 4,
  zoneId: 1,
  zoneAreaId: 2,
  customerSegmentId: 6,
  clusterCode: 'WEST1',
  salesEmployeeId: 8,
  lines: [line(), line({ id: 12, netValue: 500_50, qty: 1_000, uom: 'KG', baseQty: null, baseUom: null })],
  ...more,
})
const told = (one: SaleDocument) =>
  saleFactsOf(one).map(({ kind, day, value, qty, uom }) => [kind, day, value, qty, uom])

describe('the facts of a document', () => {
  it('are its lines on its own day, in the base unit where SAP gives one, with the stamps of the document', () => {
    expect(told(document())).toEqual([
      ['INVOICE', '2026-03-31', 1_000_00, 20_000, 'EA'],
      ['INVOICE', '2026-03-31', 500_50, 1_000, 'KG'],
    ])
    expect(saleFactsOf(document())[0]).toEqual({
      ...{
        id: 45,
        orderLineId: 21,
        invoiceId: 1,
        invoiceLineId: 11,
        kind: 'INVOICE',
        day: '2026-03-31',
        soldToId: 7,
        sbuId: 3,
        plantId: 4,
      },
      ...{ zoneId: 1, zoneAreaId: 2, customerSegmentId: 6, clusterCode: 'WEST1', salesEmployeeId: 8 },
      ...{ productId: 5, endCustomerId: 9, value: 1_000_00, qty: 20_000, uom: 'EA' },
    })
  })

  it('count credits and returns down and debit notes up; notes about prices move no goods', () => {
    const signs = invoiceTypes.map(invoiceType => {
      const [first] = saleFactsOf(document({ invoiceType }))
      return [invoiceType, first!.value, first!.qty]
    })
    expect(signs).toEqual([
      ['INVOICE', 1_000_00, 20_000],
      ['CREDIT_NOTE', -1_000_00, 0],
      ['DEBIT_NOTE', 1_000_00, 0],
      ['RETURN', -1_000_00, -20_000],
    ])
  })

  it('take a cancellation off on its own day, and leave the month of the original as it was', () => {
    expect(told(document({ isCancelled: true, cancelledOn: '2026-04-02', lines: [line()] }))).toEqual([
      ['INVOICE', '2026-03-31', 1_000_00, 20_000, 'EA'],
      ['CANCELLATION', '2026-04-02', -1_000_00, -20_000, 'EA'],
    ])
    expect(
      told(document({ invoiceType: 'CREDIT_NOTE', isCancelled: true, cancelledOn: '2026-04-02', lines: [line()] })),
    ).toEqual([
      ['CREDIT_NOTE', '2026-03-31', -1_000_00, 0, 'EA'],
      ['CANCELLATION', '2026-04-02', 1_000_00, 0, 'EA'],
    ])
  })

  it('of a cancellation without a day fall on the day of the document', () => {
    expect(saleFactsOf(document({ isCancelled: true })).map(({ day }) => day)).toEqual(Array(4).fill('2026-03-31'))
  })

  it('of any cancelled document add up to nothing, each line once for each kind', () => {
    const anyLine = fc.record({
      id: fc.integer({ min: 1 }),
      netValue: fc.integer({ min: 0, max: 10 ** 12 }),
      qty: fc.integer({ min: 0, max: 10 ** 9 }),
      baseQty: fc.option(fc.integer({ min: 0, max: 10 ** 9 })),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...invoiceTypes),
        fc.uniqueArray(anyLine, { selector: one => one.id, maxLength: 20 }),
        (invoiceType, lines) => {
          const facts = saleFactsOf(document({ invoiceType, isCancelled: true, lines: lines.map(one => line(one)) }))
          expect(sum(facts.map(({ value }) => value))).toBe(0)
          expect(sum(facts.map(({ qty }) => qty))).toBe(0)
          expect(facts.every(({ value, qty }) => !Object.is(value, -0) && !Object.is(qty, -0))).toBe(true)
          expect(new Set(facts.map(({ invoiceLineId, kind }) => `${invoiceLineId} ${kind}`)).size).toBe(facts.length)
        },
      ),
    )
  })
})

describe('sales beside those of the year before', () => {
  it('are compared with the same days; 29 February with the 28th', () => {
    expect(['2026-04-01', '2028-02-29', '2000-01-01'].map(yearBefore)).toEqual([
      '2025-04-01',
      '2027-02-28',
      '1999-01-01',
    ])
  })

  it('grow by nothing that can be said where the year before has none', () => {
    expect(growthOf({ value: 150_00, previous: 100_00 })).toBe(5000)
    expect(growthOf({ value: 50_00, previous: 150_00 })).toBe(-6667)
    expect([0, -5_00].map(previous => growthOf({ value: 10_00, previous }))).toEqual([null, null])
  })
})
