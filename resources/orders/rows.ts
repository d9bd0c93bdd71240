import type { centralWarehouse } from '../access-control/central-warehouse.ts'
import type { cnf } from '../access-control/cnf.ts'
import type { cnfState } from '../access-control/cnf-state.ts'
import type { customer } from '../access-control/customer.ts'
import type { shipTo } from '../access-control/ship-to.ts'
import type { tollCenter } from '../access-control/toll-center.ts'
import type { customerWiseProductWisePrice } from '../channel-13-masters/customer-wise-product-wise-price.ts'
import type { Resource, Row } from '../define/resource.ts'
import type { articleFreight } from '../masters/article-freight.ts'
import type { channelProductCnf } from '../masters/channel-product-cnf.ts'
import type { channelProductPromocode } from '../masters/channel-product-promocode.ts'
import type { cnfExcludedItems } from '../masters/cnf-excluded-items.ts'
import type { cnfProductMap } from '../masters/cnf-product-map.ts'
import type { custShiptoProdPrice } from '../masters/cust-shipto-prod-price.ts'
import type { defaultSupplyPlant } from '../masters/default-supply-plant.ts'
import type { distCustMapping } from '../masters/dist-cust-mapping.ts'
import type { distributorProductCnfMapping } from '../masters/distributor-product-cnf-mapping.ts'
import type { distributorProductMap } from '../masters/distributor-product-map.ts'
import type { materialPricingGroup } from '../masters/material-pricing-group.ts'
import type { productDiscount } from '../masters/product-discount.ts'
import type { productWiseTollCenter } from '../masters/product-wise-toll-center.ts'
import type { products } from '../masters/products.ts'
import type { productwiseLimitPrice } from '../masters/productwise-limit-price.ts'
import type { rateContractCustomer } from '../masters/rate-contract-customer.ts'
import type { rateContractLine } from '../masters/rate-contract-line.ts'
import type { sbu } from '../masters/sbu.ts'
import type { sbuWiseCnf } from '../masters/sbu-wise-cnf.ts'
import type { zoneWiseAsp } from '../masters/zone-wise-asp.ts'
import type { orderType } from '../settings/order-type.ts'
import type { plant } from '../settings/plant.ts'
import type { productPrice } from '../settings/product-price.ts'

/**
 * The columns of the masters that the order rules read: money in paise, percent in hundredths, quantity in thousandths.
 * A row of the declared master fits unchanged.
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

/** Named columns of a master, with those that every master has. */
export type Columns<R extends Resource, Name extends keyof Row<R>> = Pick<Row<R>, keyof MasterRow | Name>

/** Named columns of a dated master, with its period. */
export type DatedColumns<R extends Resource, Name extends keyof Row<R>> = Columns<R, Name> & DatedRow

/** A site that may hold a licence for petroleum. */
export type PesoLicensed = Pick<Row<typeof plant>, 'pesoLicenceNo' | 'pesoValidTo'>

/**
 * A line of an active rate contract with the period of its contract; `openQty` is what may still be called off. Rate and
 * quantity are in the unit of the contract.
 */
export type RateContractPrice = Columns<typeof rateContractLine, 'productId' | 'rate' | 'priceUnit' | 'uom'> &
  Pick<Row<typeof rateContractCustomer>, 'customerId' | 'contractNo' | 'sapContractNo'> &
  DatedRow & { openQty: number }

/** What a product must have before it can be ordered, and SAP does not tell. */
export interface Completed {
  sbuId: number
  gstRate: number
}

export type RuleProduct = Columns<
  typeof products,
  | 'code'
  | 'name'
  | 'sbuId'
  | 'nidId'
  | 'materialPricingGroupId'
  | 'uom'
  | 'baseUom'
  | 'uomNumerator'
  | 'uomDenominator'
  | 'packQty'
  | 'minOrderQty'
  | 'maxOrderQty'
  | 'gstRate'
  | 'isDrug'
  | 'isOrderable'
  | 'sapSalesStatus'
  | 'sapDeleted'
  | 'lastDay'
> &
  Completed

export type RuleCustomer = Columns<
  typeof customer,
  | 'code'
  | 'name'
  | 'stateId'
  | 'gstRegistrationType'
  | 'hasLut'
  | 'drugLicenceNo'
  | 'drugLicenceValidTo'
  | 'sapOrderBlock'
  | 'sapDeleted'
  | 'toComplete'
  | 'channelId'
  | 'lastSyncedAt'
  | 'lastDay'
>

export type RuleShipTo = Columns<
  typeof shipTo,
  | 'customerId'
  | 'code'
  | 'stateId'
  | 'isThirdParty'
  | 'pesoClass'
  | 'pesoCapacityLitres'
  | 'pesoLicenceNo'
  | 'pesoValidTo'
  | 'toComplete'
>

export type RuleOrderType = Columns<
  typeof orderType,
  'code' | 'name' | 'isFreeOfCharge' | 'requiresPo' | 'allowsManualDiscount'
>

export type RuleSbu = Columns<
  typeof sbu,
  'code' | 'name' | 'salesOrg' | 'division' | 'headEmployeeId' | 'minOrderValue'
>

export type RulePlant = Columns<
  typeof plant,
  'code' | 'name' | 'stateId' | 'pesoLicenceNo' | 'pesoValidTo' | 'toComplete' | 'lastDay'
>

/** A price agreed for a delivery address. */
export type ShipToPrice = DatedColumns<
  typeof custShiptoProdPrice,
  'customerId' | 'shipToId' | 'productId' | 'netPrice' | 'minQty'
>

/** A price of a customer of channel 13. */
export type CustomerPrice = DatedColumns<
  typeof customerWiseProductWisePrice,
  'customerId' | 'productId' | 'netPrice' | 'minQty'
>

/** A promo code, with how often it was used and how much of it this buyer has ordered, on other orders. */
export type RulePromoCode = DatedColumns<
  typeof channelProductPromocode,
  | 'promoCode'
  | 'channelId'
  | 'productId'
  | 'discountType'
  | 'discountValue'
  | 'minQty'
  | 'maxQtyPerCustomer'
  | 'isCombinable'
  | 'maxUses'
> & { uses: number; qtyOfCustomer: number }

/** A limit price; without a channel it counts for every channel. */
export type RuleLimitPrice = DatedColumns<
  typeof productwiseLimitPrice,
  'productId' | 'channelId' | 'limitPrice' | 'confirmStatus'
>

/** The average selling price in the zone of the ship-to. */
export type RuleZoneAsp = DatedColumns<typeof zoneWiseAsp, 'productId' | 'asp'>

/** A freight rate; without a zone it counts for every zone. */
export type RuleArticleFreight = DatedColumns<
  typeof articleFreight,
  'productId' | 'transMode' | 'zoneId' | 'rateBasis' | 'rate' | 'minCharge'
>

/** A distributor who buys for a customer. */
export type DistributorCustomer = DatedColumns<typeof distCustMapping, 'distributorId' | 'customerId' | 'sbuId'>

/** A product that a distributor sells. */
export type DistributorProduct = DatedColumns<
  typeof distributorProductMap,
  'distributorId' | 'productId' | 'isExclusive'
>

/** A list price; `listPrice` is for `priceUnit` of the unit `uom`. */
export type RuleProductPrice = DatedColumns<
  typeof productPrice,
  'channelId' | 'productId' | 'listPrice' | 'priceUnit' | 'uom'
>

/** A default discount; exactly one of product and material pricing group. */
export type RuleProductDiscount = DatedColumns<
  typeof productDiscount,
  'productId' | 'materialPricingGroupId' | 'customerSegmentId' | 'minQty' | 'discountPct'
>

/** A material pricing group with its discount cap. */
export type RulePricingGroup = Columns<typeof materialPricingGroup, 'code' | 'maxManualDiscountPct'>

export type RuleCnf = Columns<
  typeof cnf,
  | 'code'
  | 'name'
  | 'plantId'
  | 'agreementFrom'
  | 'agreementTo'
  | 'drugLicenceNo'
  | 'drugLicenceValidTo'
  | 'centralWarehouseId'
  | 'pesoLicenceNo'
  | 'pesoValidTo'
>

export type RuleTollCenter = Columns<
  typeof tollCenter,
  'code' | 'name' | 'plantId' | 'agreementFrom' | 'agreementTo' | 'pesoLicenceNo' | 'pesoValidTo'
>

export type CentralWarehouse = Columns<typeof centralWarehouse, 'code' | 'name' | 'plantId' | 'fallbackEnabled'>

export type ProductTollCenter = DatedColumns<typeof productWiseTollCenter, 'productId' | 'tollCenterId'>

export type CustomerProductCnf = DatedColumns<typeof distributorProductCnfMapping, 'customerId' | 'productId' | 'cnfId'>

/** A CnF of a channel and product; without a state it counts for every state. */
export type ChannelProductCnf = DatedColumns<typeof channelProductCnf, 'channelId' | 'productId' | 'stateId' | 'cnfId'>

export type CnfProduct = DatedColumns<typeof cnfProductMap, 'cnfId' | 'productId' | 'priority'>

/** A state that a CnF serves. */
export type CnfState = Columns<typeof cnfState, 'cnfId' | 'stateId'>

/** A product that a CnF must not supply. */
export type CnfExclusion = DatedColumns<typeof cnfExcludedItems, 'cnfId' | 'productId' | 'reason'>

/** The CnF of an SBU in a state. */
export type SbuCnf = DatedColumns<typeof sbuWiseCnf, 'sbuId' | 'stateId' | 'cnfId'>

/** The plant of last resort; without a channel it counts for every channel. */
export type RuleDefaultPlant = DatedColumns<typeof defaultSupplyPlant, 'sbuId' | 'channelId' | 'plantId'>
