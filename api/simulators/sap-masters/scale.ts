import { setImmediate as pause } from 'node:timers/promises'
import type { EntityStore } from '../sap-odata/entity-store.ts'
import {
  type Address,
  type CompanyCustomer,
  type CompanyPrice,
  type CompanyProduct,
  type Entity,
  forever,
} from './company.ts'
import { customerEntities } from './customers.ts'
import { gstinOf } from './gstin.ts'
import { priceEntities } from './prices.ts'
import { productEntities } from './products.ts'
import { stockEntities } from './stock.ts'

/** How many rows of each kind a company of size has. */
export interface Scale {
  products: number
  customers: number
  shipTosEach: number
  prices: number
  /** Rows of stock; at most 20 of each product. */
  stock: number
}

/** A company with everything the portal is measured with. */
export const fullScale: Scale = { products: 45_000, customers: 8_000, shipTosEach: 3, prices: 400_000, stock: 90_000 }

const inOneTransaction = 5_000
const organisation = { salesOrganization: '1000', creditSegment: '0000' }
const plants = ['1201', '1202', '1203', '1001', '1501'] as const
const channels = ['10', '11', '12', '13'] as const
const divisions = ['10', '20', '30'] as const

/** Fills the simulated SAP with made-up master data, the same each time; the demo company's stays. Returns how many entities. */
export async function fillScale(store: EntityStore, scale: Scale, at: string): Promise<number> {
  let total = 0
  let waiting: Entity[] = []
  const write = async () => {
    store.putAll(waiting)
    total += waiting.length
    waiting = []
    await pause()
  }
  for (const entity of scaleEntities(scale, at)) {
    waiting.push(entity)
    if (waiting.length >= inOneTransaction) await write()
  }
  await write()
  return total
}

function* scaleEntities(scale: Scale, at: string): Generator<Entity> {
  for (let index = 0; index < scale.products; index++) yield* productEntities(productAt(index), '1000', at)
  for (let index = 0; index < scale.customers; index++)
    yield* customerEntities(customerAt(index, scale.shipTosEach), { ...organisation, at })
  for (let index = 0; index < scale.prices; index++) yield* priceEntities(priceAt(index, scale.products), '1000')
  for (let index = 0; index < scale.stock; index++) yield* stockEntities(stockAt(index, scale.products))
}

const numbered = (prefix: string, index: number) => `${prefix}${`${index + 1}`.padStart(6, '0')}`
const productCode = (index: number) => numbered('SC-', index)

const productAt = (index: number): CompanyProduct => ({
  code: productCode(index),
  name: `Scaled product ${index + 1}`,
  division: divisions[index % 3]!,
  baseUnit: index % 3 === 0 ? 'EA' : 'KG',
  grossWeight: 1_000 + (index % 900),
  netWeight: 1_000,
  hsn: '38221990',
  packQty: 1_000,
  minOrderQty: 0,
  groups: ['SLT', 'MBG', 'BTL', null, 'OWN'],
  pricingGroup: '01',
  shelfLifeDays: 730,
  channels,
  plants: [plants[index % 5]!, plants[(index + 1) % 5]!],
})

/** Cities of the demo company, with SAP's region and the GST code of their state. */
const places = [
  ['Pune', '411057', '13', '27'],
  ['Mumbai', '400013', '13', '27'],
  ['Ankleshwar', '393002', '06', '24'],
  ['Hyderabad', '500007', '36', '36'],
  ['Jaipur', '302002', '20', '08'],
  ['Kolkata', '700088', '25', '19'],
  ['Chennai', '600032', '22', '33'],
  ['Indore', '452015', '12', '23'],
] as const

function addressAt(index: number): Address & { gstState: string } {
  const [city, pincode, region, gstState] = places[index % places.length]!
  return { street: `${index + 1}, Industrial Estate`, city, pincode, region, gstState }
}

function customerAt(index: number, shipTosEach: number): CompanyCustomer {
  const { gstState, ...address } = addressAt(index)
  return {
    ...address,
    code: `${300_001 + index}`,
    name: `Scaled customer ${index + 1}`,
    gstin: gstinOf(gstState, panAt(index)),
    channel: channels[index % 4]!,
    divisions,
    terms: 'N030',
    classification: '01',
    creditLimit: 10_00_000_00,
    shipTos: Array.from({ length: shipTosEach }, (_, place) => {
      const { gstState: _state, ...at } = addressAt(index + place)
      const number = index * shipTosEach + place
      return { ...at, code: `${500_001 + number}`, name: `Scaled ship-to ${number + 1}`, isDefault: place === 0 }
    }),
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const panAt = (index: number) =>
  `ZZAC${letters[Math.floor(index / 10_000) % 26]}${`${index % 10_000}`.padStart(4, '0')}S`

/** Each product's current prices in all channels first, then those of the years before. */
function priceAt(index: number, products: number): CompanyPrice {
  const period = Math.floor(index / (products * channels.length))
  const year = 2026 - period
  return {
    record: `${1_000_000_001 + index}`,
    table: '304',
    product: productCode(index % products),
    channel: channels[Math.floor(index / products) % channels.length]!,
    rate: 10_00 + ((index * 37) % 90_000),
    per: 1,
    unit: (index % products) % 3 === 0 ? 'EA' : 'KG',
    from: `${year}-04-01`,
    to: period === 0 ? forever : `${year + 1}-03-31`,
  }
}

function stockAt(index: number, products: number) {
  const [product, place] = [index % products, Math.floor(index / products)]
  return {
    product: productCode(product),
    plant: plants[(product + (place % 2)) % 5]!,
    batch: `S${`${place}`.padStart(2, '0')}${`${product % 10_000_000}`.padStart(7, '0')}`,
    quantity: 1_000 * ((index * 7) % 500),
    unit: product % 3 === 0 ? 'EA' : 'KG',
    expiry: '2031-06-30',
  }
}
