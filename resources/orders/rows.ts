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

/** M23 */
export interface CustomerPrice extends DatedRow {
  customerId: number
  productId: number
  netPrice: number
  minQty: number
}

/** M27, with how often it was used and how much of it this buyer has ordered, on other orders. */
export interface PromoCode extends DatedRow {
  promoCode: string
  channelId: number
  productId: number
  discountType: 'PERCENT' | 'AMOUNT_PER_UNIT'
  /** Hundredths of a percent, or paise a sales unit. */
  discountValue: number
  minQty: number
  maxQtyPerCustomer: number | null
  isCombinable: boolean
  maxUses: number | null
  uses: number
  qtyOfCustomer: number
}

/** M28; without a channel it counts for every channel. */
export interface LimitPrice extends DatedRow {
  productId: number
  channelId: number | null
  limitPrice: number
  confirmStatus: 'PENDING' | 'CONFIRMED'
}

/** M29, of the zone of the ship-to. */
export interface ZoneAsp extends DatedRow {
  productId: number
  asp: number
}

/** M31; without a zone it counts for every zone. */
export interface ArticleFreight extends DatedRow {
  productId: number
  transMode: string
  zoneId: number | null
  rateBasis: 'PER_UNIT' | 'PER_KG' | 'PER_LINE'
  rate: number
  minCharge: number
}

/** M20 */
export interface DistributorCustomer extends DatedRow {
  distributorId: number
  customerId: number
  sbuId: number
}

/** M21 */
export interface DistributorProduct extends DatedRow {
  distributorId: number
  productId: number
  isExclusive: boolean
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
  centralWarehouseId: number | null
}

/** A05 */
export interface TollCenter extends MasterRow, PesoLicensed {
  code: string
  name: string
  plantId: number
  agreementFrom: string
  agreementTo: string
}

/** A08 */
export interface CentralWarehouse extends MasterRow {
  code: string
  name: string
  plantId: number
  fallbackEnabled: boolean
}

/** M04 */
export interface ProductTollCenter extends DatedRow {
  productId: number
  tollCenterId: number
}

/** M17 */
export interface CustomerProductCnf extends DatedRow {
  customerId: number
  productId: number
  cnfId: number
}

/** M16; without a state it counts for every state. */
export interface ChannelProductCnf extends DatedRow {
  channelId: number
  productId: number
  stateId: number | null
  cnfId: number
}

/** M18 */
export interface CnfProduct extends DatedRow {
  cnfId: number
  productId: number
  priority: number
}

/** A03, the states a CnF serves. */
export interface CnfState extends MasterRow {
  cnfId: number
  stateId: number
}

/** M19 */
export interface CnfExclusion extends DatedRow {
  cnfId: number
  productId: number
  reason: string
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
