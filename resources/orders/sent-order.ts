/** An order as it is sent to be quoted or saved: the shape of the body, and how it is taken in. */
import { integer } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { about, ifSent, many, maybe, type Read, staffOnly } from '../define/shape.ts'
import { order } from './order.ts'
import { deliveryFields, headerFields, lineFields, type OrderInput } from './order-input.ts'
import { orderLine } from './order-line.ts'
import { scheduleLine } from './schedule-line.ts'

/** Upper bounds only; the exact limits are the setting `order.max_lines` and a check of the order. */
export const MOST_LINES = 1000
const MOST_DELIVERIES = 50

const delivery = {
  ...pick(scheduleLine.fields, deliveryFields),
  scheduleNo: about('Not read: deliveries are numbered in their order', maybe(integer())),
}
/** Prices and plants are found by the server. */
const line = {
  ...pick(orderLine.fields, lineFields),
  schedules: many(delivery, { most: MOST_DELIVERIES, optional: true }),
}
const header = pick(order.fields, headerFields)

export const sentOrder = {
  ...header,
  freightTerms: maybe(header.freightTerms),
  transMode: maybe(header.transMode),
  paymentTermsDays: about('Leave the terms empty for those that are agreed', maybe(header.paymentTermsDays)),
  internalNote: staffOnly(ifSent(order.fields.internalNote)),
  lines: many(line, { most: MOST_LINES }),
}

/** An order that is sent, as an example. */
export const sampleOrder = {
  customerId: 3,
  shipToId: 5,
  orderTypeId: 1,
  requestedDeliveryDate: '2026-04-08',
  customerPoNo: 'PO/26/0871',
  lines: [{ productId: 12, qty: 10_000, manualDiscountPct: 0 }],
}

/** An order as it is taken in: what our own people leave out of the note empties it, what others do leaves it as it is. */
export const orderInput = (
  { lines, internalNote = null, ...header }: Read<typeof sentOrder>,
  { userType }: { readonly userType: string },
): OrderInput => ({
  ...header,
  ...(userType === 'EMPLOYEE' && { internalNote }),
  lines: lines.map(({ schedules, ...line }) => ({
    ...line,
    schedules: (schedules ?? []).map((delivery, index) => ({ ...delivery, scheduleNo: index + 1 })),
  })),
})
