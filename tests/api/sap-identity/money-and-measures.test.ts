import { describe, expect, it } from 'vitest'
import { inBaseUnit } from '../../../api/sap/documents/base-quantity.ts'
import { billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { salesOrders } from '../../../api/sap/documents/sales-order-status.ts'
import { type SapFields, standardFields } from '../../../api/sap/http/fields.ts'
import { dayOfSap, sapDate, sapInstant } from '../../../api/sap/http/odata.ts'
import { identityOf } from '../../../api/sap/identity/entity-sets.ts'
import { MoneyFault } from '../../../api/sap/identity/money.ts'
import { changedOn, plannedDay } from '../../../api/sap/identity/times.ts'
import { billingItem, billingRow, condition, results } from '../../support/sap/billing-rows.ts'

type Wire = Record<string, unknown>

const bill = (more: Wire, item: Wire = {}) =>
  billingRow([billingItem(10, item)], { BillingDocument: '0090000077', TransactionCurrency: 'INR', ...more })
const read = (row: Wire) => billingDocuments.read(row, standardFields, '')

/** The code and sentence of what stops a document. */
function fault(row: Wire) {
  try {
    read(row)
  } catch (error) {
    if (error instanceof MoneyFault) return [error.code, error.message]
    throw error
  }
  return null
}

describe('an invoice that is not in rupees', () => {
  it('is left out with a sentence and who decides', () => {
    expect(fault(bill({ TransactionCurrency: 'USD' }))).toEqual([
      'FOREIGN_CURRENCY',
      'Invoice 90000077 is in USD; the portal keeps rupees only. Finance decides.',
    ])
    expect(fault(bill({ TransactionCurrency: 'JPY', SDDocumentCategory: 'O' }))).toEqual([
      'FOREIGN_CURRENCY',
      'Credit note 90000077 is in JPY; the portal keeps rupees only. Finance decides.',
    ])
  })

  it('is an error where its currency is empty, and no error in rupees', () => {
    expect(fault(bill({ TransactionCurrency: '' }))).toEqual([
      'CURRENCY_MISSING',
      'Invoice 90000077 has no currency: TransactionCurrency is empty in SAP. Finance decides.',
    ])
    expect(fault(bill({}))).toBeNull()
  })
})

describe('an amount in rupees', () => {
  it.each([
    ['the document', { TotalGrossAmount: '2360.005' }, {}, 'TotalGrossAmount 2360.005'],
    ['an item', {}, { NetAmount: '2000.001' }, 'NetAmount 2000.001'],
    ['a condition', {}, { to_PricingElement: results([condition('JOCG', '180.123')]) }, 'ConditionAmount 180.123'],
  ])('of three decimals stops %s, and is not rounded', (_, header, item, what) => {
    expect(fault(bill(header, item))).toEqual([
      'AMOUNT_DECIMALS',
      `Invoice 90000077 has ${what}: an amount in rupees has two decimals. Finance decides.`,
    ])
  })

  it('may have zeros behind its paise, and a rate may have more decimals', () => {
    const priced = condition('PR00', '2000.000', { ConditionRateValue: '99.995000000', ConditionQuantity: '1' })
    expect(fault(bill({ TotalGrossAmount: '2360.000' }, { to_PricingElement: results([priced]) }))).toBeNull()
  })
})

describe('a sales order without a currency', () => {
  it('cannot be read, and says which field is empty', () => {
    const order = { SalesOrder: '1', LastChangeDateTime: sapInstant('2026-11-20T06:30:00.000Z'), to_Item: results([]) }
    expect(() => salesOrders.read({ ...order, TransactionCurrency: '' }, standardFields, '')).toThrow(
      'Sales order 1 has no currency: TransactionCurrency is empty in SAP. Finance decides.',
    )
  })
})

describe('a quantity in the base unit', () => {
  const inBase = (qty: number, numerator: string, denominator: string) =>
    inBaseUnit(qty, { numerator, denominator, unit: 'ST' })?.baseQty

  it('is the quantity by the numerator and the denominator, rounded once', () => {
    expect(inBase(7_000, '12', '1')).toBe(84_000)
    expect(inBase(10_000, '7', '3')).toBe(23_333)
  })
})

describe('the times of SAP', () => {
  const day = sapDate('2026-11-27')
  const utc: Pick<SapFields, 'plannedTimes'> = { plannedTimes: 'UTC' }

  it('are days where they are midnight, unshifted', () => {
    expect(dayOfSap(day)).toBe('2026-11-27')
  })

  it('of what is planned are in UTC: the evening of the 27th is the 28th in India', () => {
    expect(plannedDay(day, 'PT18H30M00S', utc)).toBe('2026-11-28')
    expect(plannedDay(day, 'PT18H29M59S', utc)).toBe('2026-11-27')
    expect(plannedDay(day, 'PT00H00M00S', utc)).toBe('2026-11-27')
    expect(plannedDay(day, null, utc)).toBe('2026-11-27')
    expect(plannedDay(null, 'PT18H30M00S', utc)).toBeNull()
  })

  it('of what is planned are India’s own where the setting says so', () => {
    expect(plannedDay(day, 'PT18H30M00S', { plannedTimes: 'LOCAL' })).toBe('2026-11-27')
  })

  it('of a change are the day of creation until a delivery is first changed', () => {
    const deliveries = identityOf('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader')
    const created = { CreationDate: sapDate('2026-01-05') }
    expect(changedOn({ ...created, LastChangeDate: null }, deliveries)).toBe('2026-01-05T00:00:00.000Z')
    expect(changedOn({ ...created, LastChangeDate: sapDate('2026-01-07') }, deliveries)).toBe(
      '2026-01-07T00:00:00.000Z',
    )
    expect(changedOn({}, deliveries)).toBeNull()
  })
})
