import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { rateContractPull } from '../../../api/sap/goods/rate-contract.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { stubSap } from '../../support/sap/rows.ts'

const start = '2026-11-23T06:30:00.000Z'
let at = start
let database: TestDatabase
let db: Knex
let company: Company
let rows: Record<
  | 'API_SALES_CONTRACT_SRV/A_SalesContract'
  | 'API_SALES_ORDER_SRV/A_SalesOrderItem'
  | 'API_SALES_ORDER_SRV/A_SalesOrder',
  SapRow[]
>
let sap: ReturnType<typeof stubSap>

const log = createLog({ logLevel: 'silent', environment: 'test' } as never)

beforeEach(async () => {
  at = start
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  rows = {
    'API_SALES_CONTRACT_SRV/A_SalesContract': [],
    'API_SALES_ORDER_SRV/A_SalesOrderItem': [],
    'API_SALES_ORDER_SRV/A_SalesOrder': [],
  }
  sap = stubSap(rows)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const day = (text: string | null) => text && `/Date(${Date.parse(`${text}T00:00:00Z`)})/`
const instant = (text: string) => `/Date(${Date.parse(text)}+0000)/`
const price = (more: SapRow = {}): SapRow => ({
  ConditionType: 'PR00',
  ConditionRateValue: '95.000000000',
  ConditionCurrency: 'INR',
  ConditionQuantity: '1',
  ConditionQuantityUnit: 'EA',
  ConditionCalculationType: 'C',
  ConditionInactiveReason: '',
  ConditionIsForStatistics: false,
  ...more,
})
const item = (no: number, more: SapRow = {}, ...prices: SapRow[]): SapRow => ({
  SalesContract: '0040000001',
  SalesContractItem: String(no).padStart(6, '0'),
  HigherLevelItem: '000000',
  Material: no === 10 ? 'LS-1001' : 'LS-1002',
  RequestedQuantity: '200.000',
  RequestedQuantityUnit: 'EA',
  SalesDocumentRjcnReason: '',
  SalesContractValidityStartDate: null,
  SalesContractValidityEndDate: null,
  to_PricingElement: { results: prices.length > 0 ? prices : [price()] },
  ...more,
})
const contract = (more: SapRow = {}, items: SapRow[] = [item(10)]): SapRow => ({
  SalesContract: '0040000001',
  SalesOrganization: '1000',
  DistributionChannel: '10',
  OrganizationDivision: '01',
  SoldToParty: '0000100123',
  PurchaseOrderByCustomer: 'AGR/26-27',
  SalesContractDate: day('2026-03-20'),
  CreationDate: day('2026-03-19'),
  LastChangeDateTime: instant('2026-11-20T10:00:00Z'),
  TransactionCurrency: 'INR',
  SalesContractValidityStartDate: day('2026-04-01'),
  SalesContractValidityEndDate: day('2027-03-31'),
  SalesDocApprovalStatus: '',
  OverallSDProcessStatus: 'A',
  OverallSDDocumentRejectionSts: 'A',
  to_Item: { results: items },
  ...more,
})
const callOff = (qty: string, orderNo: string, more: SapRow = {}): SapRow => ({
  SalesOrder: '0000000500',
  SalesOrderItem: '000010',
  ReferenceSDDocument: '0040000001',
  ReferenceSDDocumentItem: '000010',
  RequestedQuantity: qty,
  RequestedQuantityUnit: 'EA',
  SalesDocumentRjcnReason: '',
  to_SalesOrder: { PurchaseOrderByShipToParty: orderNo },
  ...more,
})
const inSap = (...found: SapRow[]) => {
  rows['API_SALES_CONTRACT_SRV/A_SalesContract'] = found
}
const read = (mode: 'DELTA' | 'FULL' = 'FULL') =>
  sapRowReader({ db, sap, log }, rateContractPull).read({ trigger: 'MANUAL', mode, requestedById: null })
const header = () => db('rate_contract_customer').where({ sapContractNo: '40000001' }).first()
const lines = () => db('rate_contract_line').orderBy(['rateContractId', 'lineNo'])
const runErrors = async () =>
  (await db('import_job_error').where({ source: 'SAP' }).orderBy('id')).map(({ value, errorCode, message }) => [
    value,
    errorCode,
    message,
  ])
const kept = () => db('rate_contract_errors').orderBy('id')

describe('a contract read from SAP', () => {
  it('comes with customer, SBU, reference, days, status and lines, and needs no signed paper', async () => {
    inSap(contract())
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 1, rowsCreated: 1 })
    expect(await header()).toMatchObject({
      contractNo: '40000001',
      sapContractNo: '40000001',
      customerId: company.customerId,
      sbuId: company.sbuId,
      customerRef: 'AGR/26-27',
      contractDate: '2026-03-20',
      validFrom: '2026-04-01',
      validTo: '2027-03-31',
      status: 'ACTIVE',
      sapStatus: 'ACTIVE',
      autoRelease: 0,
      approverEmployeeId: null,
      attachmentId: null,
      value: 1_900_000,
      consumedPct: 0,
    })
    expect(await lines()).toMatchObject([
      {
        lineNo: 10,
        customerId: company.customerId,
        productId: company.productIds[0],
        rate: 9_500,
        priceUnit: 1,
        contractQty: 200_000,
        consumedQty: 0,
        sapConsumedQty: 0,
        reservedQty: 0,
        uom: 'EA',
        lineFrom: null,
        lineTo: null,
      },
    ])
  })
  it('takes SAP’s number where the customer gave no reference, and goes on without end where it has none', async () => {
    inSap(contract({ PurchaseOrderByCustomer: '', SalesContractValidityEndDate: null, SalesContractDate: null }))
    await read()
    expect(await header()).toMatchObject({ customerRef: '40000001', validTo: '9999-12-31', contractDate: '2026-03-19' })
  })
  it('divides the rate by the condition quantity, and keeps 12.34 for 100 as it is', async () => {
    inSap(
      contract({}, [
        item(10, {}, price({ ConditionRateValue: '1200.000000000', ConditionQuantity: '100' })),
        item(20, {}, price({ ConditionRateValue: '12.340000000', ConditionQuantity: '100' })),
      ]),
    )
    await read()
    expect(await lines()).toMatchObject([
      { rate: 1_200, priceUnit: 1 },
      { rate: 1_234, priceUnit: 100 },
    ])
    expect((await header()).value).toBe(200 * 1_200 + 2 * 1_234)
  })
  it('converts a rate that is for another unit than the quantity', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ uom: 'KG', baseUom: 'KG' })
    inSap(
      contract({}, [
        item(
          10,
          { RequestedQuantityUnit: 'KG' },
          price({ ConditionRateValue: '5.500000000', ConditionQuantity: '10', ConditionQuantityUnit: 'G' }),
        ),
      ]),
    )
    await read()
    expect(await lines()).toMatchObject([{ uom: 'KG', rate: 55_000, priceUnit: 1 }])
  })
  it('takes the active price condition alone', async () => {
    inSap(
      contract({}, [
        item(
          10,
          {},
          price({ ConditionRateValue: '1', ConditionInactiveReason: 'X' }),
          price({ ConditionRateValue: '2', ConditionType: 'ZFRT' }),
          price({ ConditionRateValue: '3', ConditionIsForStatistics: true }),
          price({ ConditionRateValue: '80.5' }),
        ),
      ]),
    )
    await read()
    expect(await lines()).toMatchObject([{ rate: 8_050 }])
  })
  it('gives an item its own days, which may go beyond those of the contract', async () => {
    inSap(
      contract({}, [
        item(10, {
          SalesContractValidityStartDate: day('2026-06-01'),
          SalesContractValidityEndDate: day('2027-06-30'),
        }),
        item(20),
      ]),
    )
    await read()
    expect(await header()).toMatchObject({ validFrom: '2026-04-01', validTo: '2027-06-30' })
    expect(await lines()).toMatchObject([
      { lineNo: 10, lineFrom: '2026-06-01', lineTo: null },
      { lineNo: 20, lineFrom: null, lineTo: '2027-03-31' },
    ])
  })
  it('knows a numeric product by its number without zeros, and leaves out the parts of a kit', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ code: '104530' })
    inSap(contract({}, [item(10, { Material: '000000000000104530' }), item(20, { HigherLevelItem: '000010' })]))
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await lines()).toMatchObject([{ productId: company.productIds[0] }])
  })
  it.each([
    [{ SalesDocApprovalStatus: 'A' }],
    [{ OverallSDDocumentRejectionSts: 'C' }],
    [{ OverallSDProcessStatus: 'C' }],
  ])('is suspended while SAP says %o', async more => {
    inSap(contract(more))
    await read()
    expect(await header()).toMatchObject({ status: 'SUSPENDED', sapStatus: 'SUSPENDED' })
  })
  it('of another sales organisation is none of ours', async () => {
    inSap(contract({ SalesOrganization: '9000' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0 })
  })
  it('finds its SBU by the first product where SAP’s division is that of none', async () => {
    inSap(contract({ OrganizationDivision: '00' }))
    await read()
    expect(await header()).toMatchObject({ sbuId: company.sbuId })
  })
})

describe('a second reading of contracts', () => {
  it('changes nothing where nothing changed', async () => {
    inSap(contract({}, [item(10), item(20, { SalesContractValidityEndDate: day('2026-12-31') })]))
    await read()
    const before = [await db('rate_contract_customer'), await lines()]
    at = '2026-11-24T06:30:00.000Z'
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 0 })
    expect([await db('rate_contract_customer'), await lines()]).toEqual(before)
  })
  it('brings rates, quantities and days, and leaves the portal’s own columns as they are', async () => {
    inSap(contract())
    await read()
    const employee = await exampleRow(db, resourceNamed('employee'))
    await db('rate_contract_customer').update({ approverEmployeeId: employee.id, autoRelease: 1, customerRef: 'Ours' })
    await db('rate_contract_line').update({ consumedQty: 50_000, reservedQty: 10_000 })
    inSap(
      contract(
        { SalesContractValidityEndDate: day('2027-06-30'), LastChangeDateTime: instant('2026-11-23T06:00:00Z') },
        [item(10, { RequestedQuantity: '300.000' }, price({ ConditionRateValue: '90' }))],
      ),
    )
    expect(await read('DELTA')).toMatchObject({ rowsUpdated: 1 })
    expect(await header()).toMatchObject({
      validTo: '2027-06-30',
      approverEmployeeId: employee.id,
      autoRelease: 1,
      customerRef: 'Ours',
      value: 2_700_000,
      consumedPct: 1_667,
    })
    expect(await lines()).toMatchObject([
      { rate: 9_000, contractQty: 300_000, consumedQty: 50_000, reservedQty: 10_000 },
    ])
  })
  it('asks only for what changed', async () => {
    inSap(contract())
    await read()
    sap.asked.length = 0
    await read('DELTA')
    expect(sap.asked.map(({ filter }) => filter)).toEqual([
      "LastChangeDateTime ge datetimeoffset'2026-11-20T09:55:00.000Z' and SalesOrganization eq '1000'",
      "ReferenceSDDocument eq '0040000001'",
      "LastChangeDateTime ge datetimeoffset'2026-11-20T09:55:00.000Z'",
    ])
  })
  it('ends the lines that SAP refuses or no longer has, once', async () => {
    inSap(contract({}, [item(10), item(20)]))
    await read()
    inSap(contract({}, [item(10, { SalesDocumentRjcnReason: 'Z1' })]))
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await lines()).toMatchObject([{ lineTo: '2026-11-22' }, { lineTo: '2026-11-22' }])
    at = '2026-11-25T06:30:00.000Z'
    expect(await read()).toMatchObject({ rowsUpdated: 0 })
  })
  it('suspends a contract that SAP no longer has', async () => {
    inSap(contract(), contract({ SalesContract: '0040000002' }, [item(20)]))
    await read()
    inSap(contract())
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await db('rate_contract_customer').where({ sapContractNo: '40000002' }).first()).toMatchObject({
      status: 'SUSPENDED',
      sapStatus: 'SUSPENDED',
    })
  })
  it('stops at the guard when SAP has no contract at all', async () => {
    inSap(contract(), contract({ SalesContract: '0040000002' }, [item(20)]))
    await read()
    inSap()
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await header()).toMatchObject({ status: 'ACTIVE' })
  })
})

describe('the status of a contract of SAP', () => {
  const restate = async (sapStatus: 'A' | '') => {
    inSap(contract({ SalesDocApprovalStatus: sapStatus }))
    await read()
    return (await header()).status
  }
  it('follows SAP’s', async () => {
    expect(await restate('')).toBe('ACTIVE')
    expect(await restate('A')).toBe('SUSPENDED')
    expect(await restate('')).toBe('ACTIVE')
  })
  it('stays suspended where a person suspended it, until SAP says something new', async () => {
    await restate('')
    await db('rate_contract_customer').update({ status: 'SUSPENDED' })
    expect(await restate('')).toBe('SUSPENDED')
  })
  it('stays closed for ever', async () => {
    await restate('')
    await db('rate_contract_customer').update({ status: 'CLOSED' })
    expect(await restate('A')).toBe('CLOSED')
  })
  it('is expired once its last day has passed, and active again when SAP prolongs it', async () => {
    await restate('')
    at = '2027-04-02T06:30:00.000Z'
    expect(await restate('')).toBe('EXPIRED')
    inSap(contract({ SalesContractValidityEndDate: day('2027-12-31') }))
    await read()
    expect(await header()).toMatchObject({ status: 'ACTIVE', validTo: '2027-12-31' })
  })
})

describe('what is called off a contract in SAP itself', () => {
  it('counts apart from what our orders consumed, and our own orders are not counted twice', async () => {
    inSap(contract())
    rows['API_SALES_ORDER_SRV/A_SalesOrderItem'] = [
      callOff('30.000', 'PO 4711'),
      callOff('5.000', '', { SalesOrder: '0000000501' }),
      callOff('40.000', 'OR2627000001', { SalesOrder: '0000000502' }),
      callOff('60.000', '', { SalesOrder: '0000000503', SalesDocumentRjcnReason: 'Z1' }),
    ]
    await read()
    await db('rate_contract_line').update({ consumedQty: 40_000 })
    expect(await lines()).toMatchObject([{ sapConsumedQty: 35_000, consumedQty: 40_000 }])
  })
  it('counts in the unit of the contract', async () => {
    await db('products')
      .where({ code: 'LS-1001' })
      .update({ uom: 'BOX', baseUom: 'EA', uomNumerator: 12, uomDenominator: 1 })
    inSap(contract())
    rows['API_SALES_ORDER_SRV/A_SalesOrderItem'] = [callOff('2.000', '', { RequestedQuantityUnit: 'BOX' })]
    await read()
    expect(await lines()).toMatchObject([{ sapConsumedQty: 24_000, uom: 'EA' }])
  })
  it('is read again when an order that calls it off changed, though the contract did not', async () => {
    inSap(contract())
    await read()
    rows['API_SALES_ORDER_SRV/A_SalesOrderItem'] = [callOff('30.000', 'PO 4711')]
    rows['API_SALES_ORDER_SRV/A_SalesOrder'] = [
      {
        SalesOrder: '0000000500',
        LastChangeDateTime: instant('2026-11-23T06:20:00Z'),
        to_Item: { results: [{ ReferenceSDDocument: '0040000001' }, { ReferenceSDDocument: '' }] },
      },
    ]
    inSap(contract({ LastChangeDateTime: instant('2026-11-19T10:00:00Z') }))
    await db('sap_sync_run').update({ watermark: '2026-11-23T06:00:00.000Z' })
    expect(await read('DELTA')).toMatchObject({ rowsUpdated: 1, watermark: '2026-11-23T06:20:00.000Z' })
    expect(await lines()).toMatchObject([{ sapConsumedQty: 30_000 }])
    expect((await header()).consumedPct).toBe(1_500)
  })
  it('is looked for after the last change of any order, also one that calls off none', async () => {
    inSap(contract())
    await read()
    rows['API_SALES_ORDER_SRV/A_SalesOrder'] = [
      { SalesOrder: '0000000500', LastChangeDateTime: instant('2026-11-23T06:20:00Z'), to_Item: { results: [] } },
    ]
    await db('sap_sync_run').update({ watermark: '2026-11-23T06:00:00.000Z' })
    expect(await read('DELTA')).toMatchObject({ status: 'OK', watermark: '2026-11-23T06:20:00.000Z' })
  })
  it.each(['A_SalesOrder', 'A_SalesContract'])('is asked for again since then where SAP lost rows of %s', async set => {
    inSap(contract())
    await read()
    rows['API_SALES_ORDER_SRV/A_SalesOrder'] = ['0000000500', '0000000501'].map(SalesOrder => ({
      SalesOrder,
      LastChangeDateTime: instant('2026-11-23T06:20:00Z'),
      to_Item: { results: [{ ReferenceSDDocument: '0040000001' }] },
    }))
    await db('sap_sync_run').update({ watermark: '2026-11-23T06:00:00.000Z' })
    const { pages } = sap
    sap.pages = (asked, how) => {
      sap.lost = asked.path.endsWith(`/${set}`) ? 1 : 0
      return pages(asked, how)
    }
    expect(await read('DELTA')).toMatchObject({ status: 'PARTIAL', watermark: '2026-11-23T06:00:00.000Z' })
    expect(await runErrors()).toEqual([['', 'INCOMPLETE', expect.stringContaining('gave 1 fewer')]])
  })
})

describe('a contract that cannot be taken as it is', () => {
  it('waits for a product that the portal does not know, and its other items are taken', async () => {
    inSap(contract({}, [item(10, { Material: 'LS-9999' }), item(20)]))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await lines()).toMatchObject([{ lineNo: 20 }])
    const message = 'Sales contract 40000001, item 10: the portal has no product LS-9999'
    expect(await runErrors()).toEqual([['40000001', 'UNKNOWN_PRODUCT', message]])
    expect(await db('sap_pending_row')).toMatchObject([{ sapKey: '40000001', waitsFor: 'PRODUCT' }])
    expect(await kept()).toMatchObject([
      {
        source: 'SAP',
        rowNo: 10,
        contractNo: '40000001',
        customerCode: '100123',
        productCode: 'LS-9999',
        errorCode: 'UNKNOWN_PRODUCT',
        errorText: message,
        status: 'OPEN',
      },
    ])
    expect((await kept())[0].sapSyncRunId).not.toBeNull()
  })
  it('is complete once the product is known, and its error is resolved', async () => {
    inSap(contract({}, [item(10, { Material: 'LS-9999' }), item(20)]))
    await read()
    await read()
    expect(await kept()).toHaveLength(1)
    await db('products').where({ code: 'LS-1001' }).update({ code: 'LS-9999' })
    const [{ item: parked }] = await db('sap_pending_row')
    await sapRowReader({ db, sap, log }, rateContractPull).saveParked([JSON.parse(parked)])
    expect(await lines()).toHaveLength(2)
    expect(await kept()).toMatchObject([{ status: 'FIXED', resolvedAt: at }])
    expect(await db('sap_pending_row')).toEqual([])
  })
  it('stays out where a person ignored it', async () => {
    inSap(contract({}, [item(10, { RequestedQuantity: '0' }), item(20)]))
    await read()
    await db('rate_contract_errors').update({ status: 'IGNORED', ignoreReason: 'Known' })
    await read()
    expect(await kept()).toMatchObject([{ status: 'IGNORED' }])
  })
  it('is kept under the last of readings that repeat each other by schedule', async () => {
    inSap(contract({ SoldToParty: '0000999999' }))
    const bySchedule = () =>
      sapRowReader({ db, sap, log }, rateContractPull).read({ trigger: 'SCHEDULE', mode: 'DELTA', requestedById: null })
    await bySchedule()
    const { id, status } = await bySchedule()
    expect(status).toBe('PARTIAL')
    expect(await db('sap_sync_run').pluck('id')).toEqual([id])
    expect(await kept()).toMatchObject([{ sapSyncRunId: id, status: 'OPEN' }])
  })
  it('of an unknown customer waits for them', async () => {
    inSap(contract({ SoldToParty: '0000777777' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 0 })
    expect(await runErrors()).toEqual([
      ['40000001', 'UNKNOWN_CUSTOMER', 'Sales contract 40000001: the portal has no customer 777777'],
    ])
    expect(await db('sap_pending_row')).toMatchObject([{ waitsFor: 'CUSTOMER' }])
    expect(await kept()).toMatchObject([{ rowNo: 1, errorCode: 'UNKNOWN_CUSTOMER', productCode: null }])
  })
  it.each([
    ['no quantity', item(10, { RequestedQuantity: '0.000' }), 'QTY_INVALID', 'its quantity must be above zero'],
    [
      'a quantity that is no number',
      item(10, { RequestedQuantity: 'some' }),
      'PRICE_INVALID',
      '"some" is not a decimal text',
    ],
    [
      'no price',
      item(10, {}, price({ ConditionType: 'ZPRX' })),
      'PRICE_INVALID',
      'it has no price that can be taken for a unit of it',
    ],
    [
      'a price in another currency',
      item(10, {}, price({ ConditionCurrency: 'USD' })),
      'PRICE_INVALID',
      'its price is in USD, and the portal sells in INR',
    ],
    [
      'a unit that cannot be converted',
      item(10, { RequestedQuantityUnit: 'KAN' }),
      'UOM_MISMATCH',
      'its unit KAN cannot be converted to EA, in which LS-1001 is sold',
    ],
    [
      'a product that is listed twice',
      item(20, { Material: 'LS-1001' }),
      'DUPLICATE_LINE',
      'LS-1001 is on item 10 already for the same days',
    ],
  ])('leaves out an item with %s, with a sentence', async (_, wrong, code, sentence) => {
    const no = Number(wrong.SalesContractItem)
    const good = no === 10 ? item(20) : item(10)
    inSap(contract({}, [good, wrong]))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await lines()).toMatchObject([{ lineNo: no === 10 ? 20 : 10 }])
    expect(await runErrors()).toEqual([[`40000001/${no}`, code, `Sales contract 40000001, item ${no}: ${sentence}`]])
  })
  it('takes the same product twice for different days', async () => {
    inSap(
      contract({}, [
        item(10, { SalesContractValidityEndDate: day('2026-12-31') }),
        item(20, { Material: 'LS-1001', SalesContractValidityStartDate: day('2027-01-01') }),
      ]),
    )
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await lines()).toMatchObject([{ lineTo: '2026-12-31' }, { lineFrom: '2027-01-01' }])
  })
  it('leaves out a product that stands on another active contract of the customer for these days', async () => {
    inSap(contract(), contract({ SalesContract: '0040000002' }, [item(10), item(20)]))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 2 })
    expect(await runErrors()).toEqual([
      [
        '40000002/10',
        'DATE_OVERLAP',
        expect.stringMatching(
          /^Sales contract 40000002, item 10: LS-1001 is on contract 40000001 of this customer too, .*: close that one$/,
        ),
      ],
    ])
  })
  it('is a row error where it cannot be read, and the others are taken', async () => {
    inSap(contract({ SalesContract: '0040000009', SoldToParty: '' }), contract())
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect((await runErrors())[0]!.slice(0, 2)).toEqual(['40000009', 'UNREADABLE'])
  })
  it('is not given to another customer', async () => {
    inSap(contract())
    await read()
    const other = await exampleRow(db, resourceNamed('customer'), { code: '100999' })
    inSap(contract({ SoldToParty: String(other.code) }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 0 })
    expect(await header()).toMatchObject({ customerId: company.customerId })
  })
})
