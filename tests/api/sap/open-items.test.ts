import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../api/derive/rows-of.ts'
import { linkItemsTo, withoutOpenItem } from '../../../api/masters/items-of-invoices.ts'
import { loadCreditFacts } from '../../../api/orders/approvals/credit-facts.ts'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import type { SapAdapter } from '../../../api/sap/adapter.ts'
import { billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { sapReader, sapRowReader } from '../../../api/sap/reading/reader.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createCompany, createInvoice } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { billingItem, billingRow } from '../../support/sap/billing-rows.ts'
import { stubSap } from '../../support/sap/rows.ts'

type Wire = Record<string, unknown>

const cube = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'
let at = '2026-11-20T06:30:00.000Z'
let database: TestDatabase
let db: Knex
let company: Company
let inSap: Record<string, Wire[]>

beforeEach(async () => {
  at = '2026-11-20T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  inSap = { [cube]: [] }
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`
const toDay = (text: string) => {
  at = `${text}T06:30:00.000Z`
}

/** An invoice of 1,180 rupees, due on the 20th of December. */
const item = (document: number, more: Wire = {}): Wire => ({
  CompanyCode: '1000',
  FiscalYear: '2026',
  AccountingDocument: `${document}`.padStart(10, '0'),
  AccountingDocumentItem: '001',
  AccountingDocumentCategory: '',
  AccountingDocumentType: 'RV',
  FinancialAccountType: 'D',
  SpecialGLCode: '',
  DebitCreditCode: 'S',
  AmountInCompanyCodeCurrency: '1180.00',
  CompanyCodeCurrency: 'INR',
  Customer: '0000100123',
  BillingDocument: '',
  ClearingAccountingDocument: '',
  ClearingDocFiscalYear: '',
  ClearingDate: null,
  ClearingCreationDate: null,
  DocumentDate: day('2026-11-20'),
  NetDueDate: day('2026-12-20'),
  DocumentReferenceID: `IN26${document}`,
  InvoiceReference: '',
  InvoiceReferenceFiscalYear: '0000',
  InvoiceItemReference: '000',
  ...more,
})

const payment = (document: number, amount: string, more: Wire = {}): Wire =>
  item(document, {
    AccountingDocumentType: 'DZ',
    DebitCreditCode: 'H',
    AmountInCompanyCodeCurrency: amount,
    NetDueDate: null,
    DocumentReferenceID: '',
    ...more,
  })

const paying = (document: number) => ({
  InvoiceReference: `${document}`.padStart(10, '0'),
  InvoiceReferenceFiscalYear: '2026',
  InvoiceItemReference: '001',
})

const clearedBy = (document: number, on: string): Wire => ({
  ClearingAccountingDocument: `${document}`.padStart(10, '0'),
  ClearingDocFiscalYear: '2026',
  ClearingDate: day(on),
  ClearingCreationDate: day(on),
})

const manual = { trigger: 'MANUAL', mode: 'DELTA', requestedById: null } as const
const log = createLog({ logLevel: 'silent' })
const readOpen = (mode: 'DELTA' | 'FULL' = 'DELTA', sap = stubSap(inSap)) =>
  sapRowReader({ db, sap, log }, outstandingPull).read({ trigger: 'MANUAL', mode, requestedById: null })
const readCleared = (sap = stubSap(inSap)) =>
  sapRowReader({ db, sap, log }, clearingPull).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })
const listed = () => db('upload_outstanding').where('isActive', 1).orderBy('id')
const errors = () => db('import_job_error').orderBy('id').pluck('message')
const put = (...rows: Wire[]) => {
  inSap[cube] = rows
}

describe('open items read from SAP', () => {
  it('say what is owed, since when and until when, keyed by company code, year, document and item', async () => {
    put(item(1400000001, { BillingDocument: '0090000001' }))
    expect(await readOpen()).toMatchObject({ object: 'OUTSTANDING', status: 'OK', rowsRead: 1, rowsCreated: 1 })
    expect(await listed()).toMatchObject([
      {
        sapItem: '1000/2026/1400000001/1',
        customerId: company.customerId,
        documentNo: 'IN261400000001',
        documentType: 'INVOICE',
        documentDate: '2026-11-20',
        dueDate: '2026-12-20',
        originalAmount: 118_000,
        balanceAmount: 118_000,
        sapAccountingDoc: '1400000001',
        sapBillingDoc: '90000001',
        fiscalYear: '2026',
        source: 'SAP',
        asOnDate: '2026-11-20',
        closedOn: null,
      },
    ])
  })

  it('change nothing when the same is read again, in whichever way', async () => {
    put(item(1), item(2), payment(3, '500.00'))
    await readOpen()
    toDay('2026-11-21')
    const history = await db('audit_entry').where({ entity: 'upload-outstanding' })
    for (const mode of ['DELTA', 'FULL'] as const)
      expect(await readOpen(mode)).toMatchObject({ status: 'OK', rowsRead: 3, rowsCreated: 0, rowsUpdated: 0 })
    expect(await db('audit_entry').where({ entity: 'upload-outstanding' })).toHaveLength(history.length)
    // They are as of today nevertheless.
    expect((await listed()).map(({ asOnDate }) => asOnDate)).toEqual(['2026-11-21', '2026-11-21', '2026-11-21'])
  })

  it('ask for customers’ accounts, not for a type of item', async () => {
    const sap = stubSap(inSap)
    await readOpen('DELTA', sap)
    expect(sap.asked.map(({ filter }) => filter)).toEqual([
      "FinancialAccountType eq 'D' and ClearingAccountingDocument eq '' and InvoiceReference ne '' and CompanyCode eq '1000'",
      "FinancialAccountType eq 'D' and ClearingAccountingDocument eq '' and InvoiceReference eq '' and CompanyCode eq '1000'",
    ])
  })

  it('leave out suppliers, what is parked or recurring, and what came to nothing', async () => {
    put(
      item(1, { FinancialAccountType: 'K' }),
      item(2, { AccountingDocumentCategory: 'V' }),
      item(3, { AccountingDocumentCategory: 'D' }),
      item(4, { AmountInCompanyCodeCurrency: '0.00' }),
      item(5),
    )
    expect(await readOpen()).toMatchObject({ rowsCreated: 1, rowsFailed: 0 })
    expect((await listed()).map(({ sapAccountingDoc }) => sapAccountingDoc)).toEqual(['5'])
  })

  it('count special G/L items only by the codes of the setting', async () => {
    put(payment(1, '100.00', { SpecialGLCode: 'A' }), item(2, { SpecialGLCode: 'W' }))
    await readOpen()
    expect(await listed()).toMatchObject([{ sapAccountingDoc: '1', documentType: 'ON_ACCOUNT' }])
  })

  it('take the sign from the side of the account, whatever sign the amount has', async () => {
    put(payment(1, '-500.00'), payment(2, '500.00'), item(3, { AmountInCompanyCodeCurrency: '-20.00' }))
    await readOpen()
    expect((await listed()).map(({ balanceAmount }) => balanceAmount)).toEqual([-50_000, -50_000, 2_000])
  })

  it.each([
    ['INVOICE', 'S', 'RV', {}],
    ['INVOICE', 'S', 'DR', {}],
    ['DEBIT_NOTE', 'S', 'SA', {}],
    ['INVOICE', 'S', 'SA', { BillingDocument: '0090000007' }],
    ['CREDIT_NOTE', 'H', 'DG', {}],
    ['CREDIT_NOTE', 'H', 'RV', { BillingDocument: '0090000007' }],
    ['ON_ACCOUNT', 'H', 'DZ', {}],
  ])('are %s on side %s of a document %s', async (documentType, DebitCreditCode, AccountingDocumentType, more) => {
    put(item(1, { DebitCreditCode, AccountingDocumentType, ...more }))
    await readOpen()
    expect(await listed()).toMatchObject([{ documentType }])
  })

  it('keep instalments of one invoice apart, and items without a reference', async () => {
    const instalment = (no: string, due: string) =>
      item(1, { AccountingDocumentItem: no, NetDueDate: day(due), AmountInCompanyCodeCurrency: '590.00' })
    put(
      instalment('001', '2026-12-20'),
      instalment('002', '2027-01-20'),
      item(2, { DocumentReferenceID: '' }),
      item(3, { DocumentReferenceID: '' }),
    )
    expect(await readOpen()).toMatchObject({ rowsCreated: 4, rowsFailed: 0 })
    expect((await listed()).map(({ documentNo, dueDate }) => [documentNo, dueDate])).toEqual([
      ['IN261', '2026-12-20'],
      ['IN261', '2027-01-20'],
      ['2', '2026-12-20'],
      ['3', '2026-12-20'],
    ])
  })

  it('are lowered by the partial payments that name them, which are not listed again', async () => {
    put(item(1), payment(2, '400.00', paying(1)), payment(3, '80.00', { ...paying(1), InvoiceItemReference: '000' }))
    await readOpen()
    expect(await listed()).toMatchObject([{ originalAmount: 118_000, balanceAmount: 70_000 }])
    expect(await listed()).toHaveLength(1)
    put(item(1))
    await readOpen()
    expect(await listed()).toMatchObject([{ balanceAmount: 118_000 }])
  })

  it('list a residual item by itself once the item that it is left of was cleared', async () => {
    const rest = item(2, { AccountingDocumentType: 'DZ', AmountInCompanyCodeCurrency: '30.00', ...paying(1) })
    put(rest)
    await readOpen()
    expect(await listed()).toMatchObject([{ documentType: 'INVOICE', balanceAmount: 3_000, sapAccountingDoc: '2' }])
  })

  it('list a payment by itself that is more than the invoice it names', async () => {
    put(item(1), payment(2, '2000.00', paying(1)))
    await readOpen()
    expect((await listed()).map(({ balanceAmount }) => balanceAmount)).toEqual([118_000, -200_000])
  })

  it('take a due date before the date of the document as in SAP', async () => {
    put(item(1, { NetDueDate: day('2026-11-01') }))
    expect(await readOpen()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await listed()).toMatchObject([{ documentDate: '2026-11-20', dueDate: '2026-11-01' }])
  })

  it.each([
    [
      'a side that is neither',
      { DebitCreditCode: '' },
      'Open item 1000/2026/1/1 cannot be read: DebitCreditCode must be S or H',
    ],
    ['another currency', { CompanyCodeCurrency: 'USD' }, '1 document in USD left out. Finance decides.'],
    [
      'a customer the portal does not know',
      { Customer: '0000999999' },
      'Open item 1000/2026/1/1 (IN261): the portal has no customer 999999',
    ],
  ])('report %s and take the others', async (_, more, sentence) => {
    put(item(1, more), item(2))
    expect(await readOpen()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([sentence])
  })

  it('wait for their customer', async () => {
    put(item(1, { Customer: '0000999999' }))
    await readOpen()
    expect(await db('sap_pending_row')).toMatchObject([{ object: 'OUTSTANDING', waitsFor: 'CUSTOMER' }])
  })
})

describe('open items that SAP no longer lists', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1))

  it('are closed as of the day of the reading', async () => {
    put(...many(3))
    await readOpen()
    toDay('2026-11-22')
    put(...many(2))
    expect(await readOpen()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await db('upload_outstanding').where('isActive', 0)).toMatchObject([
      { sapAccountingDoc: '3', closedOn: '2026-11-22' },
    ])
  })

  it('are kept where SAP lists none at all, or far too few', async () => {
    put(...many(12))
    await readOpen()
    put()
    expect(await readOpen()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    put(...many(6))
    expect(await readOpen()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await listed()).toHaveLength(12)
  })

  it('are kept where SAP loses some on the way', async () => {
    put(...many(3))
    await readOpen()
    const sap = stubSap(inSap)
    sap.lost = 1
    expect(await readOpen('DELTA', sap)).toMatchObject({ status: 'PARTIAL' })
    expect(await listed()).toHaveLength(3)
  })

  it('do not trip the guard where their clearings were read', async () => {
    put(...many(12))
    await readOpen()
    put(...many(12).map(row => ({ ...row, ...clearedBy(99, '2026-11-20') })))
    await readCleared()
    put(item(20))
    expect(await readOpen()).toMatchObject({ status: 'OK' })
    expect((await listed()).map(({ sapAccountingDoc }) => sapAccountingDoc)).toEqual(['20'])
  })
})

describe('clearings read from SAP', () => {
  it('close the item with their number and day, and are listed', async () => {
    put(item(1), item(2))
    await readOpen()
    toDay('2026-11-25')
    put({ ...item(1), ...clearedBy(7000, '2026-11-24') }, item(2))
    expect(await readCleared()).toMatchObject({ object: 'PAYMENT_CLEARING', status: 'OK', rowsCreated: 1 })
    const [closed] = await db('upload_outstanding').where('isActive', 0)
    expect(closed).toMatchObject({ closedOn: '2026-11-24', clearingDoc: '7000', balanceAmount: 118_000 })
    expect(await db('payment_clearing')).toMatchObject([
      {
        sapItem: '1000/2026/1/1',
        customerId: company.customerId,
        documentNo: 'IN261',
        sapDocumentType: 'RV',
        amount: 118_000,
        clearingDoc: '7000',
        clearingYear: '2026',
        clearedOn: '2026-11-24',
        resetOn: null,
        itemId: closed.id,
      },
    ])
    expect(await readCleared()).toMatchObject({ rowsCreated: 0, rowsUpdated: 0 })
    expect(await readOpen()).toMatchObject({ status: 'OK', rowsUpdated: 0 })
  })

  it('list the payment too, though it was never open here', async () => {
    put(payment(2, '1180.00', { ...clearedBy(2, '2026-11-20'), DocumentReferenceID: 'TX26000017' }))
    await readCleared()
    expect(await db('payment_clearing')).toMatchObject([{ documentNo: 'TX26000017', amount: -118_000, itemId: null }])
  })

  it('are asked for since two days before the last one', async () => {
    put({ ...item(1), ...clearedBy(7000, '2026-11-20') })
    const sap = stubSap(inSap)
    await readCleared(sap)
    toDay('2026-11-25')
    await readCleared(sap)
    expect(sap.asked.map(({ filter }) => /datetime'[^']+'/.exec(filter!)![0])).toEqual([
      "datetime'2026-08-22T00:00:00'",
      "datetime'2026-11-18T00:00:00'",
    ])
  })

  it('that SAP resets open the item again, and count anew when it is cleared again', async () => {
    put(item(1))
    await readOpen()
    put({ ...item(1), ...clearedBy(7000, '2026-11-20') })
    await readCleared()
    expect(await listed()).toEqual([])
    toDay('2026-11-21')
    put(item(1))
    expect(await readOpen()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await listed()).toMatchObject([{ sapAccountingDoc: '1', closedOn: null, clearingDoc: null }])
    expect(await db('payment_clearing')).toMatchObject([{ resetOn: '2026-11-21' }])
    put({ ...item(1), ...clearedBy(7001, '2026-11-21') })
    await readCleared()
    expect(await listed()).toEqual([])
    expect(await db('payment_clearing')).toMatchObject([{ clearingDoc: '7001', resetOn: null }])
  })

  it('name a customer that the portal does not know in the errors of the reading', async () => {
    put({ ...item(1, { Customer: '0000999999' }), ...clearedBy(7000, '2026-11-20') })
    expect(await readCleared()).toMatchObject({ status: 'PARTIAL', rowsFailed: 1 })
    expect(await errors()).toEqual(['Cleared item 1000/2026/1/1 (IN261): the portal has no customer 999999'])
  })
})

describe('an invoice and its open item', () => {
  const billed = () => createInvoice(db, company, null, { sapBillingDoc: '90000001', invoiceNo: 'IN261' })
  const owed = async () => (await loadCreditFacts(db, [company.customerId], 0))(company.customerId)

  it('are one debt, whichever came first, and the due date is that of accounting', async () => {
    const { id } = await billed()
    expect(await owed()).toMatchObject({ outstanding: 0, newInvoices: 295_000 })
    put(item(1, { BillingDocument: '0090000001', NetDueDate: day('2027-01-31'), DocumentReferenceID: 'OTHER' }))
    await readOpen()
    expect(await listed()).toMatchObject([{ invoiceId: id, sbuId: company.sbuId }])
    expect(await owed()).toMatchObject({ outstanding: 118_000, newInvoices: 0 })
    expect(await db('invoice').where({ id })).toMatchObject([{ dueDate: '2027-01-31' }])
  })

  it('count no longer where the clearing was read before the invoice', async () => {
    put({ ...item(1, { BillingDocument: '0090000001' }), ...clearedBy(7000, '2026-11-20') })
    await readCleared()
    const { id } = await billed()
    expect(await owed()).toMatchObject({ newInvoices: 295_000 })
    await db.transaction(async trx => linkItemsTo(trx, (await rowsOf(trx, invoice, rows => rows.where({ id })))[0]!))
    expect(await owed()).toMatchObject({ newInvoices: 0 })
  })

  it('count no longer once the item was seen cleared, though it was never seen open', async () => {
    const { id } = await billed()
    put({ ...item(1, { BillingDocument: '0090000001' }), ...clearedBy(7000, '2026-11-20') })
    await readCleared()
    expect(await db('payment_clearing')).toMatchObject([{ invoiceId: id }])
    expect(await owed()).toMatchObject({ outstanding: 0, newInvoices: 0 })
    expect(await withoutOpenItem(db('invoice'), db).pluck('id')).toEqual([])
  })
})

describe('open items of files', () => {
  const uploaded = (documentNo: string, more: Wire = {}) =>
    exampleRow(db, resourceNamed('upload-outstanding'), {
      ...{ customerId: company.customerId, documentNo, documentType: 'INVOICE', source: 'UPLOAD', sapItem: null },
      ...{ documentDate: '2026-11-01', dueDate: '2026-12-01', asOnDate: '2026-11-18', closedOn: null },
      ...{ originalAmount: 118_000, balanceAmount: 118_000, invoiceId: null, ...more },
    })

  it('become those of SAP where SAP lists the same, and the others are closed', async () => {
    const same = await uploaded('in261', { isDisputed: true })
    const other = await uploaded('IN999')
    put(item(1))
    expect(await readOpen()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 2 })
    expect(await db('upload_outstanding').orderBy('id')).toMatchObject([
      { id: same.id, source: 'SAP', sapItem: '1000/2026/1/1', isActive: 1, isDisputed: 1 },
      { id: other.id, source: 'UPLOAD', isActive: 0, closedOn: '2026-11-20' },
    ])
    expect(await readOpen()).toMatchObject({ rowsUpdated: 0 })
  })

  it('stay, and the guard says so, where SAP suddenly has no open item at all', async () => {
    await uploaded('IN998')
    await uploaded('IN999')
    expect(await readOpen()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await listed()).toHaveLength(2)
  })

  it('stay where SAP’s list came incomplete', async () => {
    await uploaded('IN999')
    put(item(1), item(2))
    const sap = stubSap(inSap)
    sap.lost = 1
    await readOpen('DELTA', sap)
    expect((await listed()).map(({ documentNo }) => documentNo)).toContain('IN999')
  })
})

it('an invoice read after its open item bears the due date of the item, and keeps it', async () => {
  put(item(1, { BillingDocument: '0090000001', NetDueDate: day('2027-01-31') }))
  await readOpen()
  const sap = {
    async *billingDocumentsSince() {
      yield billingDocuments.read(billingRow([billingItem(10)], { DocumentReferenceID: 'IN261' }), standardFields, at)
    },
  } as Partial<SapAdapter> as SapAdapter
  const reader = sapReader({ db, sap, log }, invoicePull)
  await reader.read(manual)
  expect(await db('invoice')).toMatchObject([{ dueDate: '2027-01-31' }])
  expect(await reader.read(manual)).toMatchObject({ rowsUpdated: 0 })
})
