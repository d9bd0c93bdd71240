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
  'paymentTermsDays',
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

/** The terms that our own people may choose otherwise than they are agreed; null where they are as agreed. */
export type ChosenTerms = { [Name in TermName]: Order[Name] | null }
export const termNames = ['freightTerms', 'transMode', 'paymentTermsDays'] as const
export type TermName = (typeof termNames)[number]

/** An order as it was entered. */
export interface OrderInput extends Pick<Order, Exclude<(typeof headerFields)[number], TermName>>, ChosenTerms {
  /** Only employees enter one; absent, the note stays as it is. */
  internalNote?: Order['internalNote']
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

type SavedTerms = Partial<Pick<Order, 'chosenFreightTerms' | 'chosenTransMode' | 'chosenPaymentDays'>>

/** The terms that were chosen for a saved order; buyers do not read what our people chose. */
export const chosenTermsOf = (order: SavedTerms): ChosenTerms => ({
  freightTerms: order.chosenFreightTerms ?? null,
  transMode: order.chosenTransMode ?? null,
  paymentTermsDays: order.chosenPaymentDays ?? null,
})

/** The header of a saved order as it was entered: terms that are as agreed follow the agreement. */
export const headerAsInput = (
  order: Pick<Order, Exclude<(typeof headerFields)[number], TermName>> & SavedTerms,
): Omit<OrderInput, 'lines'> => ({
  ...pick(order, headerFields.filter(isNoTerm)),
  ...chosenTermsOf(order),
})

type HeaderField = (typeof headerFields)[number]
const isNoTerm = (name: HeaderField): name is Exclude<HeaderField, TermName> =>
  !(termNames as readonly HeaderField[]).includes(name)

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
