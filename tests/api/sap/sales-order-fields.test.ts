import { describe, expect, it } from 'vitest'
import { dryRun } from '../../../api/sap/dry-run.ts'
import { fieldFaults } from '../../../api/sap/sending/sales-order-fields.ts'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'

const message: SalesOrderMessage = {
  orderNo: 'OR2627000123',
  sapOrderType: 'OR',
  salesOrg: '1000',
  channel: '11',
  division: '10',
  salesGroup: 'S01',
  salesOffice: 'O001',
  soldTo: '100101',
  shipTo: '200101',
  billTo: '100101',
  payer: '100101',
  customerPoNo: 'PO-1',
  customerPoDate: '2026-11-20',
  orderDate: '2026-11-20',
  requestedDeliveryDate: '2026-11-30',
  completeDelivery: true,
  transMode: 'SURFACE',
  freightTerms: 'FOR',
  paymentTermsCode: 'N030',
  sapContractNo: '40000012',
  remarks: 'Call before delivery',
  lines: [
    {
      lineNo: 10,
      product: 'LS-1001',
      qty: 10_000,
      uom: 'EA',
      plant: '1201',
      shippingPoint: '1201',
      requestedBatchNo: 'B2611',
      sapContractNo: '40000012',
      sapContractItem: '10',
      priceSource: 'RATE_CONTRACT',
      netPrice: 126_000,
      freightValue: 5_000,
      shippingInstruction: 'Gate 2',
      scheduleLines: [{ requestedDate: '2026-11-30', qty: 10_000 }],
    },
  ],
}

type Body = Record<string, unknown> & { to_Item: { results: Record<string, unknown>[] } }
/** The body of the example order with changes of its header and of its item. */
function changed(header: object, item: object = {}): Body {
  const body = salesOrderBody(message) as Body
  const results = body.to_Item.results.map(row => ({ ...row, ...item }))
  return { ...body, ...header, to_Item: { results } }
}
const faultsOf = (body: unknown) => fieldFaults({ method: 'POST', path: 'API_SALES_ORDER_SRV/A_SalesOrder', body })

describe('the fields of SAP’s sales order', () => {
  it('take an order as the portal sends it, with everything it can bear', () =>
    expect(faultsOf(salesOrderBody(message))).toEqual([]))

  it.each([
    [changed({ SoldToParty: '' }), 'SoldToParty is missing in the sales order.'],
    [changed({ SalesOffice: 'OFFICE' }), 'SalesOffice may have 4 characters, and has 6, in the sales order.'],
    [changed({ YY1_OrderNo_SDH: 'X' }), 'SAP has no field YY1_OrderNo_SDH in the sales order.'],
    [changed({ PricingDate: '2026-11-20' }), 'PricingDate must be a day in the sales order.'],
    [
      changed({ CompleteDeliveryIsDefined: 'X' }),
      'CompleteDeliveryIsDefined must be true or false in the sales order.',
    ],
    [changed({}, { RequestedQuantity: 'ten' }), 'RequestedQuantity must be a number in the item.'],
    [changed({}, { Material: 'M'.repeat(41) }), 'Material may have 40 characters, and has 41, in the item.'],
    [
      changed({ to_Partner: { results: [{ PartnerFunction: 'SHIP', Customer: '1' }] } }),
      'PartnerFunction may have 2 characters, and has 4, in the partner.',
    ],
  ])('do not take what is wrong, and say which field: case %#', (body, sentence) =>
    expect(faultsOf(body)).toEqual([sentence]),
  )

  it('take the cancellation of an item, whole or in part', () => {
    const change = (body: unknown) =>
      fieldFaults({ method: 'PATCH', path: 'API_SALES_ORDER_SRV/A_SalesOrderItem', body })
    expect(change({ SalesDocumentRjcnReason: '01' })).toEqual([])
    expect(change({ RequestedQuantity: '4.000' })).toEqual([])
    expect(change({ SalesDocumentRjcnReason: 'NONE' })).toEqual([
      'SalesDocumentRjcnReason may have 2 characters, and has 4, in the change of the item.',
    ])
  })
})

describe('a dry run without a simulated SAP', () => {
  it('checks the fields alone, and says so', async () => {
    const asked = { method: 'POST', path: 'API_SALES_ORDER_SRV/A_SalesOrder', body: changed({ SalesOffice: 'OFFICE' }) }
    expect(await dryRun({} as never, asked)).toEqual({
      by: 'FIELD_LIST',
      faults: [{ code: '', message: 'SalesOffice may have 4 characters, and has 6, in the sales order.' }],
    })
  })
})
