import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import '../../../api/rooms.ts'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { today } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { wireValue } from '../../../api/sap/files/cells.ts'
import { sapUploads } from '../../../api/sap/files/sap-files.ts'
import { stockPull } from '../../../api/sap/goods/stock.ts'
import { readableObjects } from '../../../api/sap/pulls.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { sapSheets } from '../../../resources/uploads/sap/sap-sheets.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { type Company, createApprovedOrder, createCompany } from '../../support/dispatches/shipped-order.ts'
import { importDesk } from '../../support/imports.ts'
import { stubSap } from '../../support/sap/rows.ts'

let database: TestDatabase
let db: Knex
let company: Company
let desk: Awaited<ReturnType<typeof importDesk>>

beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
  company = await createCompany(db)
  desk = await importDesk(db, ['MASTER_ADMIN'])
})
afterEach(async () => {
  desk.close()
  await database.close()
})

const sheet = (heading: string, ...lines: string[]) => [heading, ...lines].join('\n')
const bring = async (file: string, content: string, onError: 'ALL_OR_NOTHING' | 'SKIP_BAD_ROWS' = 'ALL_OR_NOTHING') =>
  desk.bring(`masters/read-data-from-sap/${file}`, content, { commit: true, onError })
const faults = async () =>
  (await db('import_job_error').whereNotNull('importJobId').orderBy(['rowNo', 'id'])).map(
    ({ rowNo, columnName, errorCode, message }) => [rowNo, columnName, errorCode, message],
  )
const counts = ({ status, rowsNew, rowsChanged, rowsSame, rowsFailed }: Record<string, unknown>) => ({
  status,
  rowsNew,
  rowsChanged,
  rowsSame,
  rowsFailed,
})

describe('a file of SAP with stock', () => {
  const heading =
    'Material,Plant,StorageLocation,Batch,MatlWrhsStkQtyInMatlBaseUnit,MaterialBaseUnit,ShelfLifeExpirationDate'
  const kept = () => db('stock_level').orderBy('batchNo').select('batchNo', 'unrestrictedQty', 'expiryDate')

  it('is taken over like a reading: summed over storage locations, with expiry', async () => {
    const job = await bring(
      'stock',
      sheet(
        heading,
        'LS-1001,1010,0001,B1,12.500,EA,20280331',
        'LS-1001,1010,0002,B1,7.500,EA,20280331',
        'LS-1001,1010,0001,B2,3,EA,00000000',
      ),
    )
    expect(counts(job)).toEqual({ status: 'DONE', rowsNew: 3, rowsChanged: 0, rowsSame: 0, rowsFailed: 0 })
    expect(await kept()).toEqual([
      { batchNo: 'B1', unrestrictedQty: 20_000, expiryDate: '2028-03-31' },
      { batchNo: 'B2', unrestrictedQty: 3_000, expiryDate: null },
    ])
  })
  it('changes nothing the second time, and says which rows change', async () => {
    const first = sheet(heading, 'LS-1001,1010,0001,B1,12.500,EA,', 'LS-1001,1010,0001,B2,3,EA,')
    await bring('stock', first)
    expect(counts(await bring('stock', first))).toMatchObject({ rowsNew: 0, rowsChanged: 0, rowsSame: 2 })
    const next = sheet(heading, 'LS-1001,1010,0001,B1,12.500,EA,', 'LS-1001,1010,0001,B2,4,EA,')
    expect(counts(await bring('stock', next))).toMatchObject({ rowsNew: 0, rowsChanged: 1, rowsSame: 1 })
  })
  it('finds a numeric product with leading zeros', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ code: '104530' })
    await bring('stock', sheet(heading, '000000000000104530,1010,0001,B1,5,EA,2028-03-31'))
    expect(await kept()).toMatchObject([{ unrestrictedQty: 5_000, expiryDate: '2028-03-31' }])
  })
  it('leaves the days of expiry as they are where it has no column for them', async () => {
    await bring('stock', sheet(heading, 'LS-1001,1010,0001,B1,5,EA,31.03.2028'))
    await bring(
      'stock',
      sheet(
        'Material,Plant,StorageLocation,Batch,MatlWrhsStkQtyInMatlBaseUnit,MaterialBaseUnit',
        'LS-1001,1010,0001,B1,6,EA',
      ),
    )
    expect(await kept()).toEqual([{ batchNo: 'B1', unrestrictedQty: 6_000, expiryDate: '2028-03-31' }])
  })
  it('names each wrong row by a sentence, and takes the others where wrong rows are left out', async () => {
    const job = await bring(
      'stock',
      sheet(
        heading,
        'LS-1001,1010,0001,B1,5,EA,',
        'RAW-1,1010,0001,B1,5,EA,',
        'LS-1002,1010,0001,B1,12.00-,EA,',
        'LS-1002,1010,0001,B2,"1.234,50",EA,',
        'LS-1002,1010,0001,B3,1,EA,20280231',
        'LS-1002,9999,0001,B1,1,EA,',
      ),
      'SKIP_BAD_ROWS',
    )
    expect(counts(job)).toEqual({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsChanged: 0, rowsSame: 0, rowsFailed: 5 })
    expect(await kept()).toMatchObject([{ batchNo: 'B1', unrestrictedQty: 5_000 }])
    expect(await faults()).toEqual([
      [
        3,
        '',
        'UNKNOWN_REF',
        'Stock of RAW-1 at 1010: the portal has no product RAW-1. It is counted once that has been read from SAP',
      ],
      [
        4,
        '',
        'QTY_INVALID',
        'Stock of LS-1002 at 1010, batch B1, is -12 EA in SAP: it counts as 0 until it is corrected there',
      ],
      [
        5,
        'MatlWrhsStkQtyInMatlBaseUnit',
        'FORMAT',
        'MatlWrhsStkQtyInMatlBaseUnit must be a number with a dot before its decimals, such as 1234.50 or 12.00-',
      ],
      [
        6,
        'ShelfLifeExpirationDate',
        'FORMAT',
        'ShelfLifeExpirationDate must be a day such as 20261123, 2026-11-23 or 23.11.2026',
      ],
      [
        7,
        '',
        'UNKNOWN_REF',
        'Stock of LS-1002 at 9999: the portal has no plant 9999. It is counted once that has been read from SAP',
      ],
    ])
    expect(await db('sap_pending_row')).toEqual([])
  })
  it('saves nothing where one row is wrong and all are to be saved or none', async () => {
    const job = await bring('stock', sheet(heading, 'LS-1001,1010,0001,B1,5,EA,', 'RAW-1,1010,0001,B1,5,EA,'))
    expect(job.status).toBe('VALIDATED')
    expect(await kept()).toEqual([])
  })
  it('is overruled by the next reading, though SAP tells the same as before', async () => {
    const rows = {
      'API_BATCH_SRV/Batch': [],
      'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': ['B1', 'B2'].map(Batch => ({
        Material: 'LS-1001',
        Plant: '1010',
        StorageLocation: '0001',
        Batch,
        InventoryStockType: '01',
        InventorySpecialStockType: '',
        MaterialBaseUnit: 'EA',
        MatlWrhsStkQtyInMatlBaseUnit: '9',
      })),
    }
    const log = createLog({ logLevel: 'silent', environment: 'test' } as never)
    const read = () =>
      sapRowReader({ db, sap: stubSap(rows), log }, stockPull).read({
        trigger: 'MANUAL',
        mode: 'DELTA',
        requestedById: null,
      })
    await read()
    await bring('stock', sheet(heading, 'LS-1001,1010,0001,B1,5,EA,'))
    expect(await kept()).toMatchObject([{ unrestrictedQty: 5_000 }, { unrestrictedQty: 9_000 }])
    expect(await read()).toMatchObject({ rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 9_000 }, { unrestrictedQty: 9_000 }])
  })
  it('stands in the history with who sent it', async () => {
    await bring('stock', sheet(heading, 'LS-1001,1010,0001,B1,5,EA,'))
    const [entry] = await db('audit_entry').where({ entity: 'stock-level' })
    expect(entry).toMatchObject({ source: 'SAP' })
    expect(entry.actorId).not.toBeNull()
    expect(entry.importJobId).not.toBeNull()
  })
})

describe('a file of SAP with rate contracts', () => {
  const heading =
    'SalesContract,SalesOrganization,OrganizationDivision,SoldToParty,PurchaseOrderByCustomer,SalesContractValidityStartDate,SalesContractValidityEndDate,SalesContractItem,Material,RequestedQuantity,RequestedQuantityUnit,ConditionRateValue,ConditionQuantity,ConditionQuantityUnit'
  const contractEnds = addDays(today(), 300)
  const sapDay = (day: string) => day.replaceAll('-', '')
  const line = (no: string, material: string, more = '95.00,1,EA') =>
    `0040000001,1000,01,0000100123,AGR/26,${sapDay(today())},${sapDay(contractEnds)},${no},${material},200.000,EA,${more}`

  it('is taken over like a reading, and leaves what SAP’s own orders consumed as it is', async () => {
    const content = sheet(heading, line('000010', 'LS-1001'), line('20', 'LS-1002', '12.34,100,EA'))
    expect(counts(await bring('rate-contract', content))).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await db('rate_contract_customer').first()).toMatchObject({
      contractNo: '40000001',
      sapContractNo: '40000001',
      customerId: company.customerId,
      status: 'ACTIVE',
      sapStatus: 'ACTIVE',
      validTo: contractEnds,
    })
    expect(await db('rate_contract_line').orderBy('lineNo')).toMatchObject([
      { lineNo: 10, rate: 9_500, priceUnit: 1 },
      { lineNo: 20, rate: 1_234, priceUnit: 100 },
    ])
    await db('rate_contract_line').update({ sapConsumedQty: 7_000 })
    expect(counts(await bring('rate-contract', content))).toMatchObject({ rowsSame: 2, rowsNew: 0, rowsChanged: 0 })
    expect(await db('rate_contract_line').first()).toMatchObject({ sapConsumedQty: 7_000 })
  })
  it('takes a contract whole or not at all, and marks the row that is wrong', async () => {
    const job = await bring(
      'rate-contract',
      sheet(
        heading,
        line('10', 'LS-1001'),
        line('20', 'LS-9999'),
        line('10', 'LS-1001').replace('0040000001', '0040000002'),
      ),
      'SKIP_BAD_ROWS',
    )
    expect(counts(job)).toMatchObject({ status: 'DONE_WITH_ERRORS', rowsNew: 1, rowsFailed: 1 })
    expect(await db('rate_contract_customer').pluck('contractNo')).toEqual(['40000002'])
    expect((await faults())[0]).toEqual([
      3,
      '',
      'UNKNOWN_PRODUCT',
      'Sales contract 40000001, item 20: the portal has no product LS-9999',
    ])
  })
})

describe('a file of SAP with products', () => {
  const heading =
    'Product,ProductDescription,Division,BaseUnit,GrossWeight,NetWeight,WeightUnit,ProductSalesOrg,ProductDistributionChnl,SalesMeasureUnit,QuantityNumerator,QuantityDenominator,MinimumOrderQuantity,ProductSalesStatus,ConsumptionTaxCtrlCode,IsMarkedForDeletion'
  const row = (more: Record<string, string> = {}) => {
    const cells: Record<string, string> = {
      Product: 'LS-1001',
      ProductDescription: 'Acetone',
      Division: '01',
      BaseUnit: 'EA',
      GrossWeight: '1500',
      NetWeight: '1000',
      WeightUnit: 'G',
      ProductSalesOrg: '1000',
      ProductDistributionChnl: '10',
      SalesMeasureUnit: 'BOX',
      QuantityNumerator: '12',
      QuantityDenominator: '1',
      MinimumOrderQuantity: '24',
      ConsumptionTaxCtrlCode: '29141100',
      ...more,
    }
    return heading
      .split(',')
      .map(name => cells[name] ?? '')
      .join()
  }

  it('is taken over like a reading: sales unit, weights and quantities in it, tax code', async () => {
    const job = await bring('product', sheet(heading, row()))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsChanged: 1, rowsFailed: 0 })
    expect(await db('products').where({ code: 'LS-1001' }).first()).toMatchObject({
      name: 'Acetone',
      uom: 'BOX',
      baseUom: 'EA',
      uomNumerator: 12,
      uomDenominator: 1,
      minOrderQty: 2_000,
      grossWeightKg: 18_000,
      netWeightKg: 12_000,
      hsnCode: '29141100',
    })
    expect(counts(await bring('product', sheet(heading, row())))).toMatchObject({ rowsSame: 1, rowsChanged: 0 })
  })
  it('leaves out a product that is not sold in our areas, and refuses one that cannot be converted', async () => {
    const job = await bring(
      'product',
      sheet(heading, row({ ProductSalesOrg: '9000' }), row({ Product: 'LS-1002', WeightUnit: 'LBS' })),
      'SKIP_BAD_ROWS',
    )
    expect(counts(job)).toMatchObject({ rowsSame: 1, rowsFailed: 1 })
    expect((await faults())[0]!.slice(0, 3)).toEqual([3, '', 'UNREADABLE'])
  })
})

describe('a file of SAP with list prices', () => {
  const heading =
    'ConditionRecord,ConditionTable,SalesOrganization,DistributionChannel,Material,SoldToParty,ConditionValidityStartDate,ConditionValidityEndDate,ConditionRateValue,ConditionRateValueUnit,ConditionQuantity,ConditionQuantityUnit'

  it('is taken over like a reading: 12.34 for 100 stays so, and a customer’s own price is left out', async () => {
    const job = await bring(
      'price',
      sheet(
        heading,
        '0000000101,304,1000,10,LS-1001,,20260401,99991231,12.34,INR,100,EA',
        '0000000102,304,1000,10,LS-1002,100123,20260401,99991231,9.00,INR,1,EA',
        '0000000103,999,1000,10,LS-1002,,20260401,99991231,9.00,INR,1,EA',
      ),
    )
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 2 })
    expect(await db('product_price')).toMatchObject([
      { productId: company.productIds[0], listPrice: 1_234, priceUnit: 100, uom: 'EA', validFrom: '2026-04-01' },
    ])
  })
})

/** A line of a file by the names of its columns; what is left out is empty. */
const lineOf =
  (heading: string, standard: Record<string, string>) =>
  (more: Record<string, string> = {}) =>
    heading
      .split(',')
      .map(name => ({ ...standard, ...more })[name] ?? '')
      .join()

describe('a file of SAP with customers', () => {
  const heading =
    'Customer,CustomerName,StreetName,CityName,PostalCode,Region,BPTaxNumber_IN3,BPTaxNumber_IN5,SalesOrganization,DistributionChannel,Division,CustomerPaymentTerms,OrderIsBlockedForCustomer,OrderIsBlocked_SalesArea,CreditLimitAmount'
  const row = lineOf(heading, {
    Customer: '0000100123',
    CustomerName: 'Nova Labs',
    StreetName: 'MG Road 7',
    CityName: 'Pune',
    PostalCode: '411001',
    Region: '13',
    SalesOrganization: '1000',
    DistributionChannel: '10',
    Division: '01',
    CustomerPaymentTerms: 'N030',
    BPTaxNumber_IN5: 'AAPFU0939F',
    CreditLimitAmount: '250000.00',
  })

  it('is taken over like a reading: name, address, block and credit limit', async () => {
    await db('state').where({ id: company.stateId }).update({ sapRegion: '13' })
    const job = await bring('customer', sheet(heading, row({ OrderIsBlockedForCustomer: '01' })))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await db('customer').where({ code: '100123' }).first()).toMatchObject({
      name: 'Nova Labs',
      pincode: '411001',
      sapOrderBlock: '01',
      creditLimit: 25_000_000,
    })
  })
  it('refuses a customer whose region is that of no state, with a sentence', async () => {
    const job = await bring('customer', sheet(heading, row({ Region: '99' })))
    expect(counts(job)).toMatchObject({ status: 'VALIDATED', rowsFailed: 1 })
    expect((await faults())[0]![3]).toMatch(/99/)
  })
})

describe('a file of SAP with invoices', () => {
  const heading =
    'BillingDocument,SDDocumentCategory,DocumentReferenceID,BillingDocumentDate,SoldToParty,TotalGrossAmount,BillingDocumentItem,SalesDocument,SalesDocumentItem,Material,Plant,BillingQuantity,BillingQuantityUnit,NetAmount,TaxAmount,ConditionRateValue,ConditionAmount_IGST,ConditionRateValue_IGST'
  const row = lineOf(heading, {
    BillingDocument: '0090000001',
    SDDocumentCategory: 'M',
    DocumentReferenceID: 'LS26INV1',
    BillingDocumentDate: '20261120',
    SoldToParty: '0000100123',
    TotalGrossAmount: '1770.00',
    BillingDocumentItem: '000010',
    Material: 'LS-1001',
    Plant: '1010',
    BillingQuantity: '10.000',
    BillingQuantityUnit: 'EA',
    NetAmount: '1000.00',
    TaxAmount: '180.00',
    ConditionRateValue: '100.00',
    ConditionAmount_IGST: '180.00',
    ConditionRateValue_IGST: '18.00',
  })
  const two = () => [
    row(),
    row({
      BillingDocumentItem: '000020',
      Material: 'LS-1002',
      NetAmount: '500.00',
      TaxAmount: '90.00',
      ConditionAmount_IGST: '90.00',
      BillingQuantity: '5',
      ConditionRateValue: '100',
    }),
  ]

  it('is taken over like a reading: one invoice with its lines, amounts and tax', async () => {
    const job = await bring('invoice', sheet(heading, ...two()))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await db('invoice').first()).toMatchObject({
      sapBillingDoc: '90000001',
      invoiceNo: 'LS26INV1',
      invoiceType: 'INVOICE',
      netValue: 150_000,
      igst: 27_000,
      grossValue: 177_000,
    })
    expect(await db('invoice_line').orderBy('lineNo')).toMatchObject([
      { lineNo: 10, qty: 10_000, unitPrice: 10_000, gstRate: 1_800 },
      { lineNo: 20, qty: 5_000 },
    ])
    expect(counts(await bring('invoice', sheet(heading, ...two())))).toMatchObject({ rowsSame: 2, rowsNew: 0 })
  })
  it('refuses an invoice of an unknown customer as a whole, and takes the others', async () => {
    const job = await bring(
      'invoice',
      sheet(
        heading,
        ...two(),
        row({ BillingDocument: '90000002', DocumentReferenceID: 'LS26INV2', SoldToParty: '777' }),
      ),
      'SKIP_BAD_ROWS',
    )
    expect(counts(job)).toMatchObject({ rowsNew: 2, rowsFailed: 1 })
    expect((await faults())[0]![3]).toContain('777')
  })
})

describe('a file of SAP with states of orders', () => {
  const heading =
    'SalesOrder,PurchaseOrderByShipToParty,SalesOrderItem,Material,RequestedQuantity,RequestedQuantityUnit,ProductionPlant,ConditionRateValue,ScheduleLine,ConfirmedDeliveryDate,ConfdOrderQtyByMatlAvailCheck,DeliveredQtyInOrderQtyUnit'

  it('is taken over like a reading: what SAP confirms of an order of ours', async () => {
    const bought = await createApprovedOrder(db, company)
    const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: String(lineNo).padStart(6, '0') }))
    await db.transaction(trx => confirmOrder(trx, bought.id, { salesOrder: '5000000001', items }, sapAuthor))
    const row = lineOf(heading, {
      SalesOrder: '5000000001',
      PurchaseOrderByShipToParty: bought.orderNo,
      SalesOrderItem: '000010',
      Material: 'LS-1001',
      RequestedQuantity: '20',
      RequestedQuantityUnit: 'EA',
      ProductionPlant: '1010',
      ConditionRateValue: '100.00',
      ScheduleLine: '0001',
      ConfirmedDeliveryDate: '20271130',
      ConfdOrderQtyByMatlAvailCheck: '20',
      DeliveredQtyInOrderQtyUnit: '0',
    })
    const other = {
      SalesOrderItem: '000020',
      Material: 'LS-1002',
      RequestedQuantity: '5',
      ConfdOrderQtyByMatlAvailCheck: '5',
    }
    const job = await bring('order-status', sheet(heading, row(), row(other)))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsChanged: 2 })
    expect(await db('schedule_line').where({ orderLineId: bought.lineIds[0] }).first()).toMatchObject({
      confirmedDate: '2027-11-30',
      confirmedQty: 20_000,
    })
  })
})

describe('files of SAP with plants and delivery addresses', () => {
  it('rename a plant', async () => {
    const job = await bring('plant', sheet('Plant,PlantName,SalesOrganization', '1010,Bhiwandi Depot,1000'))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await db('plant').where({ code: '1010' }).first()).toMatchObject({ name: 'Bhiwandi Depot' })
  })
  it('change the address of a ship-to', async () => {
    await db('state').where({ id: company.stateId }).update({ sapRegion: '13' })
    const heading =
      'Customer,SalesOrganization,DistributionChannel,Division,BPCustomerNumber,CustomerName,StreetName,CityName,PostalCode,Region,PhoneNumber,EmailAddress'
    const job = await bring(
      'ship-to',
      sheet(heading, '100123,1000,10,01,0000200123,Nova Stores,Dock 4,Pune,411002,13,9820012345,dock@buyer.example'),
    )
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsChanged: 1 })
    expect(await db('ship_to').where({ code: '200123' }).first()).toMatchObject({
      name: 'Nova Stores',
      pincode: '411002',
    })
  })
})

describe('a file of SAP with deliveries', () => {
  it('is taken over like a reading: what is picked takes stock', async () => {
    const heading =
      'DeliveryDocument,OverallGoodsMovementStatus,SoldToParty,ShipToParty,CreationDate,BillOfLading,DeliveryDocumentItem,Material,Plant,Batch,ActualDeliveryQuantity,DeliveryQuantityUnit,GoodsMovementStatus'
    const job = await bring(
      'delivery',
      sheet(
        heading,
        '0080000001,A,100123,200123,20261120,LR-7,000010,LS-1001,1010,B1,12.000,EA,A',
        '0080000001,A,100123,200123,20261120,LR-7,900001,LS-1002,1010,B2,3.000,EA,A',
      ),
    )
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsNew: 2 })
    expect(await db('sap_delivery').first()).toMatchObject({ deliveryNo: '80000001', status: 'OPEN', lrNo: 'LR-7' })
    expect(await db('sap_delivery_line').orderBy('lineNo')).toMatchObject([
      { lineNo: 10, batchNo: 'B1', baseQty: 12_000, isOpen: 1 },
      { lineNo: 900_001, baseQty: 3_000 },
    ])
  })
})

describe('files of SAP with open and cleared items', () => {
  const heading =
    'CompanyCode,FiscalYear,AccountingDocument,AccountingDocumentItem,AccountingDocumentType,Customer,DebitCreditCode,AmountInCompanyCodeCurrency,DocumentDate,NetDueDate,DocumentReferenceID,InvoiceReference,InvoiceReferenceFiscalYear,InvoiceItemReference'
  const standard = {
    CompanyCode: '1000',
    FiscalYear: '2026',
    AccountingDocument: '1800000001',
    AccountingDocumentItem: '001',
    AccountingDocumentType: 'RV',
    Customer: '100123',
    DebitCreditCode: 'S',
    AmountInCompanyCodeCurrency: '1770.00',
    DocumentDate: '20261120',
    NetDueDate: '20261220',
    DocumentReferenceID: 'LS26INV1',
  }
  const row = lineOf(heading, standard)

  it('are taken over like a reading: a partial payment lowers the item that it names', async () => {
    const part = {
      AccountingDocument: '1400000001',
      DebitCreditCode: 'H',
      AmountInCompanyCodeCurrency: '770.00',
      InvoiceReference: '1800000001',
      InvoiceReferenceFiscalYear: '2026',
      InvoiceItemReference: '001',
    }
    const job = await bring('outstanding', sheet(heading, row(), row(part)))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsNew: 1, rowsSame: 1 })
    expect(await db('upload_outstanding')).toMatchObject([
      {
        sapItem: '1000/2026/1800000001/1',
        documentNo: 'LS26INV1',
        balanceAmount: 100_000,
        customerId: company.customerId,
      },
    ])
  })
  it('are refused where they are not in rupees, for a table of SAP shifts decimals by currency', async () => {
    const inCurrency = (currency: string, document: string) => `${row({ AccountingDocument: document })},${currency}`
    const file = sheet(
      `${heading},CompanyCodeCurrency`,
      inCurrency('INR', '1800000001'),
      inCurrency('JPY', '1800000002'),
    )
    await bring('outstanding', file)
    expect((await faults())[0]).toEqual([
      3,
      'CompanyCodeCurrency',
      'FOREIGN_CURRENCY',
      'CompanyCodeCurrency is JPY: a file of SAP may shift the decimals of such an amount. Send amounts in INR only',
    ])
    expect(await db('upload_outstanding')).toEqual([])
  })
  it('close an item that a file of clearings names', async () => {
    await bring('outstanding', sheet(heading, row()))
    const cleared = `${heading},ClearingAccountingDocument,ClearingDate`
    const today = new Date().toISOString().slice(0, 10)
    const job = await bring('payment-clearing', sheet(cleared, `${row()},1400000009,${today}`))
    expect(await faults()).toEqual([])
    expect(counts(job)).toMatchObject({ status: 'DONE', rowsNew: 1 })
    expect(await db('payment_clearing').first()).toMatchObject({ clearingDoc: '1400000009' })
    expect(await db('upload_outstanding').where({ isActive: 1 })).toEqual([])
  })
})

describe('files of SAP', () => {
  it('exist for each object that is read', () => {
    expect(sapSheets.map(({ object }) => object)).toEqual(readableObjects)
    expect(sapUploads.map(({ sheet }) => sheet.path)).toEqual(sapSheets.map(({ sheet }) => sheet.path))
  })
  it.each([
    ['number', '12.50-', '-12.50'],
    ['number', '-3', '-3'],
    ['number', '', null],
    ['day', '20261123', '/Date(1795392000000)/'],
    ['day', '23.11.2026', '/Date(1795392000000)/'],
    ['day', '2026-11-23', '/Date(1795392000000)/'],
    ['day', '23-Nov-26', '/Date(1795392000000)/'],
    ['day', '00000000', null],
    ['flag', 'X', true],
    ['flag', '', false],
    ['text', ' 0001 ', '0001'],
  ] as const)('read a %s written %s', (kind, written, read) => {
    expect(wireValue(kind, written)).toBe(read)
  })
  it('are sent by those who keep the masters, and not by those who only read single documents', async () => {
    desk.close()
    desk = await importDesk(db, ['CSC_AGENT'])
    const job = await desk.bring('masters/read-data-from-sap/stock', 'Material\nLS-1001', { commit: true })
    expect(job).toMatchObject({ status: 'FAILED', errorText: 'Reads from SAP: the role CSC_AGENT may not import here' })
  })
})
