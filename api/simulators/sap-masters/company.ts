import type { Row } from '../sap-odata/entity-type.ts'

/** The master data of a company as somebody would type it into SAP; money in paise, quantities and weights in thousandths. */
export interface Company {
  salesOrganization: string
  creditSegment: string
  customers: readonly CompanyCustomer[]
  products: readonly CompanyProduct[]
  plants: readonly CompanyPlant[]
  prices: readonly CompanyPrice[]
  contracts: readonly CompanyContract[]
  stock: readonly CompanyStock[]
  openItems: readonly CompanyOpenItem[]
  /** GST by HSN code, in hundredths of a percent. */
  taxRates: readonly { hsn: string; rate: number }[]
}

export interface Address {
  street: string
  city: string
  pincode: string
  /** SAP's region, which is not the GST code of the state. */
  region: string
  gstin?: string | null
  email?: string | null
  mobile?: string | null
}

export interface CompanyCustomer extends Address {
  code: string
  name: string
  name2?: string | null
  channel: string
  divisions: readonly string[]
  terms: string
  /** Blocks of the whole customer, and of its sales areas. */
  block?: string | null
  areaBlock?: string | null
  deleted?: boolean
  /** How the landscape classes its customers: SAP's account group and customer classification. */
  accountGroup?: string
  classification?: string
  /** Null for a customer without a credit account. */
  creditLimit: number | null
  creditValidTo?: string | null
  creditBlocked?: boolean
  shipTos: readonly ShipTo[]
}

export interface ShipTo extends Address {
  code: string
  name: string
  isDefault?: boolean
}

export interface CompanyPlant extends Address {
  code: string
  name: string
}

export interface CompanyProduct {
  code: string
  name: string
  division: string
  baseUnit: string
  /** Blank: sold in the base unit. */
  salesUnit?: string
  /** So many base units are so many sales units. */
  unitNumerator?: number
  unitDenominator?: number
  grossWeight: number
  netWeight: number
  weightUnit?: string
  hsn: string
  packQty: number
  minOrderQty: number
  packSize?: string | null
  salesStatus?: string | null
  groups?: readonly (string | null)[]
  pricingGroup?: string | null
  shelfLifeDays?: number | null
  batchManaged?: boolean
  taxable?: boolean
  deleted?: boolean
  channels: readonly string[]
  plants: readonly string[]
}

/** A condition record with its validity; `per` units of `unit` cost `rate` paise. */
export interface CompanyPrice {
  record: string
  table: string
  product: string
  channel: string
  rate: number
  per: number
  unit: string
  from: string
  to: string
  currency?: string
  customer?: string
  priceList?: string
  released?: string
  deleted?: boolean
  scales?: readonly (readonly [quantity: number, rate: number])[]
}

export interface CompanyContract {
  number: string
  customer: string
  channel: string
  division: string
  reference: string
  from: string
  to: string
  status?: string
  items: readonly {
    item: number
    product: string
    quantity: number
    unit: string
    rate: number
    per: number
    from?: string
    to?: string
  }[]
}

export interface CompanyStock {
  product: string
  plant: string
  location?: string
  batch: string | null
  quantity: number
  unit: string
  expiry?: string | null
  /** SAP's special stock, such as `K` for a vendor's consignment; its owner goes with it. */
  special?: string
  owner?: string
  /** Other than unrestricted, `01`. */
  kind?: string
}

/** What a customer owes, or with a negative amount what is owed to them; `balance` of it is still open. */
export interface CompanyOpenItem {
  customer: string
  reference: string
  /** SAP's type of the document: RV is an invoice from sales, DG a credit note, DZ a payment. */
  type: string
  documentDate: string
  dueDate: string
  amount: number
  balance: number
}

/** An entity of the simulated SAP: the set it belongs to, and its row. */
export type Entity = readonly [set: string, row: Row]

/** The end of all time, as SAP writes it. */
export const forever = '9999-12-31'
