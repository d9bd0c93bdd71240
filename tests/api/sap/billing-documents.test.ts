import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { type BillingNews, billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { readAwaitedInvoices } from '../../../api/sap/documents/read-awaited-invoices.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { type SapFields, standardFields } from '../../../api/sap/http/fields.ts'
import { sapReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { connectSap } from '../../../api/sap/sap-connection.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { plainCode } from '../../../resources/sap/codes.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { billingItem, billingRow, condition, results } from '../../support/sap/billing-rows.ts'

const start = '2026-11-20T06:30:00.000Z'
let at = start
let database: TestDatabase
let db: Knex
let company: Company
let first: Bought
let second: Bought

type Bought = { id: number; orderNo: string; lineIds: number[] }
type Wire = Record<string, unknown>

beforeEach(async () => {
  at = start
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  first = await confirmed('5000000001')
  second = await confirmed('5000000002')
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

async function confirmed(salesOrder: string): Promise<Bought> {
  const bought = await createApprovedOrder(db, company)
  const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
  await db.transaction(trx => confirmOrder(trx, bought.id, { salesOrder, items }, sapAuthor))
  return bought
}

const laterBy = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

/** A SAP with these billing documents, in its own form. */
function sapWith(rows: Wire[], fields: SapFields = standardFields) {
  const read = () => rows.map(row => billingDocuments.read(row, fields, at))
  return {
    async *billingDocumentsSince() {
      yield* read()
    },
    billingDocumentsAmong: async (numbers: readonly string[]) =>
      read().filter(({ sapBillingDoc }) => numbers.map(plainCode).includes(sapBillingDoc)),
  } as Partial<SapAdapter> as SapAdapter
}

async function read(rows: Wire[], fields?: SapFields) {
  const reader = sapReader({ db, sap: sapWith(rows, fields), log: createLog({ logLevel: 'silent' }) }, invoicePull)
  return reader.read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })
}

const newsOf = (row: Wire): BillingNews => billingDocuments.read(row, standardFields, at)
const invoicedQty = async (...bought: Bought[]): Promise<number[]> =>
  db('order_line')
    .whereIn(
      'id',
      bought.flatMap(({ lineIds }) => lineIds),
    )
    .orderBy('id')
    .pluck('invoicedQty')
const errors = () => db('import_job_error').orderBy('id').pluck('message')

describe('the kind of a billing document', () => {
  it.each([
    ['M', 'F2', 'INVOICE'],
    ['M', 'GX', 'INVOICE'],
    ['O', 'RE', 'CREDIT_NOTE'],
    ['O', 'FG', 'CREDIT_NOTE'],
    ['P', 'L2', 'DEBIT_NOTE'],
    ['P', 'G3', 'DEBIT_NOTE'],
  ])('is told by SAP’s category %s, whatever its type %s begins with', (SDDocumentCategory, type, invoiceType) => {
    const row = billingRow([billingItem(10)], { SDDocumentCategory, BillingDocumentType: type })
    expect(newsOf(row)).toMatchObject({ kind: 'DOCUMENT', invoiceType })
  })

  it.each(['U', '5', '6'])('%s, a pro forma or intercompany document, is no sale', async category => {
    expect(await read([billingRow([billingItem(10)], { SDDocumentCategory: category })])).toMatchObject({
      status: 'OK',
      rowsRead: 1,
      rowsCreated: 0,
    })
    expect(await db('invoice')).toEqual([])
  })

  it('has to be given: a document without it is an error of the run and no invoice', () => {
    expect(() => newsOf(billingRow([], { SDDocumentCategory: '' }))).toThrow(RangeError)
  })
})

describe('a billing document that cancels', () => {
  const cancellation = (category: string) =>
    billingRow([billingItem(10)], {
      BillingDocument: '0090000002',
      SDDocumentCategory: category,
      BillingDocumentType: 'S1',
      CancelledBillingDocument: '0090000001',
      DocumentReferenceID: 'LS26CAN000001',
    })

  it('an invoice marks that one cancelled, is none itself, and gives its quantity back', async () => {
    await read([billingRow([billingItem(10)])])
    expect(await invoicedQty(first)).toEqual([20_000, 0])
    expect(await read([cancellation('N')])).toMatchObject({ rowsUpdated: 1, rowsCreated: 0 })
    expect(await db('invoice')).toMatchObject([{ sapBillingDoc: '90000001', isCancelled: 1 }])
    expect(await invoicedQty(first)).toEqual([0, 0])
    // Reading the invoice itself again does not bring it back, nor is anything counted twice.
    expect(await read([billingRow([billingItem(10)]), cancellation('N')])).toMatchObject({ rowsUpdated: 0 })
    expect(await db('invoice').pluck('isCancelled')).toEqual([1])
  })

  it('a credit memo marks that one', async () => {
    await read([billingRow([billingItem(10)], { SDDocumentCategory: 'O' })])
    await read([cancellation('S')])
    expect(await db('invoice')).toMatchObject([{ invoiceType: 'CREDIT_NOTE', isCancelled: 1 }])
  })

  it('is followed by a new bill: the quantity counts once', async () => {
    const again = billingRow([billingItem(10)], { BillingDocument: '0090000003', DocumentReferenceID: 'LS26INV000002' })
    await read([billingRow([billingItem(10)]), cancellation('N'), again])
    expect(await db('invoice').orderBy('id').pluck('isCancelled')).toEqual([1, 0])
    expect(await invoicedQty(first)).toEqual([20_000, 0])
  })

  it('one that the portal does not know reads that one by its number', async () => {
    await read([cancellation('N')])
    const original = billingRow([billingItem(10)], { BillingDocumentIsCancelled: true })
    connectSap(db, sapWith([original]))
    expect(await readAwaitedInvoices(db)).toBe(1)
    expect(await db('invoice')).toMatchObject([{ sapBillingDoc: '90000001', isCancelled: 1 }])
    expect(await db('sap_pending_row')).toEqual([])
    expect(await invoicedQty(first)).toEqual([0, 0])
  })
})

describe('a billing document that accounting has not posted', () => {
  const unposted = () => billingRow([billingItem(10)], { DocumentReferenceID: '', AccountingPostingStatus: 'A' })

  it('is no invoice yet, and no error, and is read by its number until it has one', async () => {
    expect(await read([unposted()])).toMatchObject({ status: 'OK', rowsCreated: 0, rowsFailed: 0 })
    expect(await db('invoice')).toEqual([])
    connectSap(db, sapWith([unposted()]))
    expect(await readAwaitedInvoices(db)).toBe(0)
    laterBy(60)
    // SAP reports no change when the number arrives.
    connectSap(db, sapWith([billingRow([billingItem(10)])]))
    expect(await readAwaitedInvoices(db)).toBe(1)
    expect(await db('invoice')).toMatchObject([{ invoiceNo: 'LS26INV000001', sapBillingDoc: '90000001' }])
    expect(await db('sap_pending_row').where({ object: 'INVOICE_AWAITED' })).toEqual([])
    expect(await db('sap_sync_run').orderBy('id', 'desc').first()).toMatchObject({ object: 'INVOICE', rowsCreated: 1 })
  })

  it('does not borrow the number of its billing document', () => {
    expect(newsOf(billingRow([billingItem(10)], { DocumentReferenceID: '' }))).toMatchObject({ invoiceNo: null })
  })

  it('waits though it has a number already', async () => {
    await read([billingRow([billingItem(10)], { AccountingPostingStatus: 'B' })])
    expect(await db('invoice')).toEqual([])
  })

  it('is reported once when it has waited for a day', async () => {
    await read([unposted()])
    connectSap(db, sapWith([unposted()]))
    laterBy(24 * 60)
    await readAwaitedInvoices(db)
    await readAwaitedInvoices(db)
    expect(await errors()).toEqual([
      'Billing document 90000001 has no invoice number for a day: post it to accounting in SAP, or cancel it there',
    ])
  })

  it('is forgotten when it was cancelled or deleted before', async () => {
    await read([unposted()])
    connectSap(db, sapWith([{ ...unposted(), BillingDocumentIsCancelled: true }]))
    await readAwaitedInvoices(db)
    expect(await db('sap_pending_row')).toEqual([])
    await read([unposted()])
    connectSap(db, sapWith([]))
    await readAwaitedInvoices(db)
    expect(await db('sap_pending_row')).toEqual([])
    expect(await db('invoice')).toEqual([])
  })
})

describe('an invoice over several orders and deliveries', () => {
  const collective = () =>
    billingRow([
      billingItem(10),
      billingItem(20, {
        SalesDocument: '5000000002',
        SalesDocumentItem: '000010',
        Material: 'LS-1001',
        BillingQuantity: '8.000',
        ReferenceSDDocument: '0080000002',
      }),
    ])

  it('names no order and no delivery of its own; each line does', async () => {
    await read([collective()])
    expect(await db('invoice')).toMatchObject([{ orderId: null, sapOrderNo: null, sapDeliveryNo: null }])
    expect(await db('invoice_line').orderBy('lineNo')).toMatchObject([
      { orderLineId: first.lineIds[0], sapDeliveryNo: '80000001' },
      { orderLineId: second.lineIds[0], sapDeliveryNo: '80000002' },
    ])
    expect(await invoicedQty(first, second)).toEqual([20_000, 0, 8_000, 0])
  })

  it('names its order and delivery where there is one of each', async () => {
    await read([billingRow([billingItem(10), billingItem(20)])])
    expect(await db('invoice')).toMatchObject([
      { orderId: first.id, sapOrderNo: '5000000001', sapDeliveryNo: '80000001' },
    ])
  })

  it('names no delivery where it was billed from the order', async () => {
    await read([billingRow([billingItem(10, { ReferenceSDDocumentCategory: 'C', ReferenceSDDocument: '5000000001' })])])
    expect(await db('invoice')).toMatchObject([{ sapDeliveryNo: null }])
  })

  it('counts the parts of one item that came in several batches', async () => {
    const part = (no: number, qty: string, Batch: string) =>
      billingItem(no, { SalesDocumentItem: '000010', Material: 'LS-1001', BillingQuantity: qty, Batch })
    await read([billingRow([part(10, '12.000', 'B1'), part(11, '8.000', 'B2')])])
    expect(await invoicedQty(first)).toEqual([20_000, 0])
    expect(await db('invoice_line').orderBy('lineNo').pluck('batchNo')).toEqual(['B1', 'B2'])
  })

  it('takes the component of a kit and a substituted product without a line of the order', async () => {
    const component = billingItem(11, { SalesDocumentItem: '000011', Material: 'LS-1002' })
    const substitute = billingItem(20, { Material: 'LS-1001' })
    expect(await read([billingRow([component, substitute])])).toMatchObject({ status: 'OK' })
    expect(await db('invoice_line').orderBy('lineNo').pluck('orderLineId')).toEqual([null, first.lineIds[1]])
  })

  it('is refused with a sentence where an order is of another customer, and the others are taken', async () => {
    const stranger = await exampleRow(db, resourceNamed('customer'), { code: '100900' })
    await db('order').where({ id: second.id }).update({ soldToId: stranger.id })
    const sound = billingRow([billingItem(20)], { BillingDocument: '0090000009', DocumentReferenceID: 'LS26INV000009' })
    expect(await read([collective(), sound])).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([
      `Invoice LS26INV000001 is for customer 100123, but its order ${second.orderNo} (5000000002 in SAP) was sold to 100900: correct one of the two in SAP`,
    ])
    expect(await db('invoice').pluck('invoiceNo')).toEqual(['LS26INV000009'])
  })
})

describe('the quantity that counts as invoiced', () => {
  it('comes over the base quantity by SAP’s own ratio, not by ours', async () => {
    await db('products')
      .where({ code: 'LS-1001' })
      .update({ uom: 'BAG', baseUom: 'KG', uomNumerator: 25, uomDenominator: 1 })
    await db('order_line').where({ id: first.lineIds[0] }).update({ uom: 'BAG' })
    // SAP bills three drums of 83⅓ kg; nobody here knows what a drum is.
    const drums = billingItem(10, {
      BillingQuantity: '3.000',
      BillingQuantityUnit: 'DR',
      BaseUnit: 'KG',
      BillingToBaseQuantityNmrtr: '250',
      BillingToBaseQuantityDnmntr: '3',
    })
    expect(await read([billingRow([drums])])).toMatchObject({ status: 'OK' })
    expect(await db('invoice_line')).toMatchObject([{ qty: 3_000, uom: 'DR', baseQty: 250_000, baseUom: 'KG' }])
    expect(await invoicedQty(first)).toEqual([10_000, 0])
  })

  it('is not reduced by a credit note, nor raised by a debit note', async () => {
    const note = (SDDocumentCategory: string, no: number) =>
      billingRow([billingItem(10)], {
        SDDocumentCategory,
        BillingDocument: `009000000${no}`,
        DocumentReferenceID: `NOTE${no}`,
      })
    await read([billingRow([billingItem(10)]), note('O', 2), note('P', 3)])
    expect(await invoicedQty(first)).toEqual([20_000, 0])
  })
})

describe('the amounts of a billing document', () => {
  const priced = (more: Wire[] = [], item: Wire = {}) =>
    billingItem(10, {
      ...item,
      to_PricingElement: results([
        condition('PR00', '2000.00', { ConditionRateValue: '10000.000000000', ConditionQuantity: '100' }),
        condition('JOIG', '396.00', { ConditionRateValue: '18.000000000' }),
        ...more,
      ]),
    })
  const documentOf = (item: Wire, more: Wire = {}, fields = standardFields) => {
    const news = billingDocuments.read(billingRow([item], more), fields, at)
    if (news.kind !== 'DOCUMENT') expect.unreachable('it is an invoice')
    return news
  }

  it('show freight, cess, TCS and the round-off apart from the net value', () => {
    const item = priced(
      [
        condition('ZFRT', '200.00'),
        condition('JCES', '22.00'),
        condition('JTC1', '2.62'),
        condition('JTC2', '0.02'),
        condition('DIFF', '-0.64'),
      ],
      { NetAmount: '2199.36', TaxAmount: '420.64' },
    )
    expect(documentOf(item, { TotalGrossAmount: '2620.00' })).toMatchObject({
      netValue: 200_000,
      freightValue: 20_000,
      igst: 39_600,
      cess: 2_200,
      tcs: 264,
      roundOff: -64,
      grossValue: 262_000,
    })
  })

  it('leave out what is inactive or only statistical', () => {
    const item = priced([
      condition('ZFRT', '99.00', { ConditionInactiveReason: 'M' }),
      condition('JCES', '99.00', { ConditionIsForStatistics: true }),
      condition('JOCG', '99.00', { ConditionInactiveReason: 'X' }),
      condition('DIFF', '0.40', { ConditionIsForStatistics: true }),
    ])
    expect(documentOf(item)).toMatchObject({ netValue: 200_000, freightValue: 0, cess: 0, cgst: 0, roundOff: 0 })
  })

  it('take the round-off from the condition types of the setting', () => {
    const fields = { ...standardFields, roundOff: ['ZRND', 'ZRN2'] }
    const item = priced([condition('DIFF', '0.40'), condition('ZRND', '0.10'), condition('ZRN2', '0.20')])
    expect(documentOf(item, {}, fields)).toMatchObject({ roundOff: 30 })
  })

  it('name the price of one unit where SAP prices a hundred', () => {
    expect(documentOf(priced()).lines[0]).toMatchObject({ unitPrice: 10_000 })
  })

  it('are SAP’s; where its tax differs from the rates of our products, the invoice says by how much', async () => {
    await read([billingRow([priced()])])
    // 18 % of 2,000 rupees are 360; SAP charges 396.
    expect(await db('invoice')).toMatchObject([{ igst: 39_600, taxDifference: 3_600 }])
    expect(await errors()).toEqual([])
  })
})

describe('a billing document that names something unknown', () => {
  it.each([
    ['CUSTOMER', { SoldToParty: '0000100999' }, {}],
    ['PLANT', {}, { Plant: '9999' }],
    ['SHIP_TO', { to_Partner: results([{ PartnerFunction: 'SH', Customer: '0000200999' }]) }, {}],
    ['PRODUCT', {}, { Material: 'LS-9999' }],
  ])('waits for the reading of %s', async (waitsFor, header, item) => {
    expect(await read([billingRow([billingItem(10, item)], header)])).toMatchObject({ status: 'PARTIAL' })
    expect(await db('sap_pending_row')).toMatchObject([{ object: 'INVOICE', sapKey: '90000001', waitsFor }])
  })
})
