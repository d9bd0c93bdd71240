import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { asAgreed } from '../../../resources/orders/terms/agreed-terms.ts'
import type { PadLine } from '../lines/line-store.ts'
import { orderContext } from '../order-api.ts'
import type { OrderRow } from '../order-rows.ts'

/** The initial state of the pad. */
export interface OpenedOrder {
  context: OrderContext
  header: HeaderBody
  lines: PadLine[]
  order: OrderRow | null
}

/** Opens a new order of a customer with their own terms, default address and order type. */
export async function openNew(customerId: number): Promise<OpenedOrder> {
  const context = await orderContext(customerId)
  const { shipTos, sbus, defaults } = context
  const types = sbus.flatMap(({ orderTypes }) => orderTypes)
  const type = types.find(({ isDefault }) => isDefault) ?? types[0]
  return {
    context,
    lines: [],
    order: null,
    header: {
      shipToId: (shipTos.find(({ isDefault }) => isDefault) ?? shipTos[0])?.id ?? null,
      orderTypeId: type?.id ?? null,
      requestedDeliveryDate: defaults.requestedDeliveryDate,
      ...asAgreed,
      customerPoNo: null,
      customerPoDate: type?.requiresPo ? defaults.customerPoDate : null,
      poAttachmentId: null,
      preferredTransporterId: null,
      completeDelivery: false,
      remarks: null,
    },
  }
}
