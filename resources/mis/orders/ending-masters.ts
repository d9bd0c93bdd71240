import { customerWiseProductWisePrice } from '../../channel-13-masters/customer-wise-product-wise-price.ts'
import type { Resource } from '../../define/resource.ts'
import { approvingLimits } from '../../masters/approving-limits.ts'
import { articleFreight } from '../../masters/article-freight.ts'
import { channelProductPromocode } from '../../masters/channel-product-promocode.ts'
import { custShiptoProdPrice } from '../../masters/cust-shipto-prod-price.ts'
import { customerAnnexure } from '../../masters/customer-annexure.ts'
import { distCustMapping } from '../../masters/dist-cust-mapping.ts'
import { distributorProductCnfMapping } from '../../masters/distributor-product-cnf-mapping.ts'
import { productDiscount } from '../../masters/product-discount.ts'
import { productWiseTollCenter } from '../../masters/product-wise-toll-center.ts'
import { productwiseLimitPrice } from '../../masters/productwise-limit-price.ts'
import { rateContractCustomer } from '../../masters/rate-contract-customer.ts'
import { uploadPaymentCustomers } from '../../masters/upload-payment-customers.ts'
import type { PriceSource } from '../../orders/order-line.ts'
import { productPrice } from '../../settings/product-price.ts'
import { transporterMapping } from '../../shipment-tracking/transporter-mapping.ts'

/** A list whose rows end, and which order lines bought by one of them. */
export interface EndingMaster {
  resource: Resource
  /** Lines whose price came from the row, or that had its promo code, its discount, or are for its customer or product. */
  lines?: { price: PriceSource } | 'promo' | 'discount' | 'customer' | 'product' | 'customer and product'
  /** The state in which a row counts, where it has states. */
  status?: string
  /** The column that names the row. */
  name?: string
}

/** The lists that are looked at, in the order that the ids of the report count by: new ones are added at the end. */
export const endingMasters: readonly EndingMaster[] = [
  { resource: custShiptoProdPrice, lines: { price: 'SHIP_TO_PRICE' } },
  { resource: customerWiseProductWisePrice, lines: { price: 'CUSTOMER_PRICE' } },
  { resource: rateContractCustomer, lines: { price: 'RATE_CONTRACT' }, status: 'ACTIVE', name: 'contractNo' },
  { resource: productPrice, lines: { price: 'LIST' } },
  { resource: productDiscount, lines: 'discount' },
  { resource: channelProductPromocode, lines: 'promo', name: 'promoCode' },
  { resource: customerAnnexure, lines: 'customer', status: 'ACCEPTED', name: 'annexureNo' },
  { resource: uploadPaymentCustomers, lines: 'customer' },
  { resource: distCustMapping, lines: 'customer' },
  { resource: distributorProductCnfMapping, lines: 'customer and product' },
  { resource: productWiseTollCenter, lines: 'product' },
  { resource: productwiseLimitPrice, lines: 'product' },
  { resource: articleFreight, lines: 'product' },
  { resource: approvingLimits },
  { resource: transporterMapping },
] as unknown as readonly EndingMaster[]
