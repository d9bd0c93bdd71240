import type {
  CustomerPrice,
  RateContractPrice,
  RuleOrderType,
  RulePricingGroup,
  RuleProduct,
  RuleProductDiscount,
  RuleProductPrice,
  RulePromoCode,
  ShipToPrice,
} from '../rows.ts'
import type { ProductUnits } from '../unit-conversion.ts'

/** Every price row the lines of an order may need; rows of other products, customers and days are ignored. */
export interface PriceRows {
  shipToPrices: readonly ShipToPrice[]
  customerPrices: readonly CustomerPrice[]
  rateContracts: readonly RateContractPrice[]
  productPrices: readonly RuleProductPrice[]
  productDiscounts: readonly RuleProductDiscount[]
  materialPricingGroups: readonly RulePricingGroup[]
  promoCodes: readonly RulePromoCode[]
}

/** The facts of the order that pricing needs: its day decides which rows count. */
export interface PriceOrder {
  orderDate: string
  channelId: number
  /** Whether the channel is 13, which has prices of its own. */
  isChannel13: boolean
  /** `sap.net_by_unit`: whether each discount rounds the price of a unit to the paisa, not the value of the line. */
  netByUnit?: boolean
  soldToId: number
  shipToId: number
  /** Of the sold-to in this SBU, if any. */
  customerSegmentId: number | null
  orderType: Pick<RuleOrderType, 'code' | 'isFreeOfCharge' | 'allowsManualDiscount'>
}

export interface PriceLine {
  product: Pick<RuleProduct, 'id' | 'code' | 'materialPricingGroupId'> & ProductUnits
  qty: number
  manualDiscountPct: number
  /** As the buyer typed it. */
  promoCode: string | null
}
