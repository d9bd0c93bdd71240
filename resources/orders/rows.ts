/**
 * The columns of the masters that the order rules read, by their column names: money in paise, percent in hundredths,
 * quantity in thousandths. A row of the declared master fits as it is.
 */

/** What every master row has, so that a trace can name it years later. */
export interface MasterRow {
  id: number
  rowVersion: number
  isActive: boolean
}

/** A master row that counts from one business day to another, both included. */
export interface DatedRow extends MasterRow {
  validFrom: string
  validTo: string
}

export interface Product extends MasterRow {
  code: string
  name: string
  sbuId: number
  nidId: number | null
  materialPricingGroupId: number | null
  packQty: number
  minOrderQty: number
  maxOrderQty: number | null
  gstRate: number
  isDrug: boolean
  isOrderable: boolean
  sapSalesStatus: string | null
}

export interface Customer extends MasterRow {
  code: string
  name: string
  stateId: number
  gstRegistrationType: 'REGULAR' | 'COMPOSITION' | 'UNREGISTERED' | 'SEZ' | 'GOVT'
  hasLut: boolean
  drugLicenceNo: string | null
  drugLicenceValidTo: string | null
  sapOrderBlock: string | null
  sapDeleted: boolean
}

export interface ShipTo extends MasterRow, PesoLicensed {
  customerId: number
  code: string
  stateId: number
  isThirdParty: boolean
  pesoClass: string | null
  /** In tenths of a litre. */
  pesoCapacityLitres: number | null
}

export interface OrderType extends MasterRow {
  code: string
  name: string
  isFreeOfCharge: boolean
  requiresPo: boolean
  allowsManualDiscount: boolean
}

export interface Sbu extends MasterRow {
  code: string
  name: string
  headEmployeeId: number | null
  minOrderValue: number
}

/** A site that may hold a licence for petroleum. */
export interface PesoLicensed {
  pesoLicenceNo: string | null
  pesoValidTo: string | null
}

export interface Plant extends MasterRow, PesoLicensed {
  code: string
  name: string
  stateId: number
}

/** M22 */
export interface ShipToPrice extends DatedRow {
  customerId: number
  shipToId: number
  productId: number
  netPrice: number
  minQty: number
}

/** M24: a line of an active rate contract with the period of its contract; `openQty` is what may still be called off. */
export interface RateContractPrice extends DatedRow {
  customerId: number
  productId: number
  contractNo: string
  sapContractNo: string | null
  rate: number
  openQty: number
}

/** §0.9; `listPrice` is for `priceUnit` sales units. */
export interface ProductPrice extends DatedRow {
  channelId: number
  productId: number
  listPrice: number
  priceUnit: number
}

/** M26; exactly one of product and material pricing group. */
export interface ProductDiscount extends DatedRow {
  productId: number | null
  materialPricingGroupId: number | null
  customerSegmentId: number | null
  minQty: number
  discountPct: number
}

/** M07 */
export interface MaterialPricingGroup extends MasterRow {
  code: string
  maxManualDiscountPct: number
}

/** A03 */
export interface Cnf extends MasterRow, PesoLicensed {
  code: string
  name: string
  plantId: number
  agreementFrom: string
  agreementTo: string
  drugLicenceNo: string | null
  drugLicenceValidTo: string | null
}

/** M14 */
export interface SbuCnf extends DatedRow {
  sbuId: number
  stateId: number
  cnfId: number
}

/** M15; without a channel it counts for every channel. */
export interface DefaultSupplyPlant extends DatedRow {
  sbuId: number
  channelId: number | null
  plantId: number
}
