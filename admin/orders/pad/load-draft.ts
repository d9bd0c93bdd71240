import { order as orderResource } from '../../../resources/orders/order.ts'
import { headerAsInput, lineAsInput } from '../../../resources/orders/order-input.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { type ScheduleLine, scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { showWarning } from '../../shell/notices/notices.ts'
import { rowsOf } from '../../shell/rows.ts'
import { type PadLine, padLine } from '../lines/line-store.ts'
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
  const order = await rowsOf(orderResource).at<OrderRow>(id)
  const [context, rows, schedules] = await Promise.all([
    orderContext(order.customerId),
    rowsOf(orderLine).all<OrderLineRow>({ where: { orderId: id, lineStatus: 'OPEN' }, sort: { lineNo: 1 } }),
    rowsOf(scheduleLine).all<ScheduleLine>({ where: { orderId: id }, sort: { scheduleNo: 1 } }),
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
  const { customerId: _, ...entered } = headerAsInput(order)
  const { internalNote } = order
  const header = { ...entered, ...(internalNote !== undefined && { internalNote }) }
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

/** What was entered for a line besides its product, quantity and discount. */
function extrasOf(row: OrderLineRow, deliveries: readonly ScheduleLine[], order: OrderRow): PadLine['extras'] {
  const entered = lineAsInput(row as OrderLine, deliveries, order.requestedDeliveryDate)
  const { productId: _, qty: _qty, manualDiscountPct: _pct, schedules, ...extras } = entered
  return { ...extras, schedules: schedules.map(({ requestedDate, qty }) => ({ requestedDate, qty })) }
}
