import type { EntityStore } from '../sap-odata/entity-store.ts'
import {
  type Company,
  type CompanyCustomer,
  type CompanyPrice,
  type CompanyProduct,
  type CompanyStock,
  forever,
} from './company.ts'
import { fillMasters } from './fill.ts'
import { gstinOf, withCheckSign } from './gstin.ts'

const maharashtra = { street: 'Plot 9, Wagle Estate', city: 'Thane', pincode: '400604', region: '13' } as const

const customer = (code: string, name: string, more: Partial<CompanyCustomer> = {}): CompanyCustomer => ({
  ...maharashtra,
  code,
  name,
  gstin: gstinOf('27', `ZZACX${code.slice(-4)}A`),
  channel: '10',
  divisions: ['10', '20', '30'],
  terms: 'N030',
  creditLimit: 100_000_00,
  classification: '01',
  shipTos: [],
  ...more,
})

const shared = { ...maharashtra, code: '200901', name: 'Godown shared by two customers' }

/** Customers with what is often wrong or odd in SAP, each under a code of its own. */
const customers: readonly CompanyCustomer[] = [
  // Two that share a ship-to.
  customer('100901', 'Anand Chemical Traders', { shipTos: [shared] }),
  customer('100902', 'Anand Laboratory Supplies', { shipTos: [shared] }),
  // Without a sales area.
  customer('100903', 'Bharat Test House', { divisions: [] }),
  // Blocked in their sales area, not centrally.
  customer('100904', 'Chandra Formulations', { areaBlock: '01' }),
  customer('100905', 'Dhanlaxmi Drug House', { deleted: true }),
  customer('100906', 'Esha Biotech', { creditValidTo: '2020-03-31' }),
  customer('100907', 'Falcon Diagnostics', { creditLimit: null }),
  customer('100908', 'Girnar Pharma Distributors', { creditBlocked: true }),
  // Region 13 is Maharashtra, the GSTIN is one of Nagaland, whose GST code is 13.
  customer('100909', 'Harshad Scientific Stores', { gstin: gstinOf('13', 'ZZACX0909A') }),
  // A region that SAP does not have.
  customer('100910', 'Indus Research Chemicals', { region: 'ZZ' }),
  // GSTINs of other kinds: of a UN body and a non-resident, which hold neither state nor PAN; of a deductor by its TAN, and
  // of a department by its TAN; of one who has none.
  customer('100911', 'Jnana UN Relief Laboratories', { gstin: withCheckSign('0717UNO00091UN'), classification: '07' }),
  customer('100912', 'Kaveri Overseas Reagents', { gstin: withCheckSign('2718ZZK00912NR'), classification: undefined }),
  customer('100913', 'Lakshadweep Fisheries Laboratory', {
    gstin: withCheckSign('27ZZLF00913C1D'),
    classification: '08',
  }),
  customer('100914', 'Mahanadi District Hospital', { gstin: '27ZZMD00914E1Z5', classification: '05' }),
  customer('100915', 'Narmada Panchayat Stores', { gstin: null, classification: '05' }),
  // A number of ten places beside those of six, and a name in place of a number.
  customer('1000000123', 'Parvati Cosmetics Works', { gstin: gstinOf('27', 'ZZACX0123A') }),
  customer('USCU_SC04', 'Quartz Speciality Chemicals', { gstin: gstinOf('27', 'ZZACX0904A') }),
  // A UN body that SAP classes as a regular registration.
  customer('100916', 'Oceanic UN Survey', { gstin: withCheckSign('0717UNO00096UN') }),
]

const product = (code: string, name: string, more: Partial<CompanyProduct> = {}): CompanyProduct => ({
  code,
  name,
  division: '10',
  baseUnit: 'EA',
  grossWeight: 500,
  netWeight: 450,
  hsn: '38229090',
  packQty: 1_000,
  minOrderQty: 0,
  channels: ['10', '11', '12', '13'],
  plants: ['1201'],
  ...more,
})

const products: readonly CompanyProduct[] = [
  // Its sales unit is blank.
  product('LS-9101', 'Guanidine hydrochloride, pure'),
  product('LS-9102', 'Sodium azide, AR', { weightUnit: 'G', grossWeight: 620_000, netWeight: 500_000 }),
  // A third of a carton each: 1/3 has no end in decimals.
  product('LS-9103', 'Filter paper roll, in three cartons', {
    baseUnit: 'ST',
    salesUnit: 'KAR',
    unitNumerator: 1,
    unitDenominator: 3,
  }),
  // Its units are named by language.
  product('LS-9104', 'Pipette tips 200 µl', {
    baseUnit: 'ST',
    salesUnit: 'KAR',
    unitNumerator: 12,
    packQty: 12_000,
    minOrderQty: 12_000,
  }),
  product('LS-9105', 'Thiourea, pure', { deleted: true }),
  // Of groups that the portal lacks.
  product('LS-9106', 'Agarose, low melting', {
    groups: ['ZZ1', 'ZZ2', null, null, null],
    pricingGroup: 'Z9',
  }),
  // Has prices of every kind.
  product('LS-9107', 'Tris buffer, molecular biology grade'),
  // Stored with leading zeros to 18 digits.
  product('104530', 'Silica gel 60-120 mesh'),
]

const price = (record: string, code: string, more: Partial<CompanyPrice> = {}): CompanyPrice => ({
  record: `99000000${record}`,
  table: '304',
  product: code,
  channel: '10',
  rate: 100_00,
  per: 1,
  unit: 'EA',
  from: '2026-04-01',
  to: forever,
  ...more,
})

/** Prices with what is often odd in SAP: scales, other tables, deleted records. */
const prices: readonly CompanyPrice[] = [
  price('01', 'LS-9107', { rate: 12_34, per: 100 }),
  price('02', 'LS-9107', { table: '305', customer: '100901', rate: 11_00 }),
  price('03', 'LS-9107', { table: '306', priceList: '02', rate: 10_50 }),
  price('04', 'LS-9101', {
    scales: [
      [10_000, 95_00],
      [50_000, 90_00],
    ],
  }),
  price('05', 'LS-9102', { unit: '' }),
  price('06', 'LS-9103', { unit: 'KG' }),
  price('07', 'LS-9104', { unit: 'KAR', rate: 1_200_00 }),
  price('08', 'LS-9106', { currency: 'USD' }),
  price('09', 'LS-9105', { released: 'A' }),
  price('10', '104530', { deleted: true }),
  price('11', '104530', { channel: '11', rate: 77_50 }),
]

const stock: readonly CompanyStock[] = [
  { product: 'LS-9107', plant: '1201', batch: 'TB2601', quantity: 40_000, unit: 'EA', expiry: '2031-12-31' },
  { product: 'LS-9107', plant: '1201', location: '0002', batch: 'TB2601', quantity: 2_000, unit: 'EA' },
  { product: 'LS-9107', plant: '1201', batch: 'TB2601', quantity: 500_000, unit: 'EA', special: 'W', owner: '100901' },
  { product: 'LS-9107', plant: '1201', batch: 'TB2601', quantity: 7_000, unit: 'EA', kind: '07' },
  { product: 'LS-9101', plant: '1201', batch: 'GH2602', quantity: -3_000, unit: 'EA' },
  { product: '104530', plant: '1201', batch: 'SG2603', quantity: 8_000, unit: 'EA', expiry: '2029-06-30' },
]

/** Odd master data of every kind, under codes that the demo company does not use. */
const odd: Company = {
  salesOrganization: '1000',
  creditSegment: '0000',
  customers,
  products,
  plants: [],
  prices,
  contracts: [
    {
      number: '40009901',
      customer: '100901',
      channel: '10',
      division: '10',
      reference: 'ACT/RC/1',
      from: '2026-04-01',
      to: '2027-03-31',
      items: [
        { item: 10, product: 'LS-9199', quantity: 50_000, unit: 'EA', rate: 90_00, per: 1 },
        { item: 20, product: 'LS-9107', quantity: 100_000, unit: 'EA', rate: 11_50, per: 100, to: '2026-12-31' },
      ],
    },
  ],
  stock,
  openItems: [],
  taxRates: [],
}

/** A company beside ours in the same SAP, with a sales organisation and a company code of its own. */
const elsewhere: Company = {
  salesOrganization: '9000',
  creditSegment: '0000',
  customers: [customer('100990', 'Ruby Exports of another company')],
  products: [],
  plants: [],
  prices: [],
  contracts: [],
  stock: [],
  openItems: [],
  taxRates: [],
}

/** Adds the oddities to the simulated SAP. */
export function addOddities(store: EntityStore, at: string) {
  fillMasters(store, odd, at)
  fillMasters(store, elsewhere, at)
}
