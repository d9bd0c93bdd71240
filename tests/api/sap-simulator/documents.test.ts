import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type SimulatedSap, salesOrderItemOf, salesOrderOf, simulatedSap } from '../../support/sap/simulated-sap.ts'

const MINUTE = 60_000
let sap: SimulatedSap

beforeEach(async () => {
  sap = await simulatedSap({ billAfterMs: 3 * MINUTE })
})
afterEach(() => sap.close())

// biome-ignore lint/suspicious/noExplicitAny: whatever SAP answers
type Row = Record<string, any>
const rows = async (path: string): Promise<Row[]> => (await sap.get(path)).body.d.results
const one = async (path: string): Promise<Row> => (await sap.get(path)).body.d
const ORDERS = 'API_SALES_ORDER_SRV'
const BILLING = 'API_BILLING_DOCUMENT_SRV'
const DELIVERIES = 'API_OUTBOUND_DELIVERY_SRV;v=0002'
const ITEMS = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'

async function ordered(orderNo: string, over: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await sap.change('POST', `${ORDERS}/A_SalesOrder`, salesOrderOf(orderNo, over))
  expect(status).toBe(201)
  return body.d.SalesOrder
}
const tell = (command: string, more: Record<string, unknown>) => sap.control('documents', { command, ...more })
async function done(command: string, more: Record<string, unknown>): Promise<string> {
  const { status, body } = await tell(command, more)
  expect([status, body.message]).toEqual([200, undefined])
  return body.says
}
const numbersIn = (sentence: string) => sentence.match(/\d{8,10}/g) ?? []
const billed = async (salesOrders: string[], more = {}) => numbersIn(await done('bill', { salesOrders, ...more }))
const openOf = (billing: string) =>
  rows(
    `${ITEMS}?$filter=FinancialAccountType eq 'D' and BillingDocument eq '${billing}' and ClearingAccountingDocument eq ''`,
  )
const amountsOf = (items: Row[]) => items.map(row => row.AmountInCompanyCodeCurrency)

describe('an order in the simulated SAP', () => {
  it('is delivered, leaves the plant, is billed and owed for, each after its time and each naming the one before', async () => {
    const salesOrder = await ordered('A')
    const deliveries = () =>
      rows(`${DELIVERIES}/A_OutbDeliveryHeader?$expand=to_DeliveryDocumentItem&$filter=SoldToParty eq '0000100123'`)
    expect(await deliveries()).toEqual([])
    sap.pass(MINUTE)
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ OverallGoodsMovementStatus: 'A', ActualGoodsMovementDate: null })
    expect(delivery!.to_DeliveryDocumentItem).toMatchObject({
      results: [{ ReferenceSDDocument: salesOrder, ReferenceSDDocumentItem: '10', ActualDeliveryQuantity: '10.000' }],
    })
    sap.pass(MINUTE)
    expect((await deliveries())[0]).toMatchObject({
      OverallGoodsMovementStatus: 'C',
      ActualGoodsMovementDate: `/Date(${Date.UTC(2026, 10, 20)})/`,
    })
    expect(await rows(`${BILLING}/A_BillingDocument`)).toEqual([])
    sap.pass(MINUTE)
    const [invoice] = await rows(`${BILLING}/A_BillingDocument?$expand=to_Item,to_Item/to_PricingElement`)
    expect(invoice).toMatchObject({
      SDDocumentCategory: 'M',
      TotalNetAmount: '4500.00',
      TaxAmount: '810.00',
      TotalGrossAmount: '5310.00',
      DocumentReferenceID: 'IN2627000001',
      to_Item: {
        results: [
          {
            SalesDocument: salesOrder,
            SalesDocumentItem: '000010',
            ReferenceSDDocument: `00${delivery!.DeliveryDocument}`,
            ReferenceSDDocumentCategory: 'J',
          },
        ],
      },
    })
    expect(await openOf(invoice!.BillingDocument)).toMatchObject([
      {
        AccountingDocument: invoice!.AccountingDocument,
        AmountInCompanyCodeCurrency: '5310.00',
        DebitCreditCode: 'S',
        NetDueDate: `/Date(${Date.UTC(2026, 11, 20)})/`,
        DocumentReferenceID: 'IN2627000001',
      },
    ])
    const order = await one(`${ORDERS}/A_SalesOrder('${salesOrder}')?$expand=to_Item/to_ScheduleLine`)
    expect(order).toMatchObject({ OverallSDProcessStatus: 'C' })
    sap.pass(60 * MINUTE)
    expect(await rows(`${BILLING}/A_BillingDocument`)).toHaveLength(1)
  })

  it('is priced by the price unit: 12.34 per 100 for 1,000 is 123.40', async () => {
    const price = { ConditionType: 'PR00', ConditionRateValue: '12.34', ConditionQuantity: '100' }
    const item = salesOrderItemOf(10, { RequestedQuantity: '1000.000', to_PricingElement: { results: [price] } })
    const [invoice] = await billed([await ordered('A', { to_Item: { results: [item] } })])
    expect(await one(`${BILLING}/A_BillingDocument('${invoice}')`)).toMatchObject({
      // 123.40, and 0.38 by which SAP rounds the document to whole rupees.
      TotalNetAmount: '123.78',
    })
  })

  it('has one etag for all its items and schedule lines, which any change renews', async () => {
    const salesOrder = await ordered('A', { to_Item: { results: [salesOrderItemOf(10), salesOrderItemOf(20)] } })
    const path = `${ORDERS}/A_SalesOrder('${salesOrder}')?$expand=to_Item,to_Item/to_ScheduleLine`
    const etagsOf = (row: unknown): string[] =>
      typeof row !== 'object' || row === null
        ? []
        : Object.entries(row).flatMap(([name, value]) => (name === 'etag' ? [value as string] : etagsOf(value)))
    const before = etagsOf(await one(path))
    expect([before.length, new Set(before).size]).toEqual([5, 1])
    const ifMatch = { 'If-Match': before[0]! }
    const day = `/Date(${Date.UTC(2026, 11, 1)})/`
    const line = `${ORDERS}/A_SalesOrderScheduleLine(SalesOrder='${salesOrder}',SalesOrderItem='000020',ScheduleLine='0001')`
    expect((await sap.change('PATCH', line, { RequestedDeliveryDate: day }, ifMatch)).status).toBe(204)
    const header = `${ORDERS}/A_SalesOrder('${salesOrder}')`
    expect((await sap.change('PATCH', header, { PurchaseOrderByCustomer: 'X' }, ifMatch)).status).toBe(412)
    const [renewed] = etagsOf(await one(path))
    const again = { 'If-Match': renewed! }
    expect((await sap.change('PATCH', header, { PurchaseOrderByCustomer: 'X' }, again)).status).toBe(204)
    const after = await one(path)
    expect(after).toMatchObject({
      PurchaseOrderByCustomer: 'X',
      to_Item: { results: [{}, { to_ScheduleLine: { results: [{ RequestedDeliveryDate: day }] } }] },
    })
    const odd = await sap.change('PATCH', header, { TotalNetAmount: '1.00' }, { 'If-Match': '*' })
    expect([odd.status, odd.body.error.message.value]).toEqual([400, expect.stringContaining("'TotalNetAmount'")])
  })

  it('keeps what is delivered when its quantity is lowered, and not below it', async () => {
    const salesOrder = await ordered('A')
    await sap.control('item', { salesOrder, item: 10, confirmedQuantity: '4.000' })
    await done('deliver', { salesOrder })
    const item = `${ORDERS}/A_SalesOrderItem(SalesOrder='${salesOrder}',SalesOrderItem='000010')`
    const lower = (qty: string) => sap.change('PATCH', item, { RequestedQuantity: qty }, { 'If-Match': '*' })
    expect((await lower('3.000')).status).toBe(400)
    expect((await lower('4.000')).status).toBe(204)
    const { to_ScheduleLine } = await one(`${item}?$expand=to_ScheduleLine`)
    expect(to_ScheduleLine).toMatchObject({ results: [{ DeliveredQtyInOrderQtyUnit: '4.000' }] })
  })
})

describe('a delivery on command', () => {
  const itemsOf = (number: string) => rows(`${DELIVERIES}/A_OutbDeliveryHeader('${number}')/to_DeliveryDocumentItem`)
  const delivered = async (more: Record<string, unknown>) => {
    const salesOrder = await ordered('A')
    const [number] = numbersIn(await done('deliver', { salesOrder, ...more }))
    return number!
  }

  it('may lack the lorry receipt', async () => {
    const [without, having] = [await delivered({ withoutLr: true }), await delivered({})]
    const lr = async (number: string) => (await one(`${DELIVERIES}/A_OutbDeliveryHeader('${number}')`)).BillOfLading
    expect([await lr(without), await lr(having)]).toEqual(['', expect.stringMatching(/^LR/)])
  })

  it('splits an item into batches, which together are the item', async () => {
    const items = await itemsOf(await delivered({ splitBatches: true }))
    expect(items.map(row => [row.HigherLvlItmOfBatSpltItm, row.ActualDeliveryQuantity])).toEqual([
      ['', '0.000'],
      ['10', '5.000'],
      ['10', '5.000'],
    ])
    expect(new Set(items.map(row => row.Batch)).size).toBe(3)
  })

  it('has the parts of a kit below its item, and another material in place of the one ordered', async () => {
    const items = await itemsOf(await delivered({ kit: ['AR-2001', 'AR-2002'], substitute: 'AR-1009' }))
    expect(items.map(row => [row.Material, row.HigherLevelItem, row.OriginallyRequestedMaterial])).toEqual([
      ['AR-1009', '', 'AR-1001'],
      ['AR-2001', '10', 'AR-1001'],
      ['AR-2002', '10', 'AR-1001'],
    ])
  })

  it('is refused with a sentence when nothing is left, or the order is unknown', async () => {
    const salesOrder = await ordered('A')
    await done('deliver', { salesOrder })
    for (const [given, sentence] of [
      [{ salesOrder }, `Nothing is left to deliver of sales order ${salesOrder}.`],
      [{ salesOrder: '5999999999' }, 'Sales order 5999999999 does not exist.'],
      [{}, 'Say "salesOrder" as the number of a document.'],
      [{ salesOrder, hurry: true }, expect.stringContaining('deliver does not read "hurry"')],
    ] as const) {
      const { status, body } = await tell('deliver', given)
      expect([status, body.message]).toEqual([400, sentence])
    }
    expect((await tell('explode', {})).body.message).toContain('Say "command" as one of deliver')
  })
})

describe('billing on command', () => {
  it('makes one invoice of several orders, and links each line to its order', async () => {
    const orders = [await ordered('A'), await ordered('B')]
    const invoices = await billed(orders, { collective: true })
    expect(invoices).toHaveLength(1)
    const items = await rows(`${BILLING}/A_BillingDocument('${invoices[0]}')/to_Item`)
    expect(items.map(row => row.SalesDocument)).toEqual(orders)
    expect(await openOf(invoices[0]!)).toHaveLength(1)
  })

  it('cancels an invoice by another, whose items clear each other, and bills the goods again', async () => {
    const [invoice] = await billed([await ordered('A')])
    const [, cancelling, again] = numbersIn(await done('cancel-billing', { billingDocument: invoice, rebill: true }))
    expect(await one(`${BILLING}/A_BillingDocument('${invoice}')`)).toMatchObject({
      BillingDocumentIsCancelled: true,
      InvoiceClearingStatus: 'C',
    })
    expect(await one(`${BILLING}/A_BillingDocument('${cancelling}')`)).toMatchObject({
      SDDocumentCategory: 'N',
      CancelledBillingDocument: invoice,
      InvoiceClearingStatus: 'C',
    })
    expect(await openOf(invoice!)).toEqual([])
    expect(await openOf(cancelling!)).toEqual([])
    expect(amountsOf(await openOf(again!))).toEqual(['5310.00'])
    const twice = await tell('cancel-billing', { billingDocument: invoice })
    expect([twice.status, twice.body.message]).toEqual([400, `Billing document ${invoice} is cancelled already.`])
  })

  it('writes memos by category: credits and returns are owed to the customer, debits by them, others accounting does not know', async () => {
    const [invoice] = await billed([await ordered('A')])
    for (const [kind, type, category, open] of [
      ['credit', 'G2', 'O', ['-531.00']],
      ['returns', 'RE', 'O', ['-531.00']],
      ['debit', 'L2', 'P', ['531.00']],
      ['intercompany', 'IV', '5', []],
      ['intercompanyCredit', 'IG', '6', []],
    ] as const) {
      const [memo] = numbersIn(await done('memo', { billingDocument: invoice, kind }))
      expect(await one(`${BILLING}/A_BillingDocument('${memo}')`)).toMatchObject({
        BillingDocumentType: type,
        SDDocumentCategory: category,
        TotalGrossAmount: '531.00',
      })
      expect(amountsOf(await openOf(memo!))).toEqual(open)
    }
    const [credit] = numbersIn(await done('memo', { billingDocument: invoice, kind: 'credit' }))
    const [, cancelling] = numbersIn(await done('cancel-billing', { billingDocument: credit }))
    expect(await one(`${BILLING}/A_BillingDocument('${cancelling}')`)).toMatchObject({ SDDocumentCategory: 'S' })
    expect(await openOf(credit!)).toEqual([])
  })

  it('makes a pro-forma, which bills nothing', async () => {
    const salesOrder = await ordered('A')
    const [proForma] = await billed([salesOrder], { proForma: true })
    expect(await one(`${BILLING}/A_BillingDocument('${proForma}')`)).toMatchObject({
      SDDocumentCategory: 'U',
      DocumentReferenceID: '',
      AccountingDocument: '',
    })
    expect(await openOf(proForma!)).toEqual([])
    expect(await openOf((await billed([salesOrder]))[0]!)).toHaveLength(1)
  })

  it('leaves an invoice without its number and accounting document until it is released', async () => {
    const [invoice] = await billed([await ordered('A')], { lateReference: true })
    const read = () => one(`${BILLING}/A_BillingDocument('${invoice}')`)
    expect(await read()).toMatchObject({ DocumentReferenceID: '', AccountingDocument: '', YY1_IRN_BDH: '' })
    sap.pass(MINUTE)
    await done('release', { billingDocument: invoice })
    expect(await read()).toMatchObject({
      DocumentReferenceID: expect.stringMatching(/^IN2627/),
      LastChangeDateTime: `/Date(${Date.parse('2026-11-20T06:31:00Z')}+0000)/`,
    })
    expect(await openOf(invoice!)).toHaveLength(1)
  })

  it('has an invoice paid in parts: items of one accounting document, a month apart, that come to its amount', async () => {
    const [invoice] = await billed([await ordered('A')], { instalments: 3 })
    const items = await openOf(invoice!)
    expect(new Set(items.map(row => row.AccountingDocument)).size).toBe(1)
    expect(items.map(row => [row.AccountingDocumentItem, row.AmountInCompanyCodeCurrency])).toEqual([
      ['001', '1770.00'],
      ['002', '1770.00'],
      ['003', '1770.00'],
    ])
    expect(new Set(items.map(row => row.NetDueDate)).size).toBe(3)
  })
})

describe('payments on command', () => {
  const clearingOf = async (billing: string) =>
    (await one(`${BILLING}/A_BillingDocument('${billing}')`)).InvoiceClearingStatus

  it('clear an invoice, and open it again when the clearing is reset', async () => {
    const [invoice] = await billed([await ordered('A')])
    const [payment] = numbersIn(await done('pay', { billingDocument: invoice }))
    expect([await openOf(invoice!), await clearingOf(invoice!)]).toEqual([[], 'C'])
    await done('reset-clearing', { clearingDocument: payment })
    expect([amountsOf(await openOf(invoice!)), await clearingOf(invoice!)]).toEqual([['5310.00'], 'A'])
    const ofPayment = await rows(`${ITEMS}?$filter=AccountingDocument eq '${payment}' and FinancialAccountType eq 'D'`)
    expect(amountsOf(ofPayment)).toEqual(['-5310.00'])
    await done('pay', { billingDocument: invoice })
    expect(await clearingOf(invoice!)).toBe('C')
  })

  it('in part stand open beside the invoice that they name; a residual payment clears it and opens the rest', async () => {
    const [invoice, other] = [(await billed([await ordered('A')]))[0]!, (await billed([await ordered('B')]))[0]!]
    const [part] = numbersIn(await done('pay', { billingDocument: invoice, kind: 'partial', amount: '1000.00' }))
    const [open] = await openOf(invoice)
    expect(open).toMatchObject({ AmountInCompanyCodeCurrency: '5310.00' })
    expect(
      await rows(`${ITEMS}?$filter=AccountingDocument eq '${part}' and FinancialAccountType eq 'D'`),
    ).toMatchObject([
      {
        AmountInCompanyCodeCurrency: '-1000.00',
        InvoiceReference: open!.AccountingDocument,
        InvoiceReferenceFiscalYear: '2026',
        InvoiceItemReference: '1',
        ClearingAccountingDocument: '',
      },
    ])
    const [cleared] = await openOf(other)
    const [rest] = numbersIn(await done('pay', { billingDocument: other, kind: 'residual', amount: '5000.00' }))
    expect(await openOf(other)).toMatchObject([
      {
        AccountingDocument: rest,
        AmountInCompanyCodeCurrency: '310.00',
        InvoiceReference: cleared!.AccountingDocument,
      },
    ])
    const tooMuch = await tell('pay', { billingDocument: invoice, kind: 'partial', amount: '5310.00' })
    expect([tooMuch.status, tooMuch.body.message]).toEqual([400, expect.stringContaining('less than the open amount')])
  })
})

describe('what somebody in SAP does without the portal', () => {
  const given = async (entitySet: string, key: Record<string, string>, set: Record<string, unknown>) =>
    expect((await sap.control('entity', { entitySet, key, set })).status).toBeLessThan(300)

  it('orders from a contract, of which the portal has no number', async () => {
    const key = { SalesContract: '40000001' }
    const item = { ...key, SalesContractItem: '20' }
    await given('A_SalesContract', key, { SalesOrganization: '1000', SoldToParty: '100123' })
    await given('A_SalesContractItem', item, { Material: 'AR-1001', RequestedQuantityUnit: 'EA' })
    await given(
      'A_SalesContractItemPrcgElmnt',
      { ...item, PricingProcedureStep: '010', PricingProcedureCounter: '1' },
      { ConditionType: 'PR00', ConditionRateValue: '11.50', ConditionQuantity: '100' },
    )
    const said = await done('call-off', { contract: '40000001', item: 20, quantity: '100000.000' })
    const [salesOrder] = numbersIn(said)
    expect(await rows(`${ORDERS}/A_SalesOrderItem?$filter=ReferenceSDDocument eq '0040000001'`)).toMatchObject([
      { SalesOrder: salesOrder, RequestedQuantity: '100000.000', ReferenceSDDocumentItem: '20' },
    ])
    expect((await one(`${ORDERS}/A_SalesOrder('${salesOrder}')`)).PurchaseOrderByShipToParty).toBe('')
    const [invoice] = await billed([salesOrder!])
    expect(await one(`${BILLING}/A_BillingDocument('${invoice}')`)).toMatchObject({ TotalNetAmount: '11500.00' })
    const none = await tell('call-off', { contract: '40000001', item: 30, quantity: '1' })
    expect([none.status, none.body.message]).toEqual([400, 'Contract 40000001 has no item 30.'])
  })

  it('changes a list price in place, and says so where there is none', async () => {
    const validity = { ConditionRecord: '9000000001', ConditionValidityEndDate: '9999-12-31' }
    await given('A_SlsPrcgConditionRecord', { ConditionRecord: '9000000001' }, { ConditionRateValue: '450.00' })
    await given('A_SlsPrcgCndnRecdValidity', validity, {
      ConditionType: 'PR00',
      ConditionValidityStartDate: '2026-04-01',
      Material: 'AR-1001',
    })
    expect(await done('change-price', { material: 'AR-1001', rate: '475.50' })).toContain('475.50')
    const path = `API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord('9000000001')`
    expect(Number((await one(path)).ConditionRateValue)).toBe(475.5)
    const none = await tell('change-price', { material: 'AR-9999', rate: '1.00' })
    expect([none.status, none.body.message]).toEqual([400, 'Material AR-9999 has no list price that is valid today.'])
  })
})
