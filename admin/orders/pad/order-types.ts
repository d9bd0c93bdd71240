import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OfferedOrderType, OrderContext } from '../../../resources/orders/pad/offers.ts'

/** The order types of all SBUs of the customer, each once. */
export function orderTypesOf({ sbus }: OrderContext): OfferedOrderType[] {
  return [...new Map(sbus.flatMap(({ orderTypes }) => orderTypes).map(type => [type.id, type])).values()]
}

/** Whether the order type requires the PO of the customer. */
export const doesNeedPo = (context: OrderContext, { orderTypeId }: Pick<HeaderBody, 'orderTypeId'>) =>
  orderTypesOf(context).find(({ id }) => id === orderTypeId)?.requiresPo ?? false
