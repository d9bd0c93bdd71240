import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityTypes } from '../../../api/simulators/sap-entities/all.ts'
import type { Company } from '../../../api/simulators/sap-masters/company.ts'
import { fillMasters } from '../../../api/simulators/sap-masters/fill.ts'
import { addOddities } from '../../../api/simulators/sap-masters/oddities.ts'
import { sapRegions } from '../../../api/simulators/sap-masters/regions.ts'
import { fillScale } from '../../../api/simulators/sap-masters/scale.ts'
import { type EntityStore, entityStore } from '../../../api/simulators/sap-odata/entity-store.ts'
import type { Property, Row } from '../../../api/simulators/sap-odata/entity-type.ts'
import { answerRead } from '../../../api/simulators/sap-odata/read.ts'
import { hasCheckSign } from '../../../resources/define/official/gstin.ts'
import { companyOf } from '../../../seeds/sap-masters.ts'
import { seededDatabase, type TestDatabase } from '../../support/database.ts'

const at = '2026-11-01T06:30:00.000Z'
const newStore = () => entityStore(new DatabaseSync(':memory:'), entityTypes)

/** All rows that SAP gives for a question. */
function rowsOf(store: EntityStore, path: string, options: Record<string, string> = {}): Row[] {
  const [service = '', set = ''] = path.split('/')
  const url = `http://sap.test/sap/opu/odata/sap/${service}`
  const query = new URLSearchParams({ 'sap-language': 'EN', ...options })
  const answer = answerRead(store, { service, path: set, query, serviceUrl: url, url: `${url}/${set}`, pageLimit: 1e6 })
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { d: { results: Row[] } }).d.results
}
const below = (row: Row, link: string) => (row[link] as { results: Row[] }).results
const only = <T>(rows: readonly T[]): T => {
  expect(rows).toHaveLength(1)
  return rows[0]!
}

/** Whether a stored value is one of its property's kind and length. */
function isOfKind({ edm, maxLength, precision = 0, scale = 0 }: Property, value: unknown): boolean {
  if (edm === 'Boolean') return typeof value === 'boolean'
  if (edm === 'Int32' || edm === 'Double') return typeof value === 'number'
  if (value === null) return edm !== 'String' && edm !== 'Decimal'
  if (typeof value !== 'string') return false
  if (edm === 'Decimal') {
    const [whole = '', decimals = ''] = value.replace('-', '').split('.')
    return /^-?\d+(\.\d+)?$/.test(value) && whole.length <= precision - scale && decimals.length <= scale
  }
  if (edm === 'DateTime') return /^\d{4}-\d\d-\d\d$/.test(value)
  if (edm === 'DateTimeOffset') return new Date(value).toISOString() === value
  if (edm === 'Time') return /^\d\d:\d\d:\d\d$/.test(value)
  return value.length <= (maxLength ?? 5_000)
}

function misfits(store: EntityStore): string[] {
  return entityTypes.flatMap(({ set, properties }) =>
    store.page(set, { top: 1e6 }).rows.flatMap(row =>
      Object.entries(row)
        .filter(([name, value]) => !isOfKind(properties[name]!, value))
        .map(([name, value]) => `${set} ${name}: ${value}`),
    ),
  )
}

describe('the masters of the demo company', () => {
  let database: TestDatabase
  let company: Company
  const store = newStore()
  beforeAll(async () => {
    database = await seededDatabase()
    company = await companyOf(database.db)
    fillMasters(store, company, at)
  })
  afterAll(() => database.close())

  it('fit into SAP’s fields by kind, length and decimals', () => {
    expect(misfits(store)).toEqual([])
  })

  it('are all customers with their sales areas, ship-tos and credit limits', async () => {
    const customers = await database.db('customer').orderBy('code').select('code', 'name', 'creditLimit', 'gstin')
    const found = rowsOf(store, 'API_BUSINESS_PARTNER/A_Customer', {
      $expand: 'to_CustomerSalesArea/to_PartnerFunction',
      $filter: `startswith(CustomerAccountGroup,'Z00')`,
    })
    expect(found.map(({ Customer, CustomerName }) => [Customer, CustomerName])).toEqual(
      customers.map(({ code, name }) => [code.padStart(10, '0'), name]),
    )
    const shipTos = await database.db('ship_to').pluck('code')
    const partners = found.flatMap(row =>
      below(row, 'to_CustomerSalesArea').flatMap(area => below(area, 'to_PartnerFunction')),
    )
    const delivered = partners.filter(({ PartnerFunction }) => PartnerFunction === 'SH')
    expect([...new Set(delivered.map(row => String(row.BPCustomerNumber).replace(/^0+/, '')))].sort()).toEqual(
      shipTos.sort(),
    )
    const limits = rowsOf(store, 'API_CRDTMBUSINESSPARTNER/CreditManagementAccount')
    expect(limits.map(row => Math.round(Number(row.CreditLimitAmount) * 100))).toEqual(
      customers.map(({ creditLimit }) => Number(creditLimit)),
    )
    const gstins = rowsOf(store, 'API_BUSINESS_PARTNER/A_BusinessPartnerTaxNumber', { $filter: `BPTaxType eq 'IN3'` })
    for (const { gstin } of customers.filter(row => row.gstin))
      expect(gstins.map(({ BPTaxNumber }) => BPTaxNumber)).toContain(gstin)
  })

  it('have for each state that the company delivers to a region, which is not its GST code', async () => {
    const used = await database
      .db('ship_to')
      .join('state', 'state.id', 'ship_to.stateId')
      .distinct('gstStateCode as code')
    for (const { code } of used) expect(sapRegions[code]).toMatch(/^\d\d$/)
    expect(sapRegions['27']).toBe('13')
    expect(new Set(Object.values(sapRegions)).size).toBe(Object.values(sapRegions).length)
  })

  it('are all products in every channel, with text, units and HSN', async () => {
    const codes = await database.db('products').orderBy('code').pluck('code')
    const found = rowsOf(store, 'API_PRODUCT_SRV/A_Product', {
      $expand: 'to_Description,to_SalesDelivery,to_Plant,to_ProductUnitsOfMeasure',
    })
    expect(found.map(({ Product }) => Product)).toEqual(codes)
    for (const row of found) {
      expect(below(row, 'to_Description')).toHaveLength(1)
      expect(below(row, 'to_SalesDelivery')).toHaveLength(4)
      expect(below(row, 'to_Plant')).not.toEqual([])
      expect(below(row, 'to_ProductUnitsOfMeasure')).toMatchObject([
        { QuantityNumerator: '1', QuantityDenominator: '1' },
      ])
    }
  })

  it('have names that SAP’s text of 40 characters holds, so that a first reading shortens none', async () => {
    expect(company.products.filter(({ name }) => name.length > 40)).toEqual([])
  })

  it('are every list price, stock and contract that SAP keeps', async () => {
    const count = async (table: string) => Number((await database.db(table).count({ total: '*' }))[0]!.total)
    const prices = rowsOf(store, 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgConditionRecord', {
      $filter: `ConditionType eq 'PR00'`,
    })
    expect(prices).toHaveLength(await count('product_price'))
    expect(rowsOf(store, 'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod')).toHaveLength(await count('stock_level'))
    const contracts = rowsOf(store, 'API_SALES_CONTRACT_SRV/A_SalesContract', { $expand: 'to_Item/to_PricingElement' })
    expect(contracts.map(row => [Number(row.SalesContract), below(row, 'to_Item').length])).toEqual([
      [40001207, 3],
      [40001262, 1],
    ])
    expect(below(below(contracts[1]!, 'to_Item')[0]!, 'to_PricingElement')).toMatchObject([
      { ConditionType: 'PR00', ConditionRateValue: '450.00', ConditionQuantity: '1', ConditionQuantityUnit: 'EA' },
    ])
  })
})

describe('what SAP taxes and delivers by', () => {
  let database: TestDatabase
  const store = newStore()
  beforeAll(async () => {
    database = await seededDatabase()
    fillMasters(store, await companyOf(database.db), at)
  })
  afterAll(() => database.close())

  it('is one rate of GST for each HSN code, that of every product with it', async () => {
    const rates = rowsOf(store, 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgCndnRecdValidity', {
      $filter: `ConditionType eq 'JOIG'`,
      $expand: 'to_SlsPrcgConditionRecord',
    })
    const byHsn = new Map(
      rates.map(row => [row.ConsumptionTaxCtrlCode, (row.to_SlsPrcgConditionRecord as Row).ConditionRateValue]),
    )
    for (const { hsnCode, gstRate } of await database.db('products').select('hsnCode', 'gstRate'))
      expect(Math.round(Number(byHsn.get(hsnCode)) * 100)).toBe(Number(gstRate))
  })

  it('is the region of each plant, at the customer that stands for it', async () => {
    const plants = rowsOf(store, 'API_PLANT_SRV/A_Plant')
    const codes = await database.db('plant').orderBy('code').pluck('code')
    expect(plants.map(({ Plant }) => Plant)).toEqual(codes)
    const address = only(
      rowsOf(store, 'API_BUSINESS_PARTNER/A_BusinessPartnerAddress', {
        $filter: `BusinessPartner eq '${plants.find(({ Plant }) => Plant === '1201')!.PlantCustomer}'`,
      }),
    )
    expect(address).toMatchObject({ Region: '13', CityName: 'Bhiwandi' })
  })
})

describe('the oddities', () => {
  const store = newStore()
  addOddities(store, at)
  const partner = 'API_BUSINESS_PARTNER'
  const customer = (code: string) =>
    only(
      rowsOf(store, `${partner}/A_Customer`, {
        $filter: `Customer eq '${code}'`,
        $expand: 'to_CustomerSalesArea/to_PartnerFunction',
      }),
    )
  const prices = (product: string) =>
    rowsOf(store, 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgCndnRecdValidity', {
      $filter: `Material eq '${product}'`,
      $expand: 'to_SlsPrcgConditionRecord/to_SlsPrcgCndnRecordScale',
    })
  const record = (row: Row) => row.to_SlsPrcgConditionRecord as Row
  const product = (code: string) =>
    only(
      rowsOf(store, 'API_PRODUCT_SRV/A_Product', {
        $filter: `Product eq '${code}'`,
        $expand: 'to_SalesDelivery,to_ProductUnitsOfMeasure',
      }),
    )

  it('fit into SAP’s fields', () => {
    expect(misfits(store)).toEqual([])
  })

  it('are two customers with one ship-to', () => {
    for (const code of ['100901', '100902']) {
      const partners = below(below(customer(code), 'to_CustomerSalesArea')[0]!, 'to_PartnerFunction')
      expect(only(partners.filter(row => row.PartnerFunction === 'SH')).BPCustomerNumber).toBe('0000200901')
    }
  })

  it('are a customer without sales area, one blocked in its area alone, and one that is deleted', () => {
    expect(below(customer('100903'), 'to_CustomerSalesArea')).toEqual([])
    expect(customer('100904').OrderIsBlockedForCustomer).toBe('')
    expect(below(customer('100904'), 'to_CustomerSalesArea')[0]).toMatchObject({ OrderIsBlockedForCustomer: '01' })
    expect(customer('100905').DeletionIndicator).toBe(true)
  })

  it('are credit limits that have expired, are missing and are blocked', () => {
    const account = (code: string) =>
      rowsOf(store, 'API_CRDTMBUSINESSPARTNER/CreditManagementAccount', { $filter: `BusinessPartner eq '${code}'` })
    expect(only(account('100906')).CreditLimitValidityEndDate).toBe(`/Date(${Date.UTC(2020, 2, 31)})/`)
    expect(account('100907')).toEqual([])
    expect(only(account('100908')).CreditAccountIsBlocked).toBe(true)
  })

  it('are a GSTIN of a state other than the region’s: region 13 is Maharashtra, GST code 13 Nagaland', () => {
    const filter = { $filter: `BusinessPartner eq '100909'` }
    const { BPTaxNumber } = only(rowsOf(store, `${partner}/A_BusinessPartnerTaxNumber`, filter))
    expect(hasCheckSign(String(BPTaxNumber))).toBe(true)
    expect(String(BPTaxNumber).slice(0, 2)).toBe('13')
    expect(only(rowsOf(store, `${partner}/A_BusinessPartnerAddress`, filter)).Region).toBe('13')
  })

  it('are prices per 100, of one customer, of a price list, with scales, without unit, unreleased and deleted', () => {
    const kinds = prices('LS-9107').map(row => [
      record(row).ConditionTable,
      record(row).ConditionQuantity,
      row.Customer,
      row.PriceListType,
    ])
    expect(kinds).toEqual([
      ['304', '100', '', ''],
      ['305', '1', '0000100901', ''],
      ['306', '1', '', '02'],
    ])
    expect(below(record(only(prices('LS-9101'))), 'to_SlsPrcgCndnRecordScale')).toHaveLength(2)
    expect(record(only(prices('LS-9102'))).ConditionQuantityUnit).toBe('')
    expect(record(only(prices('LS-9106'))).ConditionRateValueUnit).toBe('USD')
    expect(only(prices('LS-9105')).ConditionReleaseStatus).toBe('A')
    expect(prices('104530').map(row => record(row).ConditionIsDeleted)).toEqual([true, false])
  })

  it('are a blank sales unit, weights in grams, a third of a unit, units by language and a deletion flag', () => {
    expect(below(product('LS-9101'), 'to_SalesDelivery')[0]).toMatchObject({ SalesMeasureUnit: '', BaseUnit: 'EA' })
    expect(product('LS-9102')).toMatchObject({ GrossWeight: '620.000', WeightUnit: 'G' })
    expect(below(product('LS-9103'), 'to_ProductUnitsOfMeasure')).toMatchObject([
      { AlternativeUnit: 'CAR', QuantityNumerator: '1', QuantityDenominator: '3' },
      { AlternativeUnit: 'PC', QuantityNumerator: '1', QuantityDenominator: '1' },
    ])
    expect(product('LS-9104').BaseUnit).toBe('PC')
    expect(product('LS-9105').IsMarkedForDeletion).toBe(true)
  })

  it('are a numeric material with leading zeros, found with and without them', () => {
    for (const code of ['104530', '000000000000104530']) expect(product(code).Product).toBe('000000000000104530')
  })

  it('are special stock, stock in quality inspection and stock below zero', () => {
    const stock = rowsOf(store, 'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod')
    const of = (name: string, wanted: unknown) => stock.filter(row => row[name] === wanted)
    expect(only(of('InventorySpecialStockType', 'W')).Customer).toBe('0000100901')
    expect(of('InventoryStockType', '07')).toHaveLength(1)
    expect(only(of('Material', 'LS-9101')).MatlWrhsStkQtyInMatlBaseUnit).toBe('-3.000')
  })

  it('are a contract for a product that does not exist', () => {
    const [first] = rowsOf(store, 'API_SALES_CONTRACT_SRV/A_SalesContractItem')
    expect(rowsOf(store, 'API_PRODUCT_SRV/A_Product', { $filter: `Product eq '${first!.Material}'` })).toEqual([])
  })
})

describe('masters in large numbers', () => {
  const scale = { products: 30, customers: 40, shipTosEach: 3, prices: 270, stock: 60 }

  it('are as many as asked for, the same each time, and fit into SAP’s fields', async () => {
    const [first, second] = [newStore(), newStore()]
    await fillScale(first, scale, at)
    await fillScale(second, scale, at)
    const counted = (store: EntityStore) => entityTypes.map(({ set }) => store.page(set, { top: 1e6 }).rows)
    expect(counted(first)).toEqual(counted(second))
    expect(first.count('A_Product')).toBe(30)
    expect(first.count('A_Customer')).toBe(40 * 4)
    expect(first.count('A_SlsPrcgConditionRecord')).toBe(270)
    expect(first.count('A_MatlStkInAcctMod')).toBe(60)
    expect(misfits(first)).toEqual([])
  })

  it('have prices of one product and channel that do not overlap', async () => {
    const store = newStore()
    await fillScale(store, scale, at)
    const rows = rowsOf(store, 'API_SLSPRICINGCONDITIONRECORD_SRV/A_SlsPrcgCndnRecdValidity', {
      $filter: `Material eq 'SC-000001' and DistributionChannel eq '10'`,
      $orderby: 'ConditionValidityStartDate',
    })
    const days = rows.map(row =>
      [row.ConditionValidityStartDate, row.ConditionValidityEndDate].map(day => Number(/\d+/.exec(String(day))![0])),
    )
    expect(days).toHaveLength(3)
    for (const [index, [from]] of days.entries()) if (index > 0) expect(from).toBeGreaterThan(days[index - 1]![1]!)
  })

  it('have valid GSTINs', async () => {
    const store = newStore()
    await fillScale(store, scale, at)
    const numbers = rowsOf(store, 'API_BUSINESS_PARTNER/A_BusinessPartnerTaxNumber')
    expect(numbers).toHaveLength(40)
    for (const { BPTaxNumber } of numbers) expect(hasCheckSign(String(BPTaxNumber))).toBe(true)
  })
})
