import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import { articleFreight } from '../../../resources/masters/article-freight.ts'
import { channelProductPromocode } from '../../../resources/masters/channel-product-promocode.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import { productwiseLimitPrice } from '../../../resources/masters/productwise-limit-price.ts'
import { zoneWiseAsp } from '../../../resources/masters/zone-wise-asp.ts'
import { productPrice } from '../../../resources/settings/product-price.ts'
import { ask, validOn } from '../../derive/rows-of.ts'
import type { Needed } from './order-facts.ts'

/** The requests for the rows from which the lines of an order are priced. */
export const priceRows = ({ day, productIds, pricingGroupIds, buyerIds, channelIds, shipTo, promoCodes }: Needed) => ({
  shipToPrices: ask(custShiptoProdPrice, rows =>
    validOn(rows, day).where({ shipToId: shipTo.id }).whereIn('customerId', buyerIds).whereIn('productId', productIds),
  ),
  customerPrices: ask(customerWiseProductWisePrice, rows =>
    validOn(rows, day).whereIn('customerId', buyerIds).whereIn('productId', productIds),
  ),
  productPrices: ask(productPrice, rows =>
    validOn(rows, day).whereIn('channelId', channelIds).whereIn('productId', productIds),
  ),
  productDiscounts: ask(productDiscount, rows =>
    validOn(rows, day).where(any =>
      any.whereIn('productId', productIds).orWhereIn('materialPricingGroupId', pricingGroupIds),
    ),
  ),
  materialPricingGroups: ask(materialPricingGroup, rows => rows.whereIn('id', pricingGroupIds)),
  promoCodes: ask(channelProductPromocode, rows =>
    rows.where('isActive', 1).whereIn('promoCode', promoCodes).whereIn('productId', productIds),
  ),
  limitPrices: ask(productwiseLimitPrice, rows =>
    validOn(rows, day)
      .whereIn('productId', productIds)
      .where(any => any.whereNull('channelId').orWhereIn('channelId', channelIds)),
  ),
  asps: ask(zoneWiseAsp, rows =>
    validOn(rows, day)
      .whereIn('productId', productIds)
      .whereIn('zoneId', zones =>
        zones
          .from('state_city')
          .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
          .where('state_city.id', shipTo.cityId)
          .select('zone_area.zoneId'),
      ),
  ),
  freights: ask(articleFreight, rows => validOn(rows, day).whereIn('productId', productIds)),
})
