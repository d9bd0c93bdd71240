import type { LineBody } from '../../../resources/orders/order-input.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'
import { api } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
import { showWarning } from '../../shell/notices/notices.ts'
import { padLine } from '../lines/line-store.ts'
import { orderContext, productsOf, sourceLines } from '../order-api.ts'
import type { OrderLineRow, OrderRow } from '../order-rows.ts'
import { type OpenedOrder, openNew } from './open-order.ts'

/** Opens a new order with the lines of an earlier one of the customer, and names what can no longer be ordered. */
export async function openAgain(customerId: number, orderId: number): Promise<OpenedOrder> {
  const [opened, { lines, gone }] = await Promise.all([openNew(customerId), sourceLines(customerId, 'order', orderId)])
  if (gone.length > 0)
    showWarning('Some products can no longer be ordered', gone.map(({ code, name }) => `${code} ${name}`).join(', '))
  return { ...opened, lines: lines.map(({ product, qty }) => padLine({ product, qty })) }
}

/** Opens a new order with these products, without those that the customer may not order. */
export async function openWith(
  customerId: number,
  items: readonly { code: string; qty: number }[],
): Promise<OpenedOrder> {
  const codes = items.map(({ code }) => code)
  const [opened, products] = await Promise.all([openNew(customerId), productsOf(customerId, codes)])
  const lines = items.flatMap(({ code, qty }) => {
    const product = products.get(code)
    return product ? [padLine({ product, qty })] : []
  })
  return { ...opened, lines }
}

/** Opens a saved draft, or an order in error, for editing; fields that the pad does not show are preserved. */
export async function openDraft(id: number): Promise<OpenedOrder> {
  const order = (await api.get<OrderRow>(`/orders/${id}`)).data
  const [context, rows, schedules] = await Promise.all([
    orderContext(order.customerId),
    listOf<OrderLineRow>('order-lines', { orderId: id, lineStatus: 'OPEN', $sort: { lineNo: 1 } }),
    listOf<ScheduleLine>('schedule-lines', { orderId: id, $sort: { scheduleNo: 1 } }),
  ])
  const products = await productsOf(order.customerId, rows.map(codeOf))
  const lines = rows.map(row =>
    padLine({
      product: products.get(codeOf(row)) ?? unavailableProduct(row),
      typed: codeOf(row),
      qty: row.qty,
      manualDiscountPct: row.manualDiscountPct || null,
      extras: extrasOf(
        row,
        schedules.filter(({ orderLineId }) => orderLineId === row.id),
        order,
      ),
    }),
  )
  const { shipToId, orderTypeId, requestedDeliveryDate, customerPoNo, customerPoDate } = order
  const { poAttachmentId, preferredTransporterId, completeDelivery, remarks, internalNote } = order
  const header = {
    shipToId,
    orderTypeId,
    requestedDeliveryDate,
    // Buyers do not read what our people chose, and keep it.
    freightTerms: order.chosenFreightTerms ?? null,
    transMode: order.chosenTransMode ?? null,
    paymentTermsDays: order.chosenPaymentDays ?? null,
    customerPoNo,
    customerPoDate,
    poAttachmentId,
    preferredTransporterId,
    completeDelivery,
    remarks,
    ...(internalNote !== undefined && { internalNote }),
  }
  return { context, order, lines, header }
}

const codeOf = ({ texts }: OrderLineRow) => (texts.productId ?? '').split(' · ')[0]!

/** A product that this customer can no longer order: it stays on its line, and the rules report it. */
function unavailableProduct({ productId, uom, texts }: OrderLineRow): OfferedProduct {
  const [code = '', name = ''] = (texts.productId ?? '').split(' · ')
  return {
    id: productId,
    code,
    name,
    uom,
    packSize: null,
    packQty: 0,
    minOrderQty: 0,
    maxOrderQty: null,
    casNo: null,
    hsnCode: '',
    sbuId: null,
    sbu: '',
  }
}

/** A single delivery on the order's requested day follows from the header. */
function extrasOf(
  row: OrderLineRow,
  deliveries: ScheduleLine[],
  order: OrderRow,
): Omit<LineBody, 'productId' | 'qty' | 'manualDiscountPct'> {
  const follows = deliveries.length === 1 && deliveries[0]!.requestedDate === order.requestedDeliveryDate
  return {
    promoCode: row.promoCode,
    plantId: row.sourceRule === 'MANUAL' ? row.plantId : null,
    requestedBatchNo: row.requestedBatchNo,
    singleBatchRequired: row.singleBatchRequired,
    shippingInstruction: row.shippingInstruction,
    eudDocumentId: row.eudDocumentId,
    schedules: follows ? [] : deliveries.map(({ requestedDate, qty }) => ({ requestedDate, qty })),
  }
}
