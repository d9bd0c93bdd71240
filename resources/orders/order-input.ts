import { pick } from '../define/pick.ts'
import type { Order } from './order.ts'
import type { OrderLine } from './order-line.ts'
import type { EnteredDelivery } from './quote/schedule.ts'

/** The fields of an order that the person who places it enters, and that a copy, correction, split or send-back keeps. */
export const headerFields = [
  'customerId',
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'freightTerms',
  'transMode',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
  'preferredTransporterId',
  'completeDelivery',
  'remarks',
] as const

/**
 * The fields of an order line that the person who places the order enters, and that a copy, correction, split or
 * send-back keeps; prices and plants are found by the server.
 */
export const lineFields = [
  'productId',
  'qty',
  'manualDiscountPct',
  'promoCode',
  'plantId',
  'eudDocumentId',
  'requestedBatchNo',
  'singleBatchRequired',
  'shippingInstruction',
] as const

export const deliveryFields = ['requestedDate', 'qty'] as const

/** A line as it was entered; quantity in thousandths, percent in hundredths. */
export interface LineInput extends Pick<OrderLine, (typeof lineFields)[number]> {
  schedules: EnteredDelivery[]
}

/** An order as it was entered; without freight terms or a mode of transport those of the customer count. */
export interface OrderInput extends Pick<Order, Exclude<(typeof headerFields)[number], 'freightTerms' | 'transMode'>> {
  /** Only employees enter one; absent, the note stays as it is. */
  internalNote?: Order['internalNote']
  freightTerms: Order['freightTerms'] | null
  transMode: Order['transMode'] | null
  lines: LineInput[]
}

type SavedLine = Pick<OrderLine, (typeof lineFields)[number] | 'sourceRule' | 'shippingInstructionId'>

/**
 * A saved line with its deliveries as it was entered: what masters gave it is left out, so that they give it again. A
 * single delivery on the requested day of the order follows from its header.
 */
export function lineAsInput(line: SavedLine, deliveries: readonly EnteredDelivery[], requestedDay: string): LineInput {
  const follows = deliveries.length === 1 && deliveries[0]!.requestedDate === requestedDay
  return {
    ...pick(line, lineFields),
    ...(line.sourceRule !== 'MANUAL' && { plantId: null }),
    ...(line.shippingInstructionId !== null && { shippingInstruction: null }),
    schedules: follows ? [] : deliveries.map(delivery => pick(delivery, ['scheduleNo', ...deliveryFields])),
  }
}

/** The header of a saved order as it was entered. */
export const headerAsInput = (order: Pick<Order, (typeof headerFields)[number]>): Omit<OrderInput, 'lines'> =>
  pick(order, headerFields)

/** A line of which no more is entered than a product, a quantity and a discount. */
export const plainLine = (line: Pick<LineInput, 'productId' | 'qty' | 'manualDiscountPct'>): LineInput => ({
  ...line,
  promoCode: null,
  plantId: null,
  eudDocumentId: null,
  requestedBatchNo: null,
  singleBatchRequired: false,
  shippingInstruction: null,
  schedules: [],
})

/** A line as it is sent: the server numbers the deliveries. */
export interface LineBody extends Omit<LineInput, 'schedules'> {
  schedules: Omit<EnteredDelivery, 'scheduleNo'>[]
}

type Unchosen = 'shipToId' | 'orderTypeId' | 'requestedDeliveryDate'

/** The header of an order while it is filled in; null where nothing is chosen yet. */
export type HeaderBody = Omit<OrderInput, 'customerId' | 'lines' | Unchosen> & {
  [field in Unchosen]: OrderInput[field] | null
}

/** An order as it is sent to be quoted or saved. */
export interface OrderBody extends HeaderBody {
  customerId: number
  lines: LineBody[]
}

/** An order that was created or changed, as far as its buttons need to know it. */
export type SavedOrder = Pick<Order, 'id' | 'orderNo' | 'status' | 'rowVersion'>
