/** @module-tag sql */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { outstandingPull } from '../../../api/sap/documents/save-open-items.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { type ApiClient, demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { stubSap } from '../../support/sap/rows.ts'

type Wire = Record<string, unknown>
const cube = 'API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube'
const log = createLog({ logLevel: 'silent' })

const portal = portalOfFile(demoPortal)
const buyer = portal.person('customer')
const finance = portal.person('finance')
const auditor = portal.person('auditor')

let customer: { id: number; code: string }
let other: { id: number; code: string }
const inSap: Record<string, Wire[]> = { [cube]: [] }

beforeAll(async () => {
  setClock(() => '2026-11-20T06:30:00.000Z')
  const { customerId } = await portal.db('user').where({ loginId: 'customer' }).first('customerId')
  customer = await portal.db('customer').where({ id: customerId }).first('id', 'code')
  other = await portal.db('customer').whereNot({ id: customerId }).where({ isActive: 1 }).first('id', 'code')
})
afterAll(() => setClock(null))

/** One item of an accounting document on a customer's account. */
const item = (document: number, more: Wire = {}): Wire => ({
  CompanyCode: '1000',
  FiscalYear: '2026',
  AccountingDocument: `${document}`,
  AccountingDocumentItem: '1',
  AccountingDocumentType: 'RV',
  FinancialAccountType: 'D',
  DebitCreditCode: 'S',
  AmountInCompanyCodeCurrency: '1000.00',
  CompanyCodeCurrency: 'INR',
  Customer: customer.code.padStart(10, '0'),
  ClearingAccountingDocument: '',
  DocumentDate: `/Date(${Date.UTC(2026, 10, 1)})/`,
  DocumentReferenceID: `IN26${document}`,
  InvoiceReference: '',
  ...more,
})

async function read(...items: Wire[]) {
  inSap[cube] = items
  const reader = sapRowReader({ db: portal.db, sap: stubSap(inSap), log }, outstandingPull)
  return reader.read({ trigger: 'MANUAL', mode: 'FULL', requestedById: null })
}

const balanceOf = async (who: ApiClient, query = '') => (await who.get(`/api/customer-360${query}`)).body.outstanding
const dollars = { CompanyCodeCurrency: 'USD' }

describe('a document of a customer that is in dollars', () => {
  it('is told beside the balance that leaves it out, to our people and to the customer', async () => {
    await read(item(1), item(2, dollars), item(3, { Customer: other.code }))
    const asBuyer = await balanceOf(buyer)
    expect(asBuyer).toMatchObject({ total: 1_000_00, leftOut: '1 document in USD' })
    expect(await balanceOf(finance, `?customerId=${customer.id}`)).toEqual(asBuyer)
    expect(await balanceOf(finance, `?customerId=${other.id}`)).toMatchObject({ total: 1_000_00, leftOut: null })
  })

  it('counts once, however many items it has, and each currency is named', async () => {
    const second = { ...dollars, AccountingDocumentItem: '2' }
    await read(item(1), item(2, dollars), item(2, second), item(4, { CompanyCodeCurrency: 'EUR' }))
    const { leftOut } = await balanceOf(buyer)
    expect(leftOut).toMatch(/^2 documents in (USD, EUR|EUR, USD)$/)
  })

  it('stands in the list of open items, on the home page, in the cart and in the list of customers', async () => {
    await read(item(1), item(2, dollars), item(3, { Customer: other.code }))
    const words = '1 document in USD'
    for (const who of [buyer, auditor]) {
      const rows: RowValues[] = (await who.get(`/api/mis/outstanding?customerId=${customer.id}`)).body.data
      expect(rows.map(({ balance, leftOut }) => [balance, leftOut])).toEqual([[1_000_00, words]])
    }
    const others = (await auditor.get(`/api/mis/outstanding?customerId=${other.id}`)).body.data
    expect(others).toMatchObject([{ leftOut: null }])
    expect((await buyer.get('/api/home-trends')).body.outstanding).toMatchObject({ leftOut: words })
    expect((await auditor.get('/api/home-trends')).body.outstanding).toMatchObject({ leftOut: words })
    expect((await buyer.get('/api/payments/cart')).body).toMatchObject({ leftOut: words })
    const listed = (await finance.get('/api/access-control/customer?leftOutOfBalance[$ne]=null')).body.data
    expect(listed.map(({ code }: RowValues) => code)).toEqual([customer.code])
  })

  it('is told no more once SAP has it no more, and ends nothing else', async () => {
    await read(item(1), item(2, dollars))
    const run = await read(item(1))
    expect(run).toMatchObject({ status: 'OK', rowsUpdated: 0 })
    expect(await balanceOf(buyer)).toMatchObject({ total: 1_000_00, leftOut: null })
    expect(await portal.db('sap_row').where({ object: 'OUTSTANDING', state: 'LEFT_OUT' })).toEqual([])
  })

  it('counts like any other once SAP has it in rupees', async () => {
    await read(item(1), item(2, dollars))
    await read(item(1), item(2))
    expect(await balanceOf(buyer)).toMatchObject({ total: 2_000_00, leftOut: null })
  })
})
