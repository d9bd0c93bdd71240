import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { stockPull } from '../../../api/sap/goods/stock.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { SapError } from '../../../api/sap/http/sap-error.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { createCompany } from '../../support/dispatches/shipped-order.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { type StubRows, stubSap } from '../../support/sap/rows.ts'

const start = '2026-11-23T06:30:00.000Z'
let at = start
let database: TestDatabase
let db: Knex
let rows: StubRows & { 'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': SapRow[]; 'API_BATCH_SRV/Batch': SapRow[] }
let sap: ReturnType<typeof stubSap>

const log = createLog({ logLevel: 'silent', environment: 'test' } as never)

beforeEach(async () => {
  at = start
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  await createCompany(db)
  rows = { 'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': [], 'API_BATCH_SRV/Batch': [] }
  sap = stubSap(rows)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const keyFields = {
  Supplier: '',
  Customer: '',
  WBSElementInternalID: '0',
  SDDocument: '',
  SDDocumentItem: '0',
  InventorySpecialStockType: '',
  InventoryStockType: '01',
}
const stock = (more: Partial<Record<string, string>> = {}) => ({
  Material: 'LS-1001',
  Plant: '1010',
  StorageLocation: '0001',
  Batch: 'B1',
  ...keyFields,
  MaterialBaseUnit: 'EA',
  MatlWrhsStkQtyInMatlBaseUnit: '12.50000000000000',
  ...more,
})
const inSap = (...found: SapRow[]) => {
  rows['API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod'] = found
}
const expiry = (Batch: string, day: string | null, more: Partial<Record<string, string>> = {}) => ({
  Material: 'LS-1001',
  BatchIdentifyingPlant: '1010',
  Batch,
  ShelfLifeExpirationDate: day && `/Date(${Date.parse(`${day}T00:00:00Z`)})/`,
  ...more,
})
const read = (mode: 'DELTA' | 'FULL' = 'DELTA') =>
  sapRowReader({ db, sap, log }, stockPull).read({ trigger: 'MANUAL', mode, requestedById: null })
const kept = () =>
  db('stock_level')
    .join('products', 'products.id', 'productId')
    .join('plant', 'plant.id', 'plantId')
    .where('stock_level.isActive', 1)
    .orderBy(['products.code', 'plant.code', 'batchNo'])
    .select('products.code as product', 'plant.code as plant', 'batchNo', 'unrestrictedQty', 'expiryDate', 'asOn')
const errors = async () =>
  (await db('import_job_error').where({ source: 'SAP' }).orderBy('id')).map(
    ({ value, errorCode, columnName, message }) => ({
      value,
      errorCode,
      columnName,
      message,
    }),
  )

describe('a reading of stock', () => {
  it('keeps product, plant, batch, quantity in thousandths, expiry and when it began', async () => {
    inSap(stock(), stock({ Material: 'LS-1002', Batch: '', MatlWrhsStkQtyInMatlBaseUnit: '7' }))
    rows['API_BATCH_SRV/Batch'] = [expiry('B1', '2028-03-31')]
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 2, rowsFailed: 0 })
    expect(await kept()).toEqual([
      {
        product: 'LS-1001',
        plant: '1010',
        batchNo: 'B1',
        unrestrictedQty: 12_500,
        expiryDate: '2028-03-31',
        asOn: start,
      },
      { product: 'LS-1002', plant: '1010', batchNo: null, unrestrictedQty: 7_000, expiryDate: null, asOn: start },
    ])
  })
  it('asks for unrestricted stock of our own, and takes no special stock or blocked stock', async () => {
    inSap(
      stock(),
      stock({ InventorySpecialStockType: 'E', SDDocument: '5000000001' }),
      stock({ InventoryStockType: '07' }),
    )
    await read()
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }])
    expect(sap.asked.find(({ path }) => path.includes('A_MatlStkInAcctMod'))?.filter).toMatch(
      /^InventoryStockType eq '01' and InventorySpecialStockType eq '' and /,
    )
  })
  it('sums storage locations, also where a page ends between them', async () => {
    inSap(
      ...['0001', '0002', '0003', '0004'].map(StorageLocation => stock({ StorageLocation })),
      stock({ Plant: '1020' }),
    )
    sap.pageSize = 3
    await read()
    expect(await kept()).toMatchObject([
      { plant: '1010', unrestrictedQty: 50_000 },
      { plant: '1020', unrestrictedQty: 12_500 },
    ])
  })
  it('leaves out the storage locations that a setting names, everywhere or at one plant', async () => {
    await exampleRow(db, resourceNamed('app-setting'), {
      key: 'sap.excluded_storage_locations',
      value: '0009, 1020/0002',
      valueType: 'STR',
    })
    inSap(
      stock(),
      stock({ StorageLocation: '0009' }),
      stock({ StorageLocation: '0002' }),
      stock({ StorageLocation: '0002', Plant: '1020' }),
    )
    await read()
    expect(await kept()).toMatchObject([{ plant: '1010', unrestrictedQty: 25_000 }])
  })
  it('knows a numeric product with or without its leading zeros', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ code: '104530' })
    inSap(stock({ Material: '000000000000104530' }))
    await read()
    expect(await kept()).toMatchObject([{ product: '104530', unrestrictedQty: 12_500 }])
  })
  it('converts SAP’s unit to the base unit of the product, rounded down', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ baseUom: 'KG', uom: 'KG' })
    inSap(stock({ MaterialBaseUnit: 'G', MatlWrhsStkQtyInMatlBaseUnit: '1999.900' }))
    expect(await read()).toMatchObject({ status: 'OK' })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 1_999 }])
  })
  it('finds the expiry of a batch that is one at all plants', async () => {
    inSap(stock())
    rows['API_BATCH_SRV/Batch'] = [expiry('B1', '2027-01-31', { BatchIdentifyingPlant: '' })]
    await read()
    expect(await kept()).toMatchObject([{ expiryDate: '2027-01-31' }])
  })
  it('follows an expiry that is put right in SAP', async () => {
    inSap(stock())
    rows['API_BATCH_SRV/Batch'] = [expiry('B1', '2027-01-31')]
    await read()
    rows['API_BATCH_SRV/Batch'] = [expiry('B1', null)]
    expect(await read()).toMatchObject({ rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ expiryDate: null }])
  })
})

describe('a second reading', () => {
  it('writes nothing where nothing changed, not even the time', async () => {
    inSap(stock(), stock({ Plant: '1020' }))
    await read()
    const before = await db('stock_level').orderBy('id')
    at = '2026-11-23T07:00:00.000Z'
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
    expect(await db('stock_level').orderBy('id')).toEqual(before)
    expect((await db('audit_entry').where({ entity: 'stock-level' })).length).toBe(2)
  })
  it('brings the new quantity and its time', async () => {
    inSap(stock())
    await read()
    at = '2026-11-23T07:00:00.000Z'
    inSap(stock({ MatlWrhsStkQtyInMatlBaseUnit: '3.000' }))
    expect(await read()).toMatchObject({ rowsCreated: 0, rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 3_000, asOn: at }])
  })
  it('sets to 0 what SAP no longer lists, and keeps the batch', async () => {
    inSap(stock(), stock({ Batch: 'B2' }))
    await read()
    inSap(stock({ Batch: 'B2' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await kept()).toMatchObject([
      { batchNo: 'B1', unrestrictedQty: 0 },
      { batchNo: 'B2', unrestrictedQty: 12_500 },
    ])
    inSap(stock(), stock({ Batch: 'B2' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0, rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }, { unrestrictedQty: 12_500 }])
  })
  it('sets nothing to 0 when a page was lost', async () => {
    inSap(stock(), stock({ Batch: 'B2' }))
    await read()
    sap.lost = 1
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 0 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }, { unrestrictedQty: 12_500 }])
    expect(await errors()).toMatchObject([{ errorCode: 'INCOMPLETE' }])
  })
  it('stops at the guard when SAP lists nothing at all', async () => {
    inSap(stock(), stock({ Batch: 'B2' }))
    await read()
    inSap()
    expect(await read()).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }, { unrestrictedQty: 12_500 }])
  })
  it('counts each storage location once, though a page comes again', async () => {
    const again = stock({ StorageLocation: '0001' })
    inSap(again, structuredClone(again), stock({ StorageLocation: '0002' }))
    await read()
    expect(await kept()).toMatchObject([{ unrestrictedQty: 25_000 }])
  })
})

describe('stock that cannot be taken as it is', () => {
  it('of an unknown product waits for the products, and the others are taken', async () => {
    inSap(stock(), stock({ Material: 'RAW-1' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([
      {
        value: 'RAW-1/1010/B1',
        errorCode: 'UNKNOWN_REF',
        columnName: 'productId',
        message:
          'Stock of RAW-1 at 1010: the portal has no product RAW-1. It is counted once that has been read from SAP',
      },
    ])
    expect(await db('sap_pending_row')).toMatchObject([
      { object: 'STOCK', sapKey: 'RAW-1/1010/B1', waitsFor: 'PRODUCT' },
    ])
  })
  it('at a plant that is not ours is counted as skipped, and is no error', async () => {
    inSap(stock(), stock({ Plant: '9999' }))
    sap.unasked = ({ Plant }) => Plant === '9999'
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1, rowsSkipped: 1 })
    expect(await errors()).toMatchObject([{ errorCode: 'NOT_OURS', message: 'Stock: 1 row is of others and left out' }])
    expect(sap.asked.find(({ path }) => path.includes('A_MatlStkInAcctMod'))?.filter).toContain("Plant eq '1010'")
  })
  it('of a deactivated product is left out without a word', async () => {
    await db('products').where({ code: 'LS-1001' }).update({ isActive: false })
    inSap(stock())
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 0 })
  })
  it('below nothing is an error each time, counts as 0, and is right again once SAP is', async () => {
    inSap(stock(), stock({ Batch: 'B2', MatlWrhsStkQtyInMatlBaseUnit: '5' }))
    await read()
    const negative = stock({ MatlWrhsStkQtyInMatlBaseUnit: '-4.500' })
    inSap(negative, stock({ Batch: 'B2', MatlWrhsStkQtyInMatlBaseUnit: '5' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1, rowsFailed: 1 })
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 0, rowsFailed: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 0 }, { unrestrictedQty: 5_000 }])
    expect((await errors())[0]).toEqual({
      value: 'LS-1001/1010/B1',
      errorCode: 'QTY_INVALID',
      columnName: 'unrestrictedQty',
      message: 'Stock of LS-1001 at 1010, batch B1, is -4.5 EA in SAP: it counts as 0 until it is corrected there',
    })
    inSap(stock(), stock({ Batch: 'B2', MatlWrhsStkQtyInMatlBaseUnit: '5' }))
    expect(await read()).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }, { unrestrictedQty: 5_000 }])
  })
  it.each([
    ['that the portal does not know', 'KAN', 'UNKNOWN_UNIT', 'Unit KAN of product LS-1001 is not in units.'],
    [
      'that cannot be converted',
      'L',
      'UOM_MISMATCH',
      'Stock of LS-1001 at 1010 is in L in SAP, which cannot be converted to its base unit EA: read the product from SAP again',
    ],
  ])('in a unit %s says so and changes nothing', async (_, MaterialBaseUnit, errorCode, message) => {
    inSap(stock({ MaterialBaseUnit }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 0 })
    expect(await errors()).toMatchObject([{ errorCode, message }])
  })
  it('with a quantity that is no number keeps what was known', async () => {
    inSap(stock())
    await read()
    inSap(stock(), stock({ StorageLocation: '0002', MatlWrhsStkQtyInMatlBaseUnit: 'many' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 0 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 12_500 }])
    expect(await errors()).toMatchObject([{ value: 'LS-1001/1010/B1', errorCode: 'UNREADABLE' }])
  })
  it('keeps the days on which batches expire when SAP does not let us read batches', async () => {
    inSap(stock())
    rows['API_BATCH_SRV/Batch'] = [expiry('B1', '2028-03-31')]
    await read()
    rows['API_BATCH_SRV/Batch'] = new SapError('BUSINESS', 'SAP refused it: no service.') as never
    inSap(stock({ MatlWrhsStkQtyInMatlBaseUnit: '2' }))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsUpdated: 1 })
    expect(await kept()).toMatchObject([{ unrestrictedQty: 2_000, expiryDate: '2028-03-31' }])
    expect((await errors())[0]!.message).toContain('When batches expire cannot be read')
  })
})
