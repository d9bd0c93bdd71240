import { describe, expect, it } from 'vitest'
import { salesOrderBody } from '../../../api/sap/sending/sales-order-message.ts'
import { salesOrderFaults } from '../../../api/simulators/sap/checks.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'

const message: SalesOrderMessage = {
  orderNo: 'OR2627000017',
  sapOrderType: 'OR',
  salesOrg: '1000',
  channel: '10',
  division: '10',
  salesGroup: 'L01',
  salesOffice: 'MUM1',
  soldTo: '100101',
  shipTo: '200101',
  billTo: '100101',
  payer: '100101',
  customerPoNo: 'PO/77',
  customerPoDate: '2026-11-19',
  orderDate: '2026-11-20',
  requestedDeliveryDate: '2026-11-25',
  completeDelivery: false,
  transMode: 'SURFACE',
  freightTerms: 'FOR',
  paymentTermsCode: 'N030',
  sapContractNo: null,
  remarks: 'Deliver before noon',
  lines: [
    {
      lineNo: 10,
      product: 'LS-1001',
      qty: 5_000,
      uom: 'EA',
      plant: '1201',
      shippingPoint: '1201',
      requestedBatchNo: null,
      sapContractNo: null,
      sapContractItem: null,
      priceSource: 'LIST',
      netPrice: 1_000_00,
      freightValue: 0,
      shippingInstruction: 'Keep upright',
      scheduleLines: [{ requestedDate: '2026-11-25', qty: 5_000 }],
    },
  ],
}

type Body = Record<string, unknown>
const good = () => salesOrderBody(message) as Body
const item = (more: Body): Body => {
  const [first] = (good().to_Item as { results: Body[] }).results
  return { ...good(), to_Item: { results: [{ ...first, ...more }] } }
}
const sentences = (body: unknown) => salesOrderFaults(body).map(({ message: sentence }) => sentence)

describe('a sales order that is posted', () => {
  it('is taken as the portal writes it', () => {
    expect(sentences(good())).toEqual([])
  })

  it('has its price before discounts, and these in percent or an amount a unit, where the net price is not all of it', () => {
    const [line] = message.lines
    const discounts = [
      { of: 'D1' as const, pct: 250 },
      { of: 'D2' as const, amount: 1_50 },
      { of: 'D3' as const, pct: 1_025 },
    ]
    const body = salesOrderBody({ ...message, lines: [{ ...line!, basePrice: 135_50, netPrice: 117_23, discounts }] })
    const [sent] = (body.to_Item as { results: { to_PricingElement: { results: Body[] } }[] }).results
    expect(
      sent!.to_PricingElement.results.map(row => [row.ConditionType, row.ConditionRateValue, row.ConditionQuantity]),
    ).toEqual([
      ['PR00', '135.50', '1'],
      ['K007', '-2.500', undefined],
      ['RC00', '-1.50', '1'],
      ['RA00', '-10.250', undefined],
    ])
    expect(sentences(body)).toEqual([])
  })

  it.each([
    [
      'a field it does not have',
      { ...good(), Colour: 'red' },
      "Property 'Colour' is invalid for 'API_SALES_ORDER_SRV.A_SalesOrderType'.",
    ],
    [
      'a field that is SAP’s own',
      { ...good(), OverallSDProcessStatus: 'C' },
      "Property 'OverallSDProcessStatus' of 'A_SalesOrderType' is not creatable.",
    ],
    [
      'its total',
      { ...good(), TotalNetAmount: '500.00' },
      "Property 'TotalNetAmount' of 'A_SalesOrderType' is not creatable.",
    ],
    [
      'a weight, which is SAP’s own',
      item({ ItemGrossWeight: '5.000' }),
      "Property 'ItemGrossWeight' of 'A_SalesOrderItemType' is not creatable.",
    ],
    [
      'a confirmed quantity',
      item({ to_ScheduleLine: { results: [{ ConfdOrderQtyByMatlAvailCheck: '5.000' }] } }),
      "Property 'ConfdOrderQtyByMatlAvailCheck' of 'A_SalesOrderScheduleLineType' is not creatable.",
    ],
    [
      'an amount of an item',
      item({ NetAmount: '5.00' }),
      "Property 'NetAmount' of 'A_SalesOrderItemType' is not creatable.",
    ],
    [
      'a text that is too long',
      { ...good(), DistributionChannel: '1000' },
      "Invalid value for property 'DistributionChannel'.",
    ],
    ['a quantity as a number', item({ RequestedQuantity: 5 }), "Invalid value for property 'RequestedQuantity'."],
    ['too many decimals', item({ RequestedQuantity: '5.0001' }), "Invalid value for property 'RequestedQuantity'."],
    [
      'a day that is not midnight',
      { ...good(), PricingDate: '/Date(1775001600001)/' },
      "Invalid value for property 'PricingDate'.",
    ],
    [
      'a flag as text',
      { ...good(), CompleteDeliveryIsDefined: 'X' },
      "Invalid value for property 'CompleteDeliveryIsDefined'.",
    ],
    [
      'items that are no list',
      { ...good(), to_Item: { SalesOrderItem: '10' } },
      'Malformed request: to_Item must hold results.',
    ],
    ['nothing but a text', 'SalesOrder', 'Malformed request: A_SalesOrderType must be a structure.'],
  ])('is refused for %s', (_, body, sentence) => {
    expect(sentences(body)).toEqual([sentence])
  })

  it('is refused without what SAP needs, each missing field named', () => {
    expect(sentences({ ...good(), SalesOrganization: '' })).toEqual(['Enter SalesOrganization for the sales order.'])
    expect(sentences(item({ Material: '', to_PricingElement: { results: [{ ConditionType: 'PR00' }] } }))).toContain(
      'Enter ConditionRateValue for the pricing element.',
    )
  })

  it('is refused without items, and for a customer number without its zeros', () => {
    expect(sentences({ ...good(), to_Item: { results: [] } })).toEqual(['Enter at least one item.'])
    expect(sentences({ ...good(), SoldToParty: '100101' })).toEqual(['Customer 100101 does not exist.'])
  })
})
