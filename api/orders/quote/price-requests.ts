import type { shipTo } from '../../../resources/access-control/ship-to.ts'
import { customerWiseProductWisePrice } from '../../../resources/channel-13-masters/customer-wise-product-wise-price.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { articleFreight } from '../../../resources/masters/article-freight.ts'
import { channelProductPromocode } from '../../../resources/masters/channel-product-promocode.ts'
import { custShiptoProdPrice } from '../../../resources/masters/cust-shipto-prod-price.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { productDiscount } from '../../../resources/masters/product-discount.ts'
import { productwiseLimitPrice } from '../../../resources/masters/productwise-limit-price.ts'
import { zoneWiseAsp } from '../../../resources/masters/zone-wise-asp.ts'
import { productPrice } from '../../../resources/settings/product-price.ts'
import { selectFrom, whereValidOn } from '../../derive/rows-of.ts'

/** The requests for the rows from which the lines of an order are priced. */
export const priceRequests = ({
  day,
  productIds,
  pricingGroupIds,
  buyerIds,
  channelIds,
  shipTo,
  promoCodes,
}: OrderFactKeys) => ({
  shipToPrices: selectFrom(custShiptoProdPrice, rows =>
    whereValidOn(rows, day)
      .where({ shipToId: shipTo.id })
      .whereIn('customerId', buyerIds)
      .whereIn('productId', productIds),
  ),
  customerPrices: selectFrom(customerWiseProductWisePrice, rows =>
    whereValidOn(rows, day).whereIn('customerId', buyerIds).whereIn('productId', productIds),
  ),
  productPrices: selectFrom(productPrice, rows =>
    whereValidOn(rows, day).whereIn('channelId', channelIds).whereIn('productId', productIds),
  ),
  productDiscounts: selectFrom(productDiscount, rows =>
    whereValidOn(rows, day).where(any =>
      any.whereIn('productId', productIds).orWhereIn('materialPricingGroupId', pricingGroupIds),
    ),
  ),
  materialPricingGroups: selectFrom(materialPricingGroup, rows => rows.whereIn('id', pricingGroupIds)),
  promoCodes: selectFrom(channelProductPromocode, rows =>
    rows.where('isActive', 1).whereIn('promoCode', promoCodes).whereIn('productId', productIds),
  ),
  limitPrices: selectFrom(productwiseLimitPrice, rows =>
    whereValidOn(rows, day)
      .whereIn('productId', productIds)
      .where(any => any.whereNull('channelId').orWhereIn('channelId', channelIds)),
  ),
  asps: selectFrom(zoneWiseAsp, rows =>
    whereValidOn(rows, day)
      .whereIn('productId', productIds)
      .whereIn('zoneId', zones =>
        zones
          .from('state_city')
          .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
          .where('state_city.id', shipTo.cityId)
          .select('zone_area.zoneId'),
      ),
  ),
  freights: selectFrom(articleFreight, rows => whereValidOn(rows, day).whereIn('productId', productIds)),
})

/** The keys by which the master rows of an order are read. */
export interface OrderFactKeys {
  day: string
  productIds: readonly number[]
  pricingGroupIds: readonly number[]
  sbuIds: readonly number[]
  /** The customer, and the distributors who may buy for them. */
  buyerIds: readonly number[]
  channelIds: readonly number[]
  shipTo: Pick<Row<typeof shipTo>, 'id' | 'cityId' | 'stateId'>
  promoCodes: readonly string[]
}
