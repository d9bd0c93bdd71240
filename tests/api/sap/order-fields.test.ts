import { describe, expect, it } from 'vitest'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { headerBody } from '../../../api/sap/sending/order-change.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { expectKnownFields, fetchOracles, oracleOf } from '../../support/sap/oracles.ts'

const SERVICE = 'API_SALES_ORDER_SRV'
const missing = fetchOracles()

/** An order with every field that can be sent, each text longer than SAP's field. */
const whole: SalesOrderMessage = {
  orderNo: 'OR2627000017',
  sapOrderType: 'OR',
  salesOrg: '1000',
  channel: '10',
  division: '01',
  salesGroup: '101',
  salesOffice: '1010',
  soldTo: '100123',
  shipTo: '200123',
  billTo: '100123',
  payer: '100123',
  customerPoNo: 'P'.repeat(60),
  customerPoDate: '2026-11-19',
  orderDate: '2026-11-20',
  requestedDeliveryDate: '2026-11-25',
  completeDelivery: true,
  transMode: 'SURFACE',
  freightTerms: 'FOR',
  paymentTermsCode: 'N030',
  sapContractNo: '4000000001',
  remarks: 'Deliver before noon',
  lines: [
    {
      lineNo: 10,
      product: 'AR-1001',
      qty: 200_000,
      uom: 'EA',
      plant: '1010',
      shippingPoint: '1010',
      requestedBatchNo: 'B1',
      sapContractNo: '4000000001',
      sapContractItem: '10',
      priceSource: 'LIST',
      netPrice: 1_234,
      priceUnit: 100,
      freightValue: 100,
      materialGroups: ['A', 'B', 'C', 'D', 'E'],
      pricingGroup: '01',
      shippingInstruction: 'Keep cool',
      scheduleLines: [{ requestedDate: '2026-11-25', qty: 200_000 }],
    },
  ],
}

type Body = Record<string, unknown>

/** What is wrong with a body by SAP's metadata: fields that an entity does not have, and texts longer than its fields. */
function faultsIn(set: string, body: Body): string[] {
  const entity = oracleOf(SERVICE)![set]!
  return Object.entries(body).flatMap(([name, value]) => {
    const to = entity.links[name]
    if (to) return (value as { results: Body[] }).results.flatMap(row => faultsIn(to, row))
    const property = entity.properties[name]
    if (!property) return [`${set} has no ${name}`]
    const isLong = typeof value === 'string' && property.edm === 'String' && value.length > (property.maxLength ?? 1e9)
    return isLong ? [`${set}.${name} takes ${property.maxLength} characters`] : []
  })
}

describe('an order as it is sent', () => {
  it.skipIf(missing)('has only fields that SAP publishes, each within its length', () => {
    expect(faultsIn('A_SalesOrder', salesOrderBody(whole, standardFields))).toEqual([])
    const change = { sapOrderNo: '1', requestedDeliveryDate: '2026-12-04', customerPoNo: 'P', transMode: 'AIR' }
    expect(faultsIn('A_SalesOrder', headerBody({ ...change, completeDelivery: true }, standardFields))).toEqual([])
  })

  it('has the price for as many units as it was agreed for, and neither weights nor taxes', () => {
    const [item] = (salesOrderBody(whole, standardFields) as { to_Item: { results: Body[] } }).to_Item.results
    expect((item!.to_PricingElement as { results: Body[] }).results).toEqual([
      {
        ConditionType: 'PR00',
        ConditionRateValue: '12.34',
        ConditionCurrency: 'INR',
        ConditionQuantity: '100',
        ConditionQuantityUnit: 'EA',
      },
      { ConditionType: 'ZFRT', ConditionRateValue: '1.00', ConditionCurrency: 'INR' },
    ])
    expect(Object.keys(item!).filter(name => /Weight/.test(name))).toEqual([])
  })

  it('is compared, closed and found again by fields that SAP publishes', () => {
    expectKnownFields(SERVICE, 'A_SalesOrder', ['SalesOrder', 'SoldToParty', 'to_Item', 'RequestedDeliveryDate'])
    expectKnownFields(SERVICE, 'A_SalesOrderItem', [
      ...['SalesOrderItem', 'Material', 'MaterialSubstitutionReason', 'HigherLevelItem', 'RequestedQuantity'],
      ...['SalesDocumentRjcnReason', 'to_ScheduleLine'],
    ])
    expectKnownFields(SERVICE, 'A_SalesOrderScheduleLine', [
      ...['ScheduleLine', 'RequestedDeliveryDate', 'ScheduleLineOrderQuantity', 'DeliveredQtyInOrderQtyUnit'],
    ])
    expectKnownFields('API_OPLACCTGDOCITEMCUBE_SRV', 'A_OperationalAcctgDocItemCube', [
      ...['CompanyCode', 'Customer', 'DocumentReferenceID', 'AccountingDocumentType', 'FiscalYear', 'IsReversed'],
      ...['AccountingDocument', 'AccountingDocumentItem', 'AmountInTransactionCurrency'],
    ])
  })
})
