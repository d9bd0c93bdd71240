import { expect, it } from 'vitest'
import { billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { salesOrders } from '../../../api/sap/documents/sales-order-status.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { type SapRow, sapDate, sapInstant, unreadableText } from '../../../api/sap/http/odata.ts'

const day = '2026-11-20'
const instant = '2026-11-20T06:30:00.000Z'
const item = (more: SapRow) => ({
  ...{ BillingDocumentItem: '000010', SalesOrderItem: '000010', NetAmount: '10.00', TaxAmount: '1.80' },
  ...{ BillingQuantity: '1.000', RequestedQuantity: '1.000', Material: '' },
  ...more,
})
const bill = (more: SapRow = {}) => ({
  ...{ BillingDocument: '0090000077', SDDocumentCategory: 'M', SoldToParty: '100101', TotalGrossAmount: '11.80' },
  ...{ BillingDocumentDate: sapDate(day), LastChangeDateTime: sapInstant(instant), to_Item: [item({})], ...more },
})

const why = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    return (error as RangeError).message
  }
  return 'it can be read'
}
const ofInvoice = (row: SapRow) =>
  unreadableText(
    invoicePull.title,
    '90000077',
    why(() => billingDocuments.read(row, standardFields, instant)),
  )

it('a field that must have a value is named, with the document and the item where SAP left it empty', () => {
  expect(ofInvoice(bill())).toBe('Invoice 90000077 item 10: Material is empty in SAP')
  expect(ofInvoice(bill({ SoldToParty: '', to_Item: [] }))).toBe('Invoice 90000077: SoldToParty is empty in SAP')
  expect(ofInvoice(bill({ TotalGrossAmount: 'much', to_Item: [] }))).toBe(
    'Invoice 90000077 cannot be read: "much" is not a decimal text',
  )
})

it('the items of sales orders are named too', () => {
  const order = { SalesOrder: '1', LastChangeDateTime: sapInstant(instant), to_Item: [item({})] }
  expect(why(() => salesOrders.read(order, standardFields, instant))).toBe('item 10: Material is empty in SAP')
})
