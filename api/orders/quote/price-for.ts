import type { Customer } from '../../../resources/access-control/customer.ts'
import type { Product } from '../../../resources/masters/products.ts'
import type { LineInput } from '../../../resources/orders/order-input.ts'
import { type PricedLine, priceLine } from '../../../resources/orders/quote/price.ts'
import type { PriceOrder } from '../../../resources/orders/quote/price-facts.ts'
import { soldThrough } from '../../../resources/orders/quote/sold-through.ts'
import type { Completed } from '../../../resources/orders/rows.ts'
import type { Settings } from '../../../resources/settings/settings.ts'
import { channelOf } from './customer-terms.ts'
import type { OrderFacts } from './order-facts.ts'

/** What prices depend on, besides the line itself. */
export type PriceFacts = Pick<
  OrderFacts,
  'day' | 'customer' | 'buyers' | 'distributorBook' | 'channels' | 'segments' | 'salesAreas' | 'sbus' | 'prices'
> & { shipTo: { id: number }; orderType: PriceOrder['orderType']; settings: Pick<Settings, 'sap.net_by_unit'> }

/** To whom a product is sold that the customer orders: to them, or the distributor who buys for them. */
export const buyerOf = (facts: PriceFacts, product: Product & Completed) =>
  soldThrough({
    book: facts.distributorBook,
    orderDate: facts.day,
    customer: facts.customer,
    distributors: facts.buyers,
    product,
  })

/** The price of a line for its buyer. Pure: reads no database. */
export function priceFor(
  facts: PriceFacts,
  soldTo: Customer,
  product: Product & Completed,
  { qty, manualDiscountPct, promoCode }: Pick<LineInput, 'qty' | 'manualDiscountPct' | 'promoCode'>,
): PricedLine {
  const channelId = channelOf(facts, soldTo, product.sbuId)
  return priceLine(
    facts.prices,
    {
      orderDate: facts.day,
      channelId,
      soldToId: soldTo.id,
      isChannel13: facts.channels.get(channelId)?.code === '13',
      shipToId: facts.shipTo.id,
      customerSegmentId: facts.segments.get(`${soldTo.id}/${product.sbuId}`) ?? null,
      orderType: facts.orderType,
      netByUnit: facts.settings['sap.net_by_unit'],
    },
    { product, qty, manualDiscountPct, promoCode },
  )
}
