import { daysBetween } from '../../../resources/define/dates.ts'
import { dayText, quantityText, rupeesPer } from '../../../resources/define/show.ts'
import { samePrice } from '../../../resources/orders/approvals/changed-price.ts'
import { type LineChange, rescheduled } from '../../../resources/orders/line-change.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { LineInput, OrderInput } from '../../../resources/orders/order-input.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { LineChangeInput } from '../../../resources/orders/step-body.ts'
import { forbidden, invalidField, notOnList } from '../../platform/errors.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import { type PriceOfChange, priceOfChange } from './price-of-change.ts'

/** A line with the change that an approver requests. */
export interface ChangedLine {
  line: OrderLine
  change: LineChangeInput
  deliveries: ScheduleLine[]
  /** The line as order input, with the change applied. */
  input: LineInput
  index: number
  price: PriceOfChange
}

/** Throws 400 for a line without a change, and 403 for a change that the queue does not permit. */
export function demandChangesAllowed(
  changes: readonly LineChangeInput[],
  allowed: readonly LineChange[],
  queue: string,
) {
  if (changes.length === 0) throw invalidField('lines', 'REQUIRED', 'Lines are missing: enter what to change')
  changes.forEach((change, index) => {
    if (changes.findIndex(({ lineNo }) => lineNo === change.lineNo) < index)
      throw invalidField(
        `lines[${index}].lineNo`,
        'DUPLICATE',
        `Line ${change.lineNo} is named twice: enter its changes once`,
      )
    const fields = (['qty', 'netPrice', 'plantId', 'requestedDate'] as const).filter(name => change[name] !== null)
    const names = change.isRejected ? (['isRejected', ...fields] as const) : fields
    if (names.length === 0)
      throw invalidField(`lines[${index}]`, 'REQUIRED', `Line ${change.lineNo}: enter what to change`)
    const refused = names.find(name => !allowed.includes(name))
    if (refused) throw forbidden(`${queue}: ${fieldWords[refused]} is not changed here`)
  })
}

const fieldWords: Record<LineChange, string> = {
  qty: 'the quantity',
  netPrice: 'the price',
  plantId: 'the plant',
  requestedDate: 'the date',
  isRejected: 'a line',
}

/** Applies a change to a line of an order. Throws 4xx that names the field which cannot be changed so. */
export function applyLineChange(
  facts: OrderFacts,
  order: Order,
  openLines: readonly OrderLine[],
  input: OrderInput,
  all: readonly ScheduleLine[],
  change: LineChangeInput,
  position: number,
): ChangedLine {
  const index = openLines.findIndex(({ lineNo }) => lineNo === change.lineNo)
  const line = openLines[index]
  if (!line)
    throw invalidField(`lines[${position}].lineNo`, 'UNKNOWN_REF', `The order has no open line ${change.lineNo}`)
  const qty = change.qty ?? line.qty
  if (qty > line.qty) {
    const message = `Line ${line.lineNo}: an approver can only lower a quantity: enter at most ${quantityText(line.qty)}`
    throw invalidField(`lines[${position}].qty`, 'RANGE', message)
  }
  if (change.netPrice !== null && line.priceSource === 'FREE')
    throw invalidField(`lines[${position}].netPrice`, 'RANGE', `Line ${line.lineNo} is free of charge`)
  const deliveriesOfLine = all.filter(({ orderLineId }) => orderLineId === line.id)
  const first = deliveriesOfLine[0]?.requestedDate ?? order.requestedDeliveryDate
  const day = change.requestedDate ?? first
  if (day < order.orderDate) {
    const message = `Line ${line.lineNo}: the date must not be before the order's, ${dayText(order.orderDate)}`
    throw invalidField(`lines[${position}].requestedDate`, 'RANGE', message)
  }
  const deliveries = rescheduled(deliveriesOfLine, qty, daysBetween(first, day))
  const entered = input.lines[index]!
  const price = priceOfChange(facts, line, entered, change, position)
  return {
    line,
    change,
    deliveries,
    index,
    price,
    input: {
      ...entered,
      promoCode: price.promoGone ? null : entered.promoCode,
      manualDiscountPct: price.terms.manualDiscountPct,
      qty,
      plantId: change.plantId ?? entered.plantId,
      schedules: entered.schedules.length > 0 || day !== order.requestedDeliveryDate ? deliveries : [],
    },
  }
}

/** Throws 400 for a plant that does not exist or is inactive. */
export function demandActivePlants({ plants }: OrderFacts, changed: readonly ChangedLine[]) {
  changed.forEach(({ change: { plantId } }, position) => {
    if (plantId !== null && !plants.get(plantId)?.isActive) throw notOnList(`lines[${position}].plantId`, 'Plant')
  })
}

/** Describes the changes for the order's history, followed by the approver's remark; at most 500 characters. */
export function changeRemark(changed: readonly ChangedLine[], remark: string | null): string {
  const sentences = changed.map(({ line, change, deliveries, price: { terms, promoGone } }) => {
    if (change.isRejected) return `Line ${line.lineNo} rejected`
    const parts = [
      change.qty !== null && `${quantityText(line.qty)} → ${quantityText(change.qty)}`,
      (change.netPrice !== null || !samePrice(line, terms)) &&
        `${rupeesPer(line.netPrice, line.priceUnit)} → ${rupeesPer(terms.netPrice, terms.priceUnit)}`,
      promoGone && `without promo code ${line.promoCode}`,
      change.plantId !== null && 'another plant',
      change.requestedDate !== null && `on ${dayText(deliveries[0]?.requestedDate ?? change.requestedDate)}`,
    ]
    return `Line ${line.lineNo}: ${parts.filter(Boolean).join(', ')}`
  })
  return [...sentences, ...(remark ? [remark] : [])].join('. ').slice(0, 500)
}

/** Says that the promo code of a line was taken off; null where it was not. */
export const promoGoneText = ({ line, change, input, price: { promoGone } }: ChangedLine): string | null =>
  promoGone && !change.isRejected
    ? `Line ${line.lineNo}: promo code ${line.promoCode} does not apply to a quantity of ${quantityText(input.qty)} and is taken off.`
    : null
