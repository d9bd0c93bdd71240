import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCreditFacts } from '../../../api/orders/approvals/credit-facts.ts'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { customerItems } from '../../../api/sap/documents/customer-item.ts'
import { readAwaitedInvoices } from '../../../api/sap/documents/read-awaited-invoices.ts'
import { rereadOpenOrders } from '../../../api/sap/documents/reread-open-orders.ts'
import { salesOrders } from '../../../api/sap/documents/sales-order-status.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { type SapReader, sapReader, sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { expectKnownFields } from '../../support/sap/oracles.ts'
import { releasedOrder, sapOverHttp } from '../../support/sap/over-http.ts'

let at: string
let database: TestDatabase
let db: Knex
let company: Company
let over: Awaited<ReturnType<typeof sapOverHttp>>
let sap: SapAdapter
let bought: Awaited<ReturnType<typeof ordered>>

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  over = await sapOverHttp(() => at)
  sap = over.adapter()
  connectSap(db, sap)
  bought = await ordered()
})
afterEach(async () => {
  setClock(null)
  await over.close()
  await database.close()
})

/** An order that SAP has and the portal has confirmed. */
async function ordered() {
  const made = await releasedOrder(db, company)
  const created = await sap.createSalesOrder(made.payload)
  await db('sap_outbox').where({ id: made.messageNo }).update({ status: 'DONE' })
  await db.transaction(trx => confirmOrder(trx, made.id, created, sapAuthor))
  return { ...made, salesOrder: created.salesOrder }
}

async function tell(command: string, more: object) {
  at = new Date(Date.parse(at) + 60_000).toISOString()
  const answer = await over.control('documents', { command, ...more })
  const { says, message } = (await answer.json()) as { says?: string; message?: string }
  if (!says) expect.unreachable(message)
  return /\d{8,10}/.exec(says!)![0]
}

const log = createLog({ logLevel: 'silent' })
const reader = (name: 'DELIVERY' | 'INVOICE' | 'OUTSTANDING' | 'PAYMENT_CLEARING'): SapReader => {
  const deps = { db, sap, log }
  if (name === 'INVOICE') return sapReader(deps, invoicePull)
  if (name === 'DELIVERY') return sapRowReader(deps, deliveryPull)
  return name === 'OUTSTANDING' ? sapRowReader(deps, outstandingPull) : sapRowReader(deps, clearingPull)
}
/** Reads an object, and then once more, which changes nothing. */
async function read(name: Parameters<typeof reader>[0]) {
  const run = await reader(name).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })
  const again = await reader(name).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })
  expect(again).toMatchObject({ rowsCreated: 0, rowsUpdated: 0, status: run.status })
  return run
}
/** What SAP has of the order of this test, and not of its own past. */
const delivered = () =>
  db('sap_delivery_line')
    .join('sap_delivery', 'sap_delivery.id', 'sap_delivery_line.deliveryId')
    .where({ 'sap_delivery_line.orderId': bought.id, countsAs: 'GOODS' })
    .orderBy('sap_delivery_line.lineNo')
const invoices = () => db('invoice').whereNotNull('orderId').orderBy('id')
const items = () => db('upload_outstanding').where('isActive', 1).whereNotNull('invoiceId').orderBy('sapItem')
const invoicedQty = () => db('order_line').where({ orderId: bought.id }).orderBy('lineNo').pluck('invoicedQty')

describe('documents read from the simulated SAP', () => {
  it('deliveries take stock until their goods are issued, batch by batch', async () => {
    await tell('deliver', { salesOrder: bought.salesOrder, splitBatches: true, withoutLr: true })
    await read('DELIVERY')
    const open = await delivered()
    expect(new Set(open.map(({ batchNo }) => batchNo)).size).toBeGreaterThan(1)
    expect(open.every(({ isOpen, status, lrNo }) => isOpen && status === 'OPEN' && lrNo === null)).toBe(true)
    const of = (lineId: number) => open.filter(({ orderLineId }) => orderLineId === lineId)
    expect(of(bought.lineIds[0]!).reduce((total, { qty }) => total + Number(qty), 0)).toBe(20_000)
    await tell('issue-goods', { salesOrder: bought.salesOrder })
    await read('DELIVERY')
    expect((await delivered()).every(({ isOpen, status }) => !isOpen && status === 'ISSUED')).toBe(true)
  })

  it('kits and substitutes break neither the deliveries nor the state of the order', async () => {
    await tell('deliver', { salesOrder: bought.salesOrder, kit: ['LS-1002'], substitute: 'LS-1002' })
    await read('DELIVERY')
    expect(await delivered()).not.toHaveLength(0)
    await rereadOpenOrders(db)
    expect(await db('order').where({ id: bought.id }).first()).toMatchObject({ status: 'CONFIRMED' })
    expect(await db('import_job_error').where('message', 'like', '%cannot be read%')).toEqual([])
  })

  it('an invoice in instalments is owed twice, paid in part and whole, and owed again when the clearing is reset', async () => {
    const billing = await tell('bill', { salesOrders: [bought.salesOrder], instalments: 2 })
    await read('INVOICE')
    const [invoice] = await invoices()
    expect(invoice).toMatchObject({ sapBillingDoc: billing, invoiceType: 'INVOICE', isCancelled: 0 })
    expect(await invoicedQty()).toEqual([20_000, 5_000])
    await read('OUTSTANDING')
    const instalments = await items()
    expect(instalments).toHaveLength(2)
    expect(instalments.every(({ invoiceId }) => invoiceId === invoice.id)).toBe(true)
    const owed = instalments.reduce((total, { balanceAmount }) => total + Number(balanceAmount), 0)
    expect(owed).toBe(Number(invoice.grossValue))
    const dueDates = instalments.map(({ dueDate }) => dueDate).sort()
    expect(await db('invoice').where({ id: invoice.id }).first()).toMatchObject({ dueDate: dueDates[0] })
    const facts = (await loadCreditFacts(db, [company.customerId], 0))(company.customerId)
    expect(facts).toMatchObject({ outstanding: owed, newInvoices: 0, otherOrders: 0 })

    await tell('pay', { billingDocument: billing, kind: 'partial', amount: '100.00' })
    await read('OUTSTANDING')
    const left = (await items()).reduce((total, { balanceAmount }) => total + Number(balanceAmount), 0)
    expect(left).toBe(owed - 10_000)

    await tell('pay', { billingDocument: billing })
    await read('PAYMENT_CLEARING')
    expect(await items()).toEqual([])
    await read('OUTSTANDING')
    const cleared = await db('payment_clearing').where({ invoiceId: invoice.id })
    expect(cleared.length).toBeGreaterThanOrEqual(2)
    expect(await items()).toEqual([])

    await tell('reset-clearing', { clearingDocument: cleared[0].clearingDoc })
    await read('OUTSTANDING')
    expect((await items()).length).toBeGreaterThan(0)
    expect(await db('payment_clearing').whereNotNull('resetOn')).not.toHaveLength(0)
  })

  it('an invoice whose number comes late waits, and one that is cancelled and billed again counts once', async () => {
    const billing = await tell('bill', { salesOrders: [bought.salesOrder], lateReference: true })
    await read('INVOICE')
    expect(await invoices()).toEqual([])
    await tell('release', { billingDocument: billing })
    expect(await readAwaitedInvoices(db)).toBe(1)
    expect(await invoices()).toMatchObject([{ sapBillingDoc: billing }])
    await tell('cancel-billing', { billingDocument: billing, rebill: true })
    await read('INVOICE')
    expect((await invoices()).map(({ isCancelled }) => isCancelled)).toEqual([1, 0])
    expect(await invoicedQty()).toEqual([20_000, 5_000])
  })

  it('notes and pro forma documents do not change what is invoiced', async () => {
    await tell('bill', { salesOrders: [bought.salesOrder], proForma: true })
    await read('INVOICE')
    expect(await invoicedQty()).toEqual([0, 0])
    await tell('bill', { salesOrders: [bought.salesOrder] })
    await read('INVOICE')
    const [{ sapBillingDoc }] = await invoices()
    for (const kind of ['credit', 'returns', 'debit', 'intercompany', 'intercompanyCredit'])
      await tell('memo', { billingDocument: sapBillingDoc, kind })
    await read('INVOICE')
    expect(await invoicedQty()).toEqual([20_000, 5_000])
    expect((await db('invoice').where({ soldToId: company.customerId }).pluck('invoiceType')).toSorted()).toEqual([
      'CREDIT_NOTE',
      'CREDIT_NOTE',
      'DEBIT_NOTE',
      'INVOICE',
    ])
  })

  it('one invoice over two orders is found from both', async () => {
    const other = await ordered()
    await tell('bill', { salesOrders: [bought.salesOrder, other.salesOrder], collective: true })
    await read('INVOICE')
    expect(await db('invoice').whereNull('orderId').whereNull('sapOrderNo')).not.toHaveLength(0)
    expect(await invoicedQty()).toEqual([20_000, 5_000])
    expect(await db('order_line').where({ orderId: other.id }).orderBy('lineNo').pluck('invoicedQty')).toEqual([
      20_000, 5_000,
    ])
  })
})

describe('the fields that documents are read by', () => {
  const known = (path: string, names: readonly string[]) => {
    const [service, set] = path.split('/') as [string, string]
    expectKnownFields(service, set, names)
  }

  it('are those of SAP’s published metadata', () => {
    known(customerItems.path, [...customerItems.key, ...customerItems.select!, 'FinancialAccountType'])
    known(billingDocuments.path, [
      ...['BillingDocument', 'SDDocumentCategory', 'CancelledBillingDocument', 'BillingDocumentIsCancelled'],
      ...['LastChangeDateTime', 'AccountingPostingStatus', 'DocumentReferenceID', 'BillingDocumentDate'],
      ...['SoldToParty', 'PayerParty', 'TotalGrossAmount', 'InvoiceClearingStatus', 'to_Item', 'to_Partner'],
    ])
    known('API_BILLING_DOCUMENT_SRV/A_BillingDocumentItem', [
      ...['BillingDocumentItem', 'SalesDocument', 'SalesDocumentItem', 'ReferenceSDDocument', 'Material', 'Plant'],
      ...['ReferenceSDDocumentCategory', 'Batch', 'BillingQuantity', 'BillingQuantityUnit', 'BaseUnit', 'NetAmount'],
      ...[
        'BillingToBaseQuantityNmrtr',
        'BillingToBaseQuantityDnmntr',
        'TaxAmount',
        'ItemGrossWeight',
        'ItemWeightUnit',
      ],
    ])
    known('API_BILLING_DOCUMENT_SRV/A_BillingDocumentItemPrcgElmnt', [
      ...['ConditionType', 'ConditionRateValue', 'ConditionAmount', 'ConditionQuantity'],
      ...['ConditionInactiveReason', 'ConditionIsForStatistics'],
    ])
    known(salesOrders.path, ['SalesOrder', 'LastChangeDateTime', 'to_Item'])
    known('API_SALES_ORDER_SRV/A_SalesOrderItem', [
      'HigherLevelItem',
      'MaterialSubstitutionReason',
      'to_PricingElement',
    ])
    known('API_SALES_ORDER_SRV/A_SalesOrderItemPrElement', [
      ...['ConditionType', 'ConditionRateValue', 'ConditionAmount'],
      ...['ConditionInactiveReason', 'ConditionIsForStatistics'],
    ])
    known('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader', [
      ...[
        'DeliveryDocument',
        'DeliveryDocumentType',
        'SDDocumentCategory',
        'OverallGoodsMovementStatus',
        'SoldToParty',
      ],
      ...['ShipToParty', 'CreationDate', 'LastChangeDate', 'PlannedGoodsIssueDate', 'ActualGoodsMovementDate'],
      ...['BillOfLading', 'TotalNumberOfPackage', 'HeaderGrossWeight', 'HeaderWeightUnit', 'CompleteDeliveryIsDefined'],
      'to_DeliveryDocumentItem',
    ])
    known('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryItem', [
      ...['DeliveryDocumentItem', 'ReferenceSDDocument', 'ReferenceSDDocumentItem', 'ReferenceSDDocumentCategory'],
      ...['HigherLvlItmOfBatSpltItm', 'HigherLevelItem', 'Material', 'Plant', 'Batch', 'ShelfLifeExpirationDate'],
      ...['ActualDeliveryQuantity', 'DeliveryQuantityUnit', 'BaseUnit', 'GoodsMovementStatus'],
      ...['DeliveryToBaseQuantityNmrtr', 'DeliveryToBaseQuantityDnmntr'],
    ])
  })
})
