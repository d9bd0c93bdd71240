import type { Knex } from 'knex'
import { rowsOf } from '../api/derive/rows-of.ts'
import { now } from '../api/platform/clock.ts'
import type { Company, CompanyCustomer, CompanyProduct } from '../api/simulators/sap-masters/company.ts'
import { forever } from '../api/simulators/sap-masters/company.ts'
import { sapRegions } from '../api/simulators/sap-masters/regions.ts'
import { writeMastersOnce } from '../api/simulators/sap-masters/write-masters.ts'
import { customer } from '../resources/access-control/customer.ts'
import { shipTo } from '../resources/access-control/ship-to.ts'
import type { Resource } from '../resources/define/resource.ts'
import { materialPricingGroup } from '../resources/masters/material-pricing-group.ts'
import { mvgr } from '../resources/masters/mvgr.ts'
import { products } from '../resources/masters/products.ts'
import { rateContractCustomer } from '../resources/masters/rate-contract-customer.ts'
import { rateContractLine } from '../resources/masters/rate-contract-line.ts'
import { sbu } from '../resources/masters/sbu.ts'
import { state } from '../resources/masters/state.ts'
import { stateCity } from '../resources/masters/state-city.ts'
import { uploadOutstanding } from '../resources/masters/upload-outstanding.ts'
import { channel } from '../resources/settings/channel.ts'
import { plant } from '../resources/settings/plant.ts'
import { productPrice } from '../resources/settings/product-price.ts'
import { stockLevel } from '../resources/settings/stock-level.ts'

/** The simulated SAP begins with the masters that the demo company's portal has, so that a first reading finds little. */
export const writeSapMasters = (db: Knex, file: string) => writeMastersOnce(file, now(), () => companyOf(db))

/** The company as the portal knows it. */
export async function companyOf(db: Knex): Promise<Company> {
  const units = await all(db, sbu)
  return {
    salesOrganization: units[0]!.salesOrg,
    creditSegment: '0000',
    plants: await plantsOf(db),
    products: await productsOf(db),
    customers: await customersOf(
      db,
      units.map(({ division }) => division),
    ),
    prices: await pricesOf(db),
    contracts: await contractsOf(db),
    stock: await stockOf(db),
    openItems: await openItemsOf(db),
    taxRates: await taxRatesOf(db),
  }
}

const all = <R extends Resource>(db: Knex, resource: R) => rowsOf(db, resource, rows => rows.orderBy('id'))
const byId = async <R extends Resource>(db: Knex, resource: R) => {
  const rows = await all(db, resource)
  return new Map(rows.map(row => [row.id as number, row]))
}

/** How the landscape of the demo company classes its customers in SAP. */
const accountGroups = { END_CUSTOMER: 'Z001', DISTRIBUTOR: 'Z002', INSTITUTION: 'Z003' } as const
const classifications = {
  REGULAR: '01',
  COMPOSITION: '02',
  UNREGISTERED: '03',
  SEZ: '04',
  GOVT: '05',
  UIN_HOLDER: '07',
  TAX_DEDUCTOR: '08',
  TAX_COLLECTOR: '09',
  NON_RESIDENT: '10',
  OIDAR: '11',
} as const
const sezWithLut = '06'

/** Writes an address as in SAP. */
async function placing(db: Knex) {
  const [cities, states] = [await byId(db, stateCity), await byId(db, state)]
  return (row: { address: string | null; cityId: number | null; stateId: number | null; pincode: string | null }) => ({
    street: row.address ?? '',
    city: (row.cityId && cities.get(row.cityId)?.name) || '',
    pincode: row.pincode ?? '',
    region: (row.stateId && sapRegions[states.get(row.stateId)!.gstStateCode]) || '',
  })
}

async function plantsOf(db: Knex): Promise<Company['plants']> {
  const placed = await placing(db)
  return (await all(db, plant)).map(row => ({ ...placed(row), code: row.code, name: row.name, gstin: row.gstin }))
}

async function customersOf(db: Knex, divisions: readonly string[]): Promise<CompanyCustomer[]> {
  const [channels, placed] = [await byId(db, channel), await placing(db)]
  const shipTos = Map.groupBy(await all(db, shipTo), ({ customerId }) => customerId)
  return (await all(db, customer)).map(row => ({
    ...placed(row),
    code: row.code,
    name: row.name,
    name2: row.name2,
    gstin: row.gstin,
    email: row.email,
    mobile: row.mobile,
    channel: channels.get(row.channelId)!.code,
    divisions,
    terms: row.paymentTermsCode,
    block: row.sapOrderBlock,
    deleted: row.sapDeleted,
    accountGroup: accountGroups[row.customerType ?? 'END_CUSTOMER'],
    classification:
      row.gstRegistrationType === 'SEZ' && row.hasLut
        ? sezWithLut
        : classifications[row.gstRegistrationType ?? 'REGULAR'],
    creditLimit: row.creditLimit,
    shipTos: (shipTos.get(row.id) ?? []).map(one => ({
      ...placed(one),
      code: one.code,
      name: one.name,
      gstin: one.gstin,
      isDefault: one.isDefault,
    })),
  }))
}

async function productsOf(db: Knex): Promise<CompanyProduct[]> {
  const [groupsById, pricing] = [await byId(db, mvgr), await byId(db, materialPricingGroup)]
  const plants = await byId(db, plant)
  const stocked = Map.groupBy(await all(db, stockLevel), ({ productId }) => productId)
  const channels = (await all(db, channel)).map(({ code }) => code)
  return (await all(db, products)).map(row => ({
    code: row.code,
    name: row.name,
    division: row.division,
    baseUnit: row.baseUom,
    salesUnit: row.uom,
    unitNumerator: row.uomNumerator,
    unitDenominator: row.uomDenominator,
    grossWeight: row.grossWeightKg,
    netWeight: row.netWeightKg,
    hsn: row.hsnCode ?? '',
    packQty: row.packQty,
    packSize: row.packSize,
    minOrderQty: row.minOrderQty,
    salesStatus: row.sapSalesStatus,
    groups: [row.mvgr1Id, row.mvgr2Id, row.mvgr3Id, row.mvgr4Id, row.mvgr5Id].map(id =>
      id === null ? null : groupsById.get(id)!.code,
    ),
    pricingGroup: row.materialPricingGroupId === null ? null : pricing.get(row.materialPricingGroupId)!.code,
    shelfLifeDays: row.shelfLifeDays,
    batchManaged: row.isBatchManaged,
    taxable: (row.gstRate ?? 0) > 0,
    channels,
    plants: [...new Set((stocked.get(row.id) ?? []).map(({ plantId }) => plants.get(plantId)!.code))],
  }))
}

async function pricesOf(db: Knex): Promise<Company['prices']> {
  const [channels, articles] = [await byId(db, channel), await byId(db, products)]
  return (await all(db, productPrice)).map(row => ({
    record: (row.conditionRecord ?? `${row.id}`).padStart(10, '0'),
    table: row.conditionTable ?? '304',
    product: articles.get(row.productId)!.code,
    channel: channels.get(row.channelId)!.code,
    rate: row.listPrice,
    per: row.priceUnit,
    unit: row.uom,
    from: row.validFrom,
    to: row.validTo ?? forever,
  }))
}

/** SAP has the contracts that bear its number. */
async function contractsOf(db: Knex): Promise<Company['contracts']> {
  const [customers, units] = [await byId(db, customer), await byId(db, sbu)]
  const [channels, articles] = [await byId(db, channel), await byId(db, products)]
  const lines = Map.groupBy(await all(db, rateContractLine), ({ rateContractId }) => rateContractId)
  const inSap = (await all(db, rateContractCustomer)).filter(({ sapContractNo }) => sapContractNo !== null)
  return inSap.map(row => ({
    number: row.sapContractNo!,
    customer: customers.get(row.customerId)!.code,
    channel: channels.get(customers.get(row.customerId)!.channelId)!.code,
    division: units.get(row.sbuId)!.division,
    reference: row.customerRef,
    from: row.validFrom,
    to: row.validTo!,
    items: (lines.get(row.id) ?? []).map(line => ({
      item: line.lineNo,
      product: articles.get(line.productId)!.code,
      quantity: line.contractQty,
      unit: line.uom,
      rate: line.rate,
      per: 1,
    })),
  }))
}

async function stockOf(db: Knex): Promise<Company['stock']> {
  const [plants, articles] = [await byId(db, plant), await byId(db, products)]
  return (await all(db, stockLevel)).map(row => ({
    product: articles.get(row.productId)!.code,
    plant: plants.get(row.plantId)!.code,
    batch: row.batchNo,
    quantity: row.unrestrictedQty,
    unit: articles.get(row.productId)!.baseUom,
    expiry: row.expiryDate,
  }))
}

const documentTypes = { INVOICE: 'RV', DEBIT_NOTE: 'DA', CREDIT_NOTE: 'DG', ON_ACCOUNT: 'DZ' } as const

/** What finance imported from SAP stands in SAP. */
async function openItemsOf(db: Knex): Promise<Company['openItems']> {
  const customers = await byId(db, customer)
  const imported = await rowsOf(db, uploadOutstanding, rows =>
    rows.where({ source: 'UPLOAD', isActive: true }).orderBy('id'),
  )
  return imported.map(row => ({
    customer: customers.get(row.customerId)!.code,
    reference: row.documentNo,
    type: documentTypes[row.documentType],
    documentDate: row.documentDate,
    dueDate: row.dueDate,
    amount: row.originalAmount,
    balance: row.balanceAmount,
  }))
}

/** SAP knows the tax of an HSN code, the portal that of each product. */
async function taxRatesOf(db: Knex): Promise<Company['taxRates']> {
  const rates = new Map((await all(db, products)).map(({ hsnCode, gstRate }) => [hsnCode, gstRate]))
  return [...rates].flatMap(([hsn, rate]) => (hsn && rate != null ? [{ hsn, rate }] : []))
}
