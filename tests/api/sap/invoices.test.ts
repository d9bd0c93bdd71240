import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { leaseJob } from '../../../api/platform/work/job-lease.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import type { BillingDocument } from '../../../api/sap/documents/billing-document.ts'
import type { BillingLine } from '../../../api/sap/documents/billing-line.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { sapReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'

const start = '2026-11-20T06:30:00.000Z'
let at = start
const later = (minutes: number) => {
  at = new Date(Date.parse(at) + minutes * 60_000).toISOString()
}

let database: TestDatabase
let db: Knex
let company: Company
let bought: { id: number; orderNo: string; lineIds: number[] }

beforeEach(async () => {
  at = start
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  bought = await createApprovedOrder(db, company)
  const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
  await db.transaction(trx => confirmOrder(trx, bought.id, { salesOrder: '5000000001', items }, sapAuthor))
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const billingLine = (lineNo: number, more: Partial<BillingLine> = {}): BillingLine => ({
  lineNo,
  sapOrderNo: '5000000001',
  sapItemNo: String(lineNo).padStart(6, '0'),
  product: lineNo === 10 ? 'LS-1001' : 'LS-1002',
  plant: '1010',
  batchNo: 'B26110001',
  expiryDate: '2028-11-20',
  qty: lineNo === 10 ? 20_000 : 5_000,
  uom: 'EA',
  baseQty: null,
  baseUom: null,
  sapDeliveryNo: '8000000001',
  refDoc: '8000000001',
  refItem: String(lineNo).padStart(6, '0'),
  refCategory: 'J',
  suppliedAs: 'GOODS',
  isReturn: false,
  unitPrice: 10_000,
  netValue: lineNo === 10 ? 200_000 : 50_000,
  freightValue: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
  cess: 0,
  tcs: 0,
  roundOff: 0,
  gstRate: 1800,
  taxValue: 0,
  grossWeightKg: 50_000,
  ...more,
})

const example = (name: string, given: Record<string, unknown>) => exampleRow(db, resourceNamed(name), given)

const billing = (more: Partial<BillingDocument> = {}): BillingDocument => ({
  kind: 'DOCUMENT',
  sapBillingDoc: '9000000001',
  invoiceNo: 'LS26INV000001',
  invoiceType: 'INVOICE',
  invoiceDate: '2026-11-20',
  dueDate: null,
  sapOrderNo: '5000000001',
  sapDeliveryNo: '8000000001',
  soldTo: '100123',
  payer: null,
  shipTo: '200123',
  plant: '1010',
  netValue: 250_000,
  freightValue: 0,
  cgst: 22_500,
  sgst: 22_500,
  igst: 0,
  cess: 0,
  tcs: 0,
  roundOff: 0,
  grossValue: 295_000,
  irn: null,
  isCancelled: false,
  isCleared: false,
  changedAt: at,
  lines: [billingLine(10), billingLine(20)],
  ...more,
})

/** A SAP with these billing documents that records the `since` of each request. */
function sapWith(documents: BillingDocument[], fails?: SapError) {
  const asked: string[] = []
  const sap = {
    async *billingDocumentsSince(
      instant: string,
      { unreadable }: Parameters<SapAdapter['billingDocumentsSince']>[1] = {},
    ) {
      asked.push(instant)
      for (const document of documents.filter(({ changedAt }) => changedAt >= instant)) {
        if (document.invoiceNo === 'UNREADABLE') unreadable!(document.sapBillingDoc, 'no amount')
        else yield document
      }
      if (fails) throw fails
    },
  } as unknown as SapAdapter
  return { asked, reader: sapReader({ db, sap, log: createLog({ logLevel: 'silent' }) }, invoicePull) }
}

const manual = { trigger: 'MANUAL', mode: 'DELTA', requestedById: null } as const
/** The number of queries for reading this invoice. */
async function statementsFor(document: BillingDocument): Promise<number> {
  let statements = 0
  const count = () => void statements++
  later(1)
  const { reader } = sapWith([{ ...document, changedAt: at }])
  db.on('query', count)
  await reader.read(manual)
  db.removeListener('query', count)
  return statements
}

const lines = () => db('order_line').where({ orderId: bought.id }).orderBy('lineNo')

describe('reading invoices from SAP', () => {
  it('finds the open item that came before it, names who owes it, and follows its clearing in SAP', async () => {
    const payer = await exampleRow(db, resourceNamed('customer'), { code: '100900' })
    const item = await exampleRow(db, resourceNamed('upload-outstanding'), {
      ...{ customerId: payer.id, documentNo: '9000000001', documentType: 'INVOICE', dueDate: '2026-12-20' },
      ...{ documentDate: '2026-11-20', originalAmount: 295_000, balanceAmount: 295_000, invoiceId: null },
    })
    await sapWith([billing({ payer: '100900' })]).reader.read(manual)
    const [invoice] = await db('invoice')
    expect(invoice).toMatchObject({ payerId: payer.id, isCleared: 0 })
    expect(await db('upload_outstanding').where({ id: item.id }).first()).toMatchObject({ invoiceId: invoice.id })
    later(1)
    await sapWith([billing({ payer: '100900', isCleared: true, changedAt: at })]).reader.read(manual)
    expect(await db('invoice').first()).toMatchObject({ isCleared: 1 })
  })

  it('saves an invoice with its lines, linked to the order’s lines by SAP’s item number', async () => {
    const run = await sapWith([billing()]).reader.read(manual)
    expect(run).toMatchObject({
      object: 'INVOICE',
      status: 'OK',
      rowsRead: 1,
      rowsCreated: 1,
      rowsFailed: 0,
      watermark: at,
      finishedAt: at,
    })
    const [invoice] = await db('invoice')
    expect(invoice).toMatchObject({
      invoiceNo: 'LS26INV000001',
      orderId: bought.id,
      soldToId: company.customerId,
      shipToId: company.shipToId,
      plantId: company.plantId,
      sbuId: company.sbuId,
      grossValue: 295_000,
      dueDate: '2026-12-20',
      dispatchStatus: 'PENDING',
      isCancelled: 0,
    })
    expect(await db('invoice_line').orderBy('lineNo')).toMatchObject([
      { orderLineId: bought.lineIds[0], productId: company.productIds[0], qty: 20_000 },
      { orderLineId: bought.lineIds[1], productId: company.productIds[1], qty: 5_000 },
    ])
    expect(await lines()).toMatchObject([{ invoicedQty: 20_000 }, { invoicedQty: 5_000 }])
  })

  it('runs as many queries for an invoice of sixty lines as for one of two, new or changed', async () => {
    const long = Array.from({ length: 60 }, (_, index) => billingLine((index + 3) * 10, { sapItemNo: null }))
    const numbered = (no: number, ...more: BillingLine[]) => {
      const lines = [billingLine(10, { sapItemNo: null }), billingLine(20, { sapItemNo: null }), ...more]
      return billing({
        sapBillingDoc: `900000000${no}`,
        invoiceNo: `LS26INV00000${no}`,
        lines: lines.map(line => ({ ...line, refDoc: `800000000${no}` })),
      })
    }
    // The very first reading also creates the rows that all readings use.
    await statementsFor(numbered(1))
    const short = await statementsFor(numbered(2))
    expect(await statementsFor(numbered(3, ...long))).toBe(short)
    const known = await db('invoice_line')
      .join('invoice', 'invoice.id', 'invoice_line.invoiceId')
      .orderBy('invoice_line.id')
    expect(known.slice(4).map(({ invoiceNo, lineNo }) => [invoiceNo, lineNo])).toEqual(
      numbered(3, ...long).lines.map(({ lineNo }) => ['LS26INV000003', lineNo]),
    )
    expect(await db('audit_entry').where({ entity: 'invoice-line' }).orderBy('id').pluck('entityId')).toEqual(
      await db('invoice_line').orderBy('id').pluck('id'),
    )
    // Sixty later lines are added in one statement.
    expect(await statementsFor(numbered(2, ...long))).toBeLessThan(short + 3)
    // Sixty equal changes are made in one statement.
    expect(await statementsFor(numbered(3, ...long.map(line => ({ ...line, batchNo: 'B2' }))))).toBeLessThan(short)
  })

  it('changes nothing when it reads the same again, and keeps the portal’s own columns when SAP changes its part', async () => {
    const first = billing()
    await sapWith([first]).reader.read(manual)
    await db('invoice').update({ dispatchStatus: 'ON_LR', ewayBillNo: '123456789012' })
    later(1)
    expect(await sapWith([first]).reader.read(manual)).toMatchObject({ rowsRead: 1, rowsCreated: 0, rowsUpdated: 0 })
    later(1)
    const changed = billing({
      changedAt: at,
      irn: 'a'.repeat(64),
      lines: [billingLine(10, { batchNo: 'B2' }), billingLine(20)],
    })
    expect(await sapWith([changed]).reader.read(manual)).toMatchObject({ rowsCreated: 0, rowsUpdated: 1 })
    expect(await db('invoice')).toMatchObject([
      { dispatchStatus: 'ON_LR', ewayBillNo: '123456789012', irn: 'a'.repeat(64) },
    ])
    expect(await db('invoice_line').where({ lineNo: 10 })).toMatchObject([{ batchNo: 'B2' }])
  })

  it('reads from five minutes before the last change it saw', async () => {
    const { reader, asked } = sapWith([billing({ changedAt: '2026-11-20T06:00:00.000Z' })])
    await reader.read(manual)
    await reader.read(manual)
    expect(asked).toEqual(['2026-10-21T06:25:00.000Z', '2026-11-20T05:55:00.000Z'])
  })

  it('releases the quantity when SAP cancels the invoice', async () => {
    await sapWith([billing()]).reader.read(manual)
    later(1)
    await sapWith([billing({ isCancelled: true, changedAt: at })]).reader.read(manual)
    expect(await lines()).toMatchObject([{ invoicedQty: 0 }, { invoicedQty: 0 }])
  })

  it('does not count a credit note as invoiced', async () => {
    await sapWith([billing({ invoiceType: 'CREDIT_NOTE' })]).reader.read(manual)
    expect(await lines()).toMatchObject([{ invoicedQty: 0 }, { invoicedQty: 0 }])
  })

  it('finds the credit note of the dispute that was accepted, and of the complaint that waits for one', async () => {
    await sapWith([billing()]).reader.read(manual)
    const bill = await db('invoice').first('id', 'soldToId', 'sbuId', 'plantId')
    const { productId } = await db('invoice_line').where({ invoiceId: bill.id, lineNo: 10 }).first('productId')
    const about = { customerId: bill.soldToId, invoiceId: bill.id, sbuId: bill.sbuId, plantId: bill.plantId }
    const decided = { decidedAt: start, acceptedAmount: 236_000, disputedAmount: 236_000, settlementNoteNo: null }
    const { id: disputeId } = await example('ar-dispute', { ...about, ...decided, status: 'ACCEPTED' })
    const { id: complaintId } = await example('complaint', {
      ...{ ...about, productId, batchNo: null, status: 'RESOLVED', resolution: 'CREDIT_NOTE' },
      ...{ resolvedAt: start, settlementNoteNo: null },
    })
    later(1)
    const note = { sapBillingDoc: '9000000003', invoiceNo: 'LS26CRN00003', invoiceType: 'CREDIT_NOTE' } as const
    const read = await sapWith([billing({ ...note, grossValue: 236_000, changedAt: at })]).reader.read(manual)
    expect(read).toMatchObject({ rowsCreated: 1, rowsFailed: 0 })
    const settled = (table: string, id: number) => db(table).where({ id }).first('status', 'settlementNoteNo')
    expect(await settled('ar_dispute', disputeId)).toEqual({
      status: 'CREDIT_NOTE_ISSUED',
      settlementNoteNo: 'LS26CRN00003',
    })
    expect(await settled('complaint', complaintId)).toEqual({ status: 'RESOLVED', settlementNoteNo: 'LS26CRN00003' })
    // Both were closed since; SAP cancels the credit note, and tells so twice.
    for (const table of ['ar_dispute', 'complaint']) await db(table).update({ status: 'CLOSED', closedAt: at })
    for (const _ of ['once', 'twice']) {
      later(1)
      const cancelled = billing({ ...note, grossValue: 236_000, isCancelled: true, changedAt: at })
      expect(await sapWith([cancelled]).reader.read(manual)).toMatchObject({ rowsFailed: 0 })
    }
    expect(await settled('ar_dispute', disputeId)).toEqual({ status: 'ACCEPTED', settlementNoteNo: null })
    expect(await settled('complaint', complaintId)).toEqual({ status: 'REOPENED', settlementNoteNo: null })
    for (const [table, key] of [
      ['dispute_note', { disputeId }],
      ['complaint_note', { complaintId }],
    ] as const)
      expect(await db(table).where({ ...key, step: 'loseCredit' })).toHaveLength(1)
  })

  it.each([
    ['customer 999', { soldTo: '999' }],
    ['plant 9999', { plant: '9999' }],
    ['ship-to 888', { shipTo: '888' }],
    ['product XX', { lines: [billingLine(10, { product: 'XX' })] }],
  ])('records an unknown %s as an error of that row and saves the others', async (what, more) => {
    const bad = billing({ sapBillingDoc: '9000000009', invoiceNo: 'BAD', ...more })
    const run = await sapWith([bad, billing()]).reader.read(manual)
    expect(run).toMatchObject({ status: 'PARTIAL', rowsRead: 2, rowsCreated: 1, rowsFailed: 1 })
    expect(await db('invoice').pluck('invoiceNo')).toEqual(['LS26INV000001'])
    const [error] = await db('import_job_error')
    expect(error).toMatchObject({ sapSyncRunId: run.id, source: 'SAP', errorCode: 'UNKNOWN_REF', value: '9000000009' })
    expect(error.message).toBe(`Invoice BAD: the portal has no ${what}`)
  })

  it('keeps a document whose customer is unknown until that is read, while the others go on', async () => {
    const early = billing({ soldTo: '100999', changedAt: '2026-11-20T06:00:00.000Z' })
    const late = billing({ sapBillingDoc: '9000000002', invoiceNo: 'LS26INV000002' })
    expect(await sapWith([early, late]).reader.read(manual)).toMatchObject({ rowsCreated: 1, watermark: at })
    await db('customer').where({ id: company.customerId }).update({ code: '100999' })
    const [waiting, ...others] = await db('sap_pending_row').where({ object: 'INVOICE' })
    expect(others).toEqual([])
    expect(waiting).toMatchObject({ sapKey: '9000000001', waitsFor: 'CUSTOMER' })
    await db.transaction(trx => invoicePull.save(trx, JSON.parse(waiting.item), { isFull: true, note: () => {} }))
    expect(await db('invoice').pluck('invoiceNo')).toContain('LS26INV000001')
  })

  it('updates an invoice whose number SAP gives only later, and refuses a number that another document has', async () => {
    await sapWith([billing({ invoiceNo: '9000000001' })]).reader.read(manual)
    later(1)
    await sapWith([billing({ changedAt: at })]).reader.read(manual)
    expect(await db('invoice').pluck('invoiceNo')).toEqual(['LS26INV000001'])
    later(1)
    const twin = billing({ sapBillingDoc: '9000000002', changedAt: at })
    expect(await sapWith([twin]).reader.read(manual)).toMatchObject({
      status: 'PARTIAL',
      rowsFailed: 1,
      rowsCreated: 0,
    })
  })

  it('skips a document that cannot be read', async () => {
    const run = await sapWith([
      billing({ sapBillingDoc: '9000000003', invoiceNo: 'UNREADABLE' }),
      billing(),
    ]).reader.read(manual)
    expect(run).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
  })

  it('fails with SAP’s sentence when SAP breaks off, keeps what it has read, and continues from there', async () => {
    const down = new SapError('TECH', 'SAP could not be reached (ECONNREFUSED).')
    expect(await sapWith([billing()], down).reader.read(manual)).toMatchObject({
      status: 'FAILED',
      rowsCreated: 1,
      watermark: null,
      errorClass: 'TECH',
      errorText: 'SAP could not be reached (ECONNREFUSED).',
    })
    expect(await sapWith([billing()]).reader.read(manual)).toMatchObject({ status: 'OK', rowsCreated: 0 })
  })

  it('is refused while another one runs in any process, and takes over when that one died', {
    tags: ['locks'],
  }, async () => {
    const { reader } = sapWith([billing()])
    await leaseJob(db, 'sap.read.INVOICE')
    await expect(reader.read(manual)).rejects.toMatchObject({ code: 409, errors: [{ code: 'SYNC_RUNNING' }] })
    await reader.readBySchedule()
    expect(await db('sap_sync_run')).toHaveLength(0)
    later(11)
    expect(await reader.read(manual)).toMatchObject({ status: 'OK' })
  })

  it('writes one row for scheduled readings without changes, and a new one for each reading with changes', async () => {
    const documents: BillingDocument[] = []
    const { reader } = sapWith(documents)
    for (let tick = 0; tick < 3; tick++) await reader.readBySchedule()
    expect(await db('sap_sync_run')).toHaveLength(1)
    documents.push(billing({ changedAt: at }))
    for (let tick = 0; tick < 3; tick++) await reader.readBySchedule()
    expect(await db('sap_sync_run').orderBy('id').pluck('rowsCreated')).toEqual([0, 1, 0])
  })
})

describe('an invoice in another unit than was ordered', () => {
  /** The first product is sold in bags of 25 kg. */
  const soldInBags = async () => {
    await db('products').where({ code: 'LS-1001' }).update({ uom: 'BAG', baseUom: 'KG', uomNumerator: 25 })
    await db('order_line').where({ orderId: bought.id, lineNo: 10 }).update({ uom: 'BAG' })
  }

  it('counts in the unit of the order: 250 of 500 kg are ten of twenty bags', async () => {
    await soldInBags()
    const halves = [billingLine(10, { qty: 250_000, uom: 'KG' }), billingLine(20)]
    expect(await sapWith([billing({ lines: halves })]).reader.read(manual)).toMatchObject({ status: 'OK' })
    expect((await lines()).map(({ invoicedQty }: { invoicedQty: number }) => invoicedQty)).toEqual([10_000, 5_000])
  })

  it('is refused with a sentence where the unit cannot be converted, and nothing of it is kept', async () => {
    await soldInBags()
    const litres = [billingLine(10, { qty: 250_000, uom: 'L' }), billingLine(20)]
    await sapWith([billing({ lines: litres })]).reader.read(manual)
    expect(await db('invoice')).toHaveLength(0)
    expect(await db('import_job_error').pluck('message')).toEqual([
      'Invoice LS26INV000001: line 10 is billed in L, which cannot be converted to BAG, in which LS-1001 was ordered',
    ])
  })
})
