/** @module-tag sql */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { root } from '../../../api/platform/config.ts'
import { createLog } from '../../../api/platform/log.ts'
import { clearingPull } from '../../../api/sap/documents/save-clearings.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { stubSap } from '../../support/sap/rows.ts'

type Wire = Record<string, unknown>
const cube = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'
const log = createLog({ logLevel: 'silent' })

let database: TestDatabase
let db: Knex
let company: Company
let inSap: Record<string, Wire[]>

beforeEach(async () => {
  setClock(() => '2026-11-20T06:30:00.000Z')
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  inSap = { [cube]: [] }
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

/** What a customer owes of one document, the number of whose item SAP writes with zeros or without. */
const item = (no: string, more: Wire = {}): Wire => ({
  CompanyCode: '1000',
  FiscalYear: '2026',
  AccountingDocument: '1400000001',
  AccountingDocumentItem: no,
  AccountingDocumentType: 'RV',
  FinancialAccountType: 'D',
  DebitCreditCode: 'S',
  AmountInCompanyCodeCurrency: '580000.00',
  CompanyCodeCurrency: 'INR',
  Customer: '0000100123',
  ClearingAccountingDocument: '',
  DocumentDate: `/Date(${Date.UTC(2026, 10, 1)})/`,
  DocumentReferenceID: 'IN2627000001',
  InvoiceReference: '',
  ...more,
})
const readWith = (pull: typeof outstandingPull | typeof clearingPull) =>
  sapRowReader({ db, sap: stubSap(inSap), log }, pull as typeof outstandingPull).read({
    trigger: 'MANUAL',
    mode: 'FULL',
    requestedById: null,
  })
const owed = async () => {
  const row = await db('upload_outstanding').where('isActive', 1).sum({ sum: 'balanceAmount' }).first()
  return Number(row?.sum)
}

describe('an open item whose number SAP writes as 001 and as 1', () => {
  it('is one, and counts once', async () => {
    for (const no of ['001', '1', '001']) {
      inSap[cube] = [item(no)]
      await readWith(outstandingPull)
      expect(await owed()).toBe(58_000_000)
    }
    expect(await db('upload_outstanding').pluck('sapItem')).toEqual(['1000/2026/1400000001/1'])
  })

  it('is closed by its clearing, whichever way that names it', async () => {
    inSap[cube] = [item('001')]
    await readWith(outstandingPull)
    const day = `/Date(${Date.UTC(2026, 10, 19)})/`
    const cleared = { ClearingAccountingDocument: '0100000001', ClearingDate: day, ClearingCreationDate: day }
    inSap[cube] = [item('1', cleared)]
    await readWith(clearingPull)
    expect(await db('upload_outstanding').where('isActive', 1)).toEqual([])
  })

  it('is lowered by the part payment that names it the other way', async () => {
    const names = { InvoiceReference: '1400000001', InvoiceReferenceFiscalYear: '2026' }
    const part = item('001', {
      AccountingDocument: '1400000002',
      DebitCreditCode: 'H',
      AmountInCompanyCodeCurrency: '80000.00',
    })
    inSap[cube] = [item('001'), { ...part, ...names, InvoiceItemReference: '1' }]
    await readWith(outstandingPull)
    expect(await owed()).toBe(50_000_000)
  })
})

describe('documents that are not in rupees', () => {
  it('are left out of what is owed, with one line a currency', async () => {
    inSap[cube] = [
      item('1'),
      item('1', { AccountingDocument: '1400000002', CompanyCodeCurrency: 'USD' }),
      item('1', { AccountingDocument: '1400000003', CompanyCodeCurrency: 'USD' }),
      item('1', { AccountingDocument: '1400000004', CompanyCodeCurrency: 'EUR' }),
      item('1', { AccountingDocument: '1400000005', CompanyCodeCurrency: '' }),
    ]
    expect(await readWith(outstandingPull)).toMatchObject({ status: 'PARTIAL', rowsSkipped: 3, rowsFailed: 3 })
    expect(await owed()).toBe(58_000_000)
    expect((await db('import_job_error').pluck('message')).sort()).toEqual([
      '1 document in EUR left out. Finance decides.',
      '2 documents in USD left out. Finance decides.',
      'Document 1400000005 has no currency: CompanyCodeCurrency is empty in SAP. Finance decides.',
    ])
  })

  it('stop at a third decimal, and not the page', async () => {
    inSap[cube] = [item('1'), item('1', { AccountingDocument: '2', AmountInCompanyCodeCurrency: '1.005' })]
    expect(await readWith(outstandingPull)).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
  })
})

describe('the migration of open items', () => {
  const migrate = async () => {
    const file = join(root, 'migrations', '0043_one_open_item.ts')
    const { up } = (await import(pathToFileURL(file).href)) as { up(db: Knex): Promise<void> }
    await up(db)
  }
  const stored = (no: string, more: Wire = {}) =>
    exampleRow(db, uploadOutstanding, {
      customerId: company.customerId,
      documentNo: 'IN2627000001',
      balanceAmount: 58_000_000,
      originalAmount: 58_000_000,
      sapItem: `1000/2026/1400000001/${no}`,
      source: 'SAP',
      ...more,
    })
  const known = (object: string, sapKey: string) => db('sap_row').insert({ object, sapKey, digest: 'x', isEnded: 0 })

  it('makes one of two, so that nothing is owed twice, and runs twice', async () => {
    const first = await stored('001')
    const second = await stored('1')
    await known('OUTSTANDING', '1000/2026/1400000001/001')
    await known('OUTSTANDING', '1000/2026/1400000001/1')
    expect(await owed()).toBe(116_000_000)
    for (const _ of [1, 2]) {
      await migrate()
      expect(await owed()).toBe(58_000_000)
      expect(await db('upload_outstanding').orderBy('id').select('id', 'sapItem', 'isActive')).toEqual([
        { id: first.id, sapItem: '1000/2026/1400000001/1', isActive: 1 },
        { id: second.id, sapItem: null, isActive: 0 },
      ])
      expect(await db('sap_row').pluck('sapKey')).toEqual(['1000/2026/1400000001/1'])
    }
    inSap[cube] = [item('001')]
    expect(await readWith(outstandingPull)).toMatchObject({ status: 'OK', rowsCreated: 0 })
    expect(await owed()).toBe(58_000_000)
  })

  it('keeps what counts, and what names the other names it', async () => {
    const old = await stored('001')
    await db('upload_outstanding')
      .where({ id: old.id })
      .update({ isActive: 0, naturalKey: `ended~${old.id}` })
    const open = await stored('1', { isDisputed: true })
    const columns = { rowVersion: 1, createdAt: '', updatedAt: '' }
    const clearing = { customerId: company.customerId, documentNo: 'X', amount: 1, clearedOn: '2026-11-01', ...columns }
    await db('payment_clearing').insert([
      { ...clearing, sapItem: '1000/2026/1400000001/001', clearingDoc: '7', itemId: old.id },
      { ...clearing, sapItem: '1000/2026/1400000001/1', clearingDoc: '8', itemId: open.id },
      { ...clearing, sapItem: '1000/2026/1400000009/010', clearingDoc: '9', itemId: null },
    ])
    await migrate()
    expect(await db('upload_outstanding').where('isActive', 1).select('id', 'sapItem')).toEqual([
      { id: open.id, sapItem: '1000/2026/1400000001/1' },
    ])
    expect(await db('payment_clearing').orderBy('id').select('sapItem', 'itemId')).toEqual([
      { sapItem: '1000/2026/1400000001/1', itemId: open.id },
      { sapItem: '1000/2026/1400000009/10', itemId: null },
    ])
  })

  it('leaves keys of other items, and files, as they are', async () => {
    await stored('10')
    await stored('2', { documentNo: 'OTHER', sapItem: null })
    await migrate()
    expect(await db('upload_outstanding').orderBy('id').pluck('sapItem')).toEqual(['1000/2026/1400000001/10', null])
    expect(await db('upload_outstanding').where('isActive', 1)).toHaveLength(2)
  })
})
