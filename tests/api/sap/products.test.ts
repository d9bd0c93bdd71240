import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../api/platform/clock.ts'
import { createLog } from '../../../api/platform/log.ts'
import { conditionRecords } from '../../../api/sap/goods/price-pages.ts'
import { productPull } from '../../../api/sap/goods/product.ts'
import { productSet } from '../../../api/sap/goods/product-pages.ts'
import type { SapRow } from '../../../api/sap/http/odata.ts'
import { readOneRow } from '../../../api/sap/reading/read-one-row.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { expectKnownFields } from '../../support/sap/oracles.ts'
import { stubSap } from '../../support/sap/rows.ts'

const PRODUCTS = 'API_PRODUCT_SRV/A_Product'
let at: string
let database: TestDatabase
let db: Knex
let rows: Record<string, SapRow[]>
let sap: ReturnType<typeof stubSap>
let sbuId: number

const log = createLog({ logLevel: 'silent', environment: 'test' } as never)

beforeEach(async () => {
  at = '2026-11-23T06:30:00.000Z'
  setClock(() => at)
  database = await freshDatabase()
  db = database.db
  sbuId = (await exampleRow(db, resourceNamed('sbu'), { code: 'LS', salesOrg: '1000', division: '10' })).id
  await exampleRow(db, resourceNamed('channel'), { code: '10' })
  await exampleRow(db, resourceNamed('channel'), { code: '11' })
  await set('sap.gst_rates', '29=18,2922=12')
  rows = { [PRODUCTS]: [] }
  sap = stubSap(rows)
})
afterEach(async () => {
  setClock(null)
  await database.close()
})

const set = (key: string, value: string) =>
  exampleRow(db, resourceNamed('app-setting'), { key, value, valueType: 'STR' })
const changed = (text: string) => `/Date(${Date.parse(text)}+0000)/`
const area = (more: SapRow = {}) => ({
  ProductSalesOrg: '1000',
  ProductDistributionChnl: '10',
  SalesMeasureUnit: '',
  MinimumOrderQuantity: '0.000',
  DeliveryQuantity: '0.000',
  DeliveryQuantityUnit: '',
  SupplyingPlant: '',
  ProductSalesStatus: '',
  ProductSalesStatusValidityDate: null,
  PriceSpecificationProductGroup: '',
  IsMarkedForDeletion: false,
  FirstSalesSpecProductGroup: '',
  SecondSalesSpecProductGroup: '',
  ThirdSalesSpecProductGroup: '',
  FourthSalesSpecProductGroup: '',
  FifthSalesSpecProductGroup: '',
  ...more,
})
interface More {
  basic?: SapRow
  areas?: SapRow[]
  units?: [string, string, string][]
  plants?: [string, string][]
  texts?: [string, string][]
  storage?: SapRow | null
}
const article = (
  Product: string,
  {
    basic = {},
    areas = [area()],
    units = [],
    plants = [['1010', '29051220']],
    texts = [['EN', 'Tris base']],
    storage = null,
  }: More = {},
) => ({
  Product,
  LastChangeDateTime: changed('2026-11-20T05:00:00Z'),
  Division: '10',
  BaseUnit: 'KG',
  GrossWeight: '1.050',
  NetWeight: '1.000',
  WeightUnit: 'KG',
  SizeOrDimensionText: '',
  IsBatchManagementRequired: true,
  IsMarkedForDeletion: false,
  ...basic,
  to_Description: { results: texts.map(([Language, ProductDescription]) => ({ Language, ProductDescription })) },
  to_SalesDelivery: { results: areas },
  to_Plant: { results: plants.map(([Plant, ConsumptionTaxCtrlCode]) => ({ Plant, ConsumptionTaxCtrlCode })) },
  to_ProductUnitsOfMeasure: {
    results: [['KG', '1', '1'] as [string, string, string], ...units].map(
      ([AlternativeUnit, QuantityNumerator, QuantityDenominator]) => ({
        AlternativeUnit,
        QuantityNumerator,
        QuantityDenominator,
      }),
    ),
  },
  to_ProductStorage: storage,
})
const inSap = (...found: SapRow[]) => {
  rows[PRODUCTS] = found
}
const read = (mode: 'DELTA' | 'FULL' = 'DELTA') =>
  sapRowReader({ db, sap, log }, productPull).read({ trigger: 'MANUAL', mode, requestedById: null })
const kept = (code: string) => db('products').where({ code }).first()
const errors = async () =>
  (await db('import_job_error').where({ source: 'SAP' }).orderBy('id')).map(row => [
    row.value,
    row.errorCode,
    row.message,
  ])

describe('a reading of products', () => {
  it('keeps every column that SAP owns', async () => {
    inSap(
      article('LS-1001', {
        basic: { SizeOrDimensionText: '500 g', IsBatchManagementRequired: false },
        texts: [
          ['DE', 'Tris Base'],
          ['EN', 'Tris base, molecular biology grade'],
        ],
        areas: [area({ MinimumOrderQuantity: '25.000', DeliveryQuantity: '5.000', ProductSalesStatus: '01' })],
        plants: [['1010', '2905.12.20']],
        storage: { TotalShelfLife: '36', ShelfLifeExpirationDatePeriod: '2' },
      }),
    )
    expect(await read()).toMatchObject({ status: 'OK', rowsRead: 1, rowsCreated: 1 })
    expect(await kept('LS-1001')).toMatchObject({
      ...{ name: 'Tris base, molecular biology grade', sbuId, division: '10', uom: 'KG', baseUom: 'KG' },
      ...{ uomNumerator: 1, uomDenominator: 1, packSize: '500 g', packQty: 5_000, minOrderQty: 25_000 },
      ...{ grossWeightKg: 1_050, netWeightKg: 1_000, hsnCode: '29051220', gstRate: 18_00, isBatchManaged: 0 },
      ...{ shelfLifeDays: 1080, sapSalesStatus: '01', sapDeleted: 0, toComplete: null, isOrderable: 1 },
      storageCondition: 'AMBIENT',
    })
  })

  it('brings quantities and weights into the sales unit, by a fraction that loses nothing', async () => {
    inSap(
      article('LS-1', {
        areas: [
          area({
            SalesMeasureUnit: 'BOX',
            MinimumOrderQuantity: '10.000',
            DeliveryQuantity: '2.000',
            DeliveryQuantityUnit: 'PAL',
          }),
        ],
        units: [
          ['BOX', '1', '3'],
          ['PAL', '20', '1'],
        ],
      }),
    )
    await read()
    expect(await kept('LS-1')).toMatchObject({
      ...{ uom: 'BOX', baseUom: 'KG', uomNumerator: 1, uomDenominator: 3 },
      ...{ minOrderQty: 30_000, packQty: 120_000, grossWeightKg: 350, netWeightKg: 333 },
    })
  })

  it('takes weights in grams, and a blank sales unit as the base unit', async () => {
    inSap(article('LS-1', { basic: { BaseUnit: 'EA', GrossWeight: '620.500', NetWeight: '500', WeightUnit: 'G' } }))
    await read()
    expect(await kept('LS-1')).toMatchObject({ uom: 'EA', packQty: 1_000, grossWeightKg: 621, netWeightKg: 500 })
  })

  it('creates the groups it names and the portal has not', async () => {
    const known = await exampleRow(db, resourceNamed('mvgr'), { groupNo: '1', code: 'SOL', description: 'Solvents' })
    inSap(
      article('LS-1', {
        areas: [
          area({
            FirstSalesSpecProductGroup: 'SOL',
            FifthSalesSpecProductGroup: 'OWN',
            PriceSpecificationProductGroup: '07',
          }),
        ],
      }),
      article('LS-2', { areas: [area({ FifthSalesSpecProductGroup: 'OWN' })] }),
    )
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 2 })
    const own = await db('mvgr').where({ groupNo: '5', code: 'OWN' })
    expect(own).toHaveLength(1)
    expect(own[0]).toMatchObject({ description: 'OWN' })
    const pricing = await db('material_pricing_group').where({ code: '07' }).first()
    expect(await kept('LS-1')).toMatchObject({
      ...{ mvgr1Id: known.id, mvgr2Id: null, mvgr5Id: own[0].id, materialPricingGroupId: pricing.id },
    })
  })

  it('takes the sales data of the set channel, else of the lowest', async () => {
    const of = (channel: string, quantity: string) =>
      area({ ProductDistributionChnl: channel, MinimumOrderQuantity: quantity })
    inSap(
      article('LS-1', { areas: [of('10', '1.000'), of('11', '2.000')] }),
      article('LS-2', { areas: [of('11', '3.000')] }),
    )
    await set('sap.product_channel', '11')
    await read()
    expect([(await kept('LS-1')).minOrderQty, (await kept('LS-2')).minOrderQty]).toEqual([2_000, 3_000])
    await db('app_setting').where({ key: 'sap.product_channel' }).update({ value: '10' })
    await read('FULL')
    expect([(await kept('LS-1')).minOrderQty, (await kept('LS-2')).minOrderQty]).toEqual([1_000, 3_000])
  })

  it('takes the tax control code of the supplying plant, else of the first that has one', async () => {
    const plants: [string, string][] = [
      ['1010', ''],
      ['1020', '29051220'],
      ['1030', '29221990'],
    ]
    inSap(article('LS-1', { plants }), article('LS-2', { plants, areas: [area({ SupplyingPlant: '1030' })] }))
    await read()
    expect([(await kept('LS-1')).hsnCode, (await kept('LS-2')).hsnCode]).toEqual(['29051220', '29221990'])
  })

  it('lets a status for sale count from its day', async () => {
    const from = (day: string) => ({
      ProductSalesStatus: '01',
      ProductSalesStatusValidityDate: changed(`${day}T00:00:00Z`),
    })
    inSap(
      article('LS-1', { areas: [area(from('2026-11-24'))] }),
      article('LS-2', { areas: [area(from('2026-11-23'))] }),
    )
    await read()
    expect([(await kept('LS-1')).sapSalesStatus, (await kept('LS-2')).sapSalesStatus]).toEqual([null, '01'])
  })

  it('skips what is not sold in an area of the portal', async () => {
    inSap(
      article('LS-1'),
      article('RAW', { areas: [] }),
      article('OTHER', { areas: [area({ ProductSalesOrg: '2000' })] }),
      article('EXPORT', { areas: [area({ ProductDistributionChnl: '30' })] }),
    )
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1, rowsSkipped: 3 })
  })

  it('takes a number with leading zeros for the product without', async () => {
    inSap(article('000000000000104530'))
    await read()
    inSap(
      article('104530', {
        basic: { LastChangeDateTime: changed('2026-11-21T05:00:00Z'), Division: '10', SizeOrDimensionText: '1 kg' },
      }),
    )
    expect(await read()).toMatchObject({ rowsCreated: 0, rowsUpdated: 1 })
    expect(await db('products').where({ code: '104530' })).toHaveLength(1)
  })
})

describe('what is asked of SAP', () => {
  it('are fields and links that SAP’s own metadata has', () => {
    for (const { path, key, select = [], expand = [] } of [productSet, conditionRecords]) {
      const [service, set] = path.split('/') as [string, string]
      const own = select.filter(name => !name.includes('/'))
      expectKnownFields(service, set, [...key, ...own, ...expand])
      for (const link of expand) {
        const named = select.filter(name => name.startsWith(`${link}/`)).map(name => name.slice(link.length + 1))
        expect(named).not.toEqual([])
        expectKnownFields(service, targets[link]!, named)
      }
    }
  })
})

const targets: Record<string, string> = {
  to_Description: 'A_ProductDescription',
  to_SalesDelivery: 'A_ProductSalesDelivery',
  to_Plant: 'A_ProductPlant',
  to_ProductUnitsOfMeasure: 'A_ProductUnitsOfMeasure',
  to_ProductStorage: 'A_ProductStorage',
  to_SlsPrcgCndnRecdValidity: 'A_SlsPrcgCndnRecdValidity',
  to_SlsPrcgCndnRecordScale: 'A_SlsPrcgCndnRecordScale',
}

describe('what SAP does not tell', () => {
  it('is the longest GST rate that is set for the beginning of the HSN code', async () => {
    inSap(article('LS-1', { plants: [['1010', '29221990']] }))
    await read()
    expect(await kept('LS-1')).toMatchObject({ gstRate: 12_00, toComplete: null })
  })

  it('is to be completed, never GST 0', async () => {
    inSap(article('LS-1', { plants: [['1010', '30049099']], basic: { Division: '77' } }))
    expect(await read()).toMatchObject({ status: 'OK', rowsCreated: 1 })
    expect(await kept('LS-1')).toMatchObject({ gstRate: null, sbuId: null, toComplete: 'SBU, GST rate' })
  })

  it('stays as a person completed it', async () => {
    inSap(article('LS-1', { plants: [['1010', '30049099']], basic: { Division: '77' } }))
    await read()
    await db('products').where({ code: 'LS-1' }).update({ gstRate: 5_00, sbuId, toComplete: null })
    inSap(article('LS-1', { plants: [['1010', '30049099']], basic: { Division: '77', SizeOrDimensionText: '1 kg' } }))
    expect(await read('FULL')).toMatchObject({ rowsUpdated: 1 })
    expect(await kept('LS-1')).toMatchObject({ gstRate: 5_00, sbuId, toComplete: null, packSize: '1 kg' })
  })

  it('follows the division', async () => {
    const other = await exampleRow(db, resourceNamed('sbu'), { code: 'PS', salesOrg: '1000', division: '20' })
    inSap(article('LS-1'))
    await read()
    inSap(article('LS-1', { basic: { Division: '20' } }))
    await read('FULL')
    expect(await kept('LS-1')).toMatchObject({ sbuId: other.id, division: '20' })
    inSap(article('LS-1', { basic: { Division: '99' } }))
    await read('FULL')
    expect(await kept('LS-1')).toMatchObject({ sbuId: null, toComplete: 'SBU' })
  })

  it('leaves the portal’s own columns alone', async () => {
    inSap(article('LS-1'))
    await read()
    const own = {
      casNo: '77-86-1',
      storageCondition: 'COLD_2_8',
      isOrderable: 0,
      maxOrderQty: 90_000,
      isDrug: 1,
      shortText: 'x',
    }
    await db('products').where({ code: 'LS-1' }).update(own)
    inSap(article('LS-1', { texts: [['EN', 'Another name']] }))
    await read('FULL')
    expect(await kept('LS-1')).toMatchObject({ ...own, name: 'Another name' })
  })
})

describe('a product that cannot be taken', () => {
  const wrong: [string, More, string, string][] = [
    [
      'without a description',
      { texts: [] },
      'UNREADABLE',
      'Product X-9 cannot be read: it has no description: enter one in SAP',
    ],
    [
      'with a weight in pounds',
      { basic: { WeightUnit: 'LB' } },
      'UNREADABLE',
      'Product X-9 cannot be read: its weight is in LB: enter it in G, KG or TO in SAP',
    ],
    [
      'sold by a unit without a conversion',
      { areas: [area({ SalesMeasureUnit: 'CAR' })] },
      'UNREADABLE',
      'Product X-9 cannot be read: it has no conversion from CAR to its base unit KG: enter it in SAP',
    ],
    [
      'without a tax control code',
      { plants: [['1010', '']] },
      'REQUIRED',
      'Product X-9 has no tax control code (HSN) at any plant: enter it in SAP',
    ],
    [
      'with a tax control code that is no HSN',
      { plants: [['1010', '290']] },
      'FORMAT',
      'Product X-9: HSN code must be an HSN code of 4, 6 or 8 digits',
    ],
    [
      'without a division',
      { basic: { Division: '' } },
      'UNREADABLE',
      'Product X-9 cannot be read: it has no division: enter one in SAP',
    ],
    [
      'with a quantity that is no number',
      { areas: [area({ MinimumOrderQuantity: 'many' })] },
      'UNREADABLE',
      'Product X-9 cannot be read: "many" is not a decimal text',
    ],
  ]
  it.each(wrong)('%s is told, and the others are taken', async (_, more, code, message) => {
    inSap(article('LS-1'), article('X-9', more))
    expect(await read()).toMatchObject({ status: 'PARTIAL', rowsCreated: 1, rowsFailed: 1 })
    expect(await errors()).toEqual([['X-9', code, message]])
  })
})

describe('a second reading', () => {
  it('changes nothing, and asks only for what changed since', async () => {
    inSap(article('LS-1'), article('LS-2', { basic: { LastChangeDateTime: changed('2026-11-22T05:00:00Z') } }))
    await read()
    const count = async () => Number((await db('audit_entry').count({ rows: '*' }).first())?.rows)
    const before = await count()
    expect(await read()).toMatchObject({ rowsCreated: 0, rowsUpdated: 0, rowsRead: 1 })
    expect(sap.asked.at(-1)?.filter).toBe("LastChangeDateTime ge datetimeoffset'2026-11-22T04:55:00.000Z'")
    expect(await read('FULL')).toMatchObject({ rowsRead: 2, rowsCreated: 0, rowsUpdated: 0 })
    expect(await count()).toBe(before)
  })

  it('finds one product by its code, with and without leading zeros', async () => {
    inSap(article('000000000000104530'), article('LS-1'))
    const { run } = await readOneRow({ db, sap }, productPull, '104530', null)
    expect(run).toMatchObject({ status: 'OK', rowsRead: 1, rowsCreated: 1, filterCode: '104530' })
    expect((await db('products')).map(({ code }) => code)).toEqual(['104530'])
  })
})

describe('a product that ends in SAP', () => {
  it.each([
    ['marked for deletion', article('LS-1', { basic: { IsMarkedForDeletion: true } })],
    ['marked for deletion in its sales area', article('LS-1', { areas: [area({ IsMarkedForDeletion: true })] })],
  ])('%s can no longer be ordered, and again once that is taken back', async (_, row) => {
    inSap(article('LS-1'))
    await read()
    inSap(row)
    expect(await read('FULL')).toMatchObject({ status: 'OK', rowsUpdated: 1 })
    expect(await kept('LS-1')).toMatchObject({ sapDeleted: 1, isActive: 1 })
    inSap(article('LS-1'))
    await read('FULL')
    expect(await kept('LS-1')).toMatchObject({ sapDeleted: 0 })
  })

  it('is marked once a full reading no longer finds it, or it is sold elsewhere', async () => {
    inSap(article('LS-1'), article('LS-2'), article('LS-3'))
    await read()
    inSap(article('LS-1'), article('LS-3', { areas: [] }))
    await read()
    expect((await kept('LS-2')).sapDeleted).toBe(0)
    await read('FULL')
    expect([(await kept('LS-2')).sapDeleted, (await kept('LS-3')).sapDeleted]).toEqual([1, 1])
  })

  it('stays where more than a fifth would end at once', async () => {
    const all = Array.from({ length: 30 }, (_, n) => article(`LS-${n}`))
    inSap(...all)
    await read()
    inSap(...all.slice(0, 20))
    expect(await read('FULL')).toMatchObject({ status: 'FAILED', errorClass: 'GUARD_TRIPPED' })
    expect(await db('products').where({ sapDeleted: 1 })).toEqual([])
  })
})
