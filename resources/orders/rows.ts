/**
 * The columns of the masters that the order rules read, by their column names: money in paise, percent in hundredths,
 * quantity in thousandths. A row of the declared master fits unchanged.
 */

/** The columns of every master row that a trace needs to identify it later. */
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

/** A price agreed for a delivery address. */
export interface ShipToPrice extends DatedRow {
  customerId: number
  shipToId: number
  productId: number
  netPrice: number
  minQty: number
}

/** A line of an active rate contract with the period of its contract; `openQty` is what may still be called off. */
export interface RateContractPrice extends DatedRow {
  customerId: number
  productId: number
  contractNo: string
  sapContractNo: string | null
  rate: number
  openQty: number
}

/** A price of a customer of channel 13. */
export interface CustomerPrice extends DatedRow {
  customerId: number
  productId: number
  netPrice: number
  minQty: number
}

/** A promo code, with how often it was used and how much of it this buyer has ordered, on other orders. */
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

/** A limit price; without a channel it counts for every channel. */
export interface LimitPrice extends DatedRow {
  productId: number
  channelId: number | null
  limitPrice: number
  confirmStatus: 'PENDING' | 'CONFIRMED'
}

/** The average selling price in the zone of the ship-to. */
export interface ZoneAsp extends DatedRow {
  productId: number
  asp: number
}

/** A freight rate; without a zone it counts for every zone. */
export interface ArticleFreight extends DatedRow {
  productId: number
  transMode: string
  zoneId: number | null
  rateBasis: 'PER_UNIT' | 'PER_KG' | 'PER_LINE'
  rate: number
  minCharge: number
}

/** A distributor who buys for a customer. */
export interface DistributorCustomer extends DatedRow {
  distributorId: number
  customerId: number
  sbuId: number
}

/** A product that a distributor sells. */
export interface DistributorProduct extends DatedRow {
  distributorId: number
  productId: number
  isExclusive: boolean
}

/** A list price; `listPrice` is for `priceUnit` sales units. */
export interface ProductPrice extends DatedRow {
  channelId: number
  productId: number
  listPrice: number
  priceUnit: number
}

/** A default discount; exactly one of product and material pricing group. */
export interface ProductDiscount extends DatedRow {
  productId: number | null
  materialPricingGroupId: number | null
  customerSegmentId: number | null
  minQty: number
  discountPct: number
}

/** A material pricing group with its discount cap. */
export interface MaterialPricingGroup extends MasterRow {
  code: string
  maxManualDiscountPct: number
}

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

export interface TollCenter extends MasterRow, PesoLicensed {
  code: string
  name: string
  plantId: number
  agreementFrom: string
  agreementTo: string
}

export interface CentralWarehouse extends MasterRow {
  code: string
  name: string
  plantId: number
  fallbackEnabled: boolean
}

export interface ProductTollCenter extends DatedRow {
  productId: number
  tollCenterId: number
}

export interface CustomerProductCnf extends DatedRow {
  customerId: number
  productId: number
  cnfId: number
}

/** A CnF of a channel and product; without a state it counts for every state. */
export interface ChannelProductCnf extends DatedRow {
  channelId: number
  productId: number
  stateId: number | null
  cnfId: number
}

export interface CnfProduct extends DatedRow {
  cnfId: number
  productId: number
  priority: number
}

/** A state that a CnF serves. */
export interface CnfState extends MasterRow {
  cnfId: number
  stateId: number
}

/** A product that a CnF must not supply. */
export interface CnfExclusion extends DatedRow {
  cnfId: number
  productId: number
  reason: string
}

/** The CnF of an SBU in a state. */
export interface SbuCnf extends DatedRow {
  sbuId: number
  stateId: number
  cnfId: number
}

/** The plant of last resort; without a channel it counts for every channel. */
export interface DefaultSupplyPlant extends DatedRow {
  sbuId: number
  channelId: number | null
  plantId: number
}
