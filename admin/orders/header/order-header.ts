import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { percentText, quantityText, rupees } from '../../../resources/define/show.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { order } from '../../../resources/orders/order.ts'
import { openStates } from '../../../resources/orders/order-states.ts'
import { approvalInSentence, holdText, orderStatusText } from '../../../resources/orders/order-status.ts'
import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'
import { nameIn, whoAndWhere } from '../../derive/record/names.ts'
import type { Key, RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, dayInWords, lateBy, momentInWords, plainDay } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import type { OrderLineRow, OrderRow, OrderStepRow } from '../order-rows.ts'
import { personNameOf } from '../order-words.ts'
import { daysOnTheWay, type Shipments, troubled } from '../shipments/shipments.ts'
import { toneOfOrder } from './order-tones.ts'

/** What the header of an order says besides the order itself; what is not read yet, or not by this person, is absent. */
export interface BesideOrder {
  reader: OptionReader
  today: string
  lines: readonly OrderLineRow[]
  steps: readonly OrderStepRow[]
  decision?: Decision | undefined
  schedule?: readonly ScheduleLine[] | undefined
  shipments?: Shipments | undefined
}

const isOpen = (status: string) => (openStates as readonly string[]).includes(status)
const isGone = ({ lineStatus }: OrderLineRow) => ['REJECTED', 'CANCELLED', 'DELETED'].includes(lineStatus)

/** The day by which the goods that have not arrived are promised: the first that is late, else the last. */
function promiseOf(beside: BesideOrder): string | undefined {
  const { schedule = [], shipments, lines, today } = beside
  const isSent = (id: number) => lines.some(line => line.id === id && line.dispatchedQty >= line.qty)
  const toSend = schedule
    .filter(({ orderLineId }) => !isSent(orderLineId))
    .flatMap(({ expectedDeliveryDate, confirmedDate }) => expectedDeliveryDate ?? confirmedDate ?? [])
  const days = [...toSend, ...(shipments ? daysOnTheWay(shipments) : [])].toSorted()
  return days.find(day => day < today) ?? days.at(-1)
}

/** How much was ordered and has left: in the unit of the lines, or as whole lines where they have several. */
function sentOf(lines: readonly OrderLineRow[]) {
  const wanted = lines.filter(line => !isGone(line))
  const isAny = wanted.some(({ dispatchedQty }) => dispatchedQty > 0)
  if (new Set(wanted.map(({ uom }) => uom)).size > 1) {
    const whole = wanted.filter(({ qty, dispatchedQty }) => dispatchedQty >= qty).length
    return { all: wanted.length, sent: whole, isAny, text: (count: number) => countText(count, 'line') }
  }
  const unit = wanted[0]?.uom ?? ''
  return {
    all: sum(wanted.map(({ qty }) => qty)),
    sent: sum(wanted.map(({ dispatchedQty }) => dispatchedQty)),
    isAny,
    text: (thousandths: number) => `${quantityText(thousandths)} ${unit}`,
  }
}

const billed = ({ shipments }: BesideOrder) =>
  (shipments?.invoices ?? []).filter(({ invoiceType, isCancelled }) => invoiceType === 'INVOICE' && !isCancelled)

const decideBy = ({ task }: Decision, today: string) =>
  task?.dueAt === undefined ? '' : `, by ${momentInWords(task.dueAt, today)}`

/** Of an order that waits: to staff why, until when and what follows; to buyers that they need do nothing. */
function whileWaiting(row: OrderRow, { decision, reader, today }: BesideOrder): Words | null {
  if (reader === 'buyer')
    return row.isForAcceptance
      ? [{ strong: 'The order was changed or placed for you: accept or decline it.' }, ' Then we book it.']
      : ['We check prices, credit and documents, and write to you when it is decided.']
  if (!decision?.task) return null
  const { step, level, reason, onBehalfOf } = decision.task
  const what = approvalInSentence(step)
  const named = `${what[0]!.toUpperCase()}${what.slice(1)}`
  return [
    `${onBehalfOf ? `For ${onBehalfOf}: ` : ''}${named}${level && level > 1 ? `, level ${level}` : ''}${decideBy(decision, today)}`,
    ...(reason ? [': ', { strong: `${reason}.` }] : ['.']),
  ]
}

/** Of an order that SAP holds: to staff since when, to buyers that they need do nothing. */
function whileHeld({ reader, steps, today }: BesideOrder): Words {
  if (reader === 'buyer') return ['We check something before the goods leave, and write to you if we need an answer.']
  const last = steps.findLast(({ step }) => step === 'sapHeld' || step === 'sapHeldInside')
  const since = last ? ` since ${momentInWords(last.at, today)}` : ''
  return [`SAP has held it${since}; the desk that can help has been told.`]
}

/** Of an order under way: what is late or came back, else when the goods come. */
function whileUnderWay(beside: BesideOrder): Words | null {
  const { shipments, reader, today, lines } = beside
  const back = shipments?.lrs.find(({ deliveryStatus }) => troubled.includes(deliveryStatus))
  const promise = promiseOf(beside)
  const late = promise && lateBy(promise, today)
  const { all, sent, isAny, text } = sentOf(lines)
  const rest = isAny ? `${text(all - sent)} of ${text(all)} still to leave` : 'Nothing has left yet'
  if (back) {
    const what = troubleWords[back.deliveryStatus]?.[reader] ?? ''
    return [{ strong: `LR ${back.lrNo} ${what}.` }, sent < all ? ` ${rest}.` : '']
  }
  if (late)
    return [
      { strong: `Promised for ${plainDay(promise, today)}, ${late}.` },
      sent < all ? ` ${rest}.` : ' The goods are on the way.',
    ]
  if (!promise)
    return sent < all ? [`${rest}; ${reader === 'buyer' ? 'we have' : 'SAP has'} not confirmed a day yet.`] : null
  const by = `promised for ${dayInWords(promise, today)}`
  return [sent < all ? `${rest}, ${by}.` : `All goods are on the way, ${by}.`]
}

const troubleWords: Partial<Record<string, Record<OptionReader, string>>> = {
  UNDELIVERED: {
    staff: 'could not be delivered; a second try is due',
    buyer: 'could not be delivered; the transporter tries again',
  },
  RETURNED: { staff: 'came back; decide whether to send it again', buyer: 'came back to us; we will write to you' },
  LOST: { staff: 'is lost; settle it or send again', buyer: 'was lost on the way; we will write to you' },
  PARTIAL_DELIVERED: { staff: 'was delivered in part', buyer: 'arrived in part; the rest is being looked for' },
}

/** Of an order that ended: who ended it, and why. */
function onceEnded({ steps, today }: BesideOrder): Words | null {
  const last = steps.findLast(({ step }) =>
    ['reject', 'decline', 'cancel', 'cancelStuck', 'expire', 'delete'].includes(step),
  )
  if (!last) return null
  const by = personNameOf(last.texts.actorId)
  const why = [last.texts.reasonCodeId, last.remark].filter(Boolean).join(': ')
  return [`On ${plainDay(dayOf(last.at), today)}${by ? ` by ${by}` : ''}`, ...(why ? [': ', { strong: why }] : ['.'])]
}

/** Of a draft that is above what its buyer may order alone. */
function whileAskedInCompany({ texts }: OrderRow, { steps, today }: BesideOrder): Words {
  const asked = steps.findLast(({ step }) => step === 'askCompany')
  const name = personNameOf(texts.companyAskedById)
  const when = asked ? ` ${plainDay(dayOf(asked.at), today)}` : ''
  return [{ strong: name || 'A colleague' }, ` asked for a yes of your company${when}; it is sent to us after that.`]
}

function nextOf(row: OrderRow, beside: BesideOrder): Words | null {
  const wrong = row.errorText ?? row.buyerErrorText
  switch (row.status) {
    case 'DRAFT': {
      if (row.companyAskedAt && beside.reader === 'buyer') return whileAskedInCompany(row, beside)
      const sentBack = beside.steps.findLast(({ step }) => step === 'sendBack' || step === 'returnInCompany')
      if (row.submittedAt)
        return [...(sentBack?.remark ? [{ strong: sentBack.remark }, ' '] : []), 'Correct it and submit it again.']
      if (sentBack?.step === 'returnInCompany' && sentBack.remark)
        return [{ strong: sentBack.remark }, ' Change it and submit it again.']
      return [wrong ? { strong: wrong } : 'Not submitted yet: complete it and submit it.']
    }
    case 'PENDING':
      return whileWaiting(row, beside)
    case 'APPROVED':
      return [
        beside.reader === 'buyer'
          ? 'We are booking it; this takes a few minutes.'
          : 'It is being sent to SAP; the answer comes within minutes.',
      ]
    case 'IN_ERROR':
      return [...(wrong ? [{ strong: wrong }, ' '] : []), 'Correct it and submit it again.']
    case 'CONFIRMED':
    case 'PARTIALLY_DISPATCHED':
      return holdText(row, beside.reader) ? whileHeld(beside) : whileUnderWay(beside)
    case 'DISPATCHED':
      return whileUnderWay(beside)
    case 'DELIVERED':
      return ['All goods have arrived.']
    case 'CLOSED':
      return ['All goods have arrived; nothing more is to do.']
    default:
      return onceEnded(beside)
  }
}

const placedBy = ({ placedForCustomer, texts }: OrderRow, reader: OptionReader) => {
  const name = personNameOf(texts.placedById)
  return name ? ` by ${name}${placedForCustomer && reader === 'buyer' ? ' for you' : ''}` : ''
}

/** An order: to our people by its customer, to those who buy by their PO. */
export const orderHeader: RecordHeader<OrderRow, BesideOrder> = {
  resource: order,
  who: {
    of: ['customerId'],
    say: ({ customerPoNo, orderDate, texts }, { reader, today }) =>
      reader === 'staff'
        ? whoAndWhere(texts.customerId, texts.shipToId)
        : customerPoNo
          ? `Your PO ${customerPoNo}`
          : `Your order of ${plainDay(orderDate, today)}`,
  },
  keys: [
    { of: ['orderNo'], say: ({ orderNo }) => `Order ${orderNo}` },
    {
      of: ['customerPoNo'],
      say: ({ customerPoNo }, { reader }) => reader === 'staff' && customerPoNo && `their PO ${customerPoNo}`,
    },
    {
      of: ['sapOrderNo'],
      say: ({ sapOrderNo }, { reader }) => reader === 'staff' && sapOrderNo && `SAP ${sapOrderNo}`,
    },
    {
      of: ['orderDate'],
      say: (row, { reader, today }) =>
        `${row.status === 'DRAFT' ? 'begun' : 'placed'} ${dayInWords(row.orderDate, today)}${placedBy(row, reader)}`,
    },
    {
      of: ['shipToId'],
      say: ({ texts }, { reader }) => reader === 'buyer' && texts.shipToId && `to ${nameIn(texts.shipToId)}`,
    },
    {
      of: ['replacesOrderId'],
      say: ({ replacesOrderId, texts }): Key | null =>
        replacesOrderId === null
          ? null
          : {
              text: `copy of ${texts.replacesOrderId ?? 'another order'}`,
              to: `/orders/order-history/${replacesOrderId}`,
            },
    },
  ],
  amount: {
    of: ['grossValue'],
    say: ({ grossValue }, { lines }) => ({
      value: rupees(grossValue),
      small: `with GST, ${countText(lines.length, 'line')}`,
    }),
  },
  state: {
    of: ['status'],
    say: (row, { reader, decision }) => ({
      tone: row.status === 'DRAFT' && row.submittedAt ? 'wait' : toneOfOrder(row),
      word: row.status === 'PENDING' && decision?.task?.mine ? 'Waits for you' : orderStatusText(row, reader),
    }),
  },
  next: { of: ['status'], say: nextOf },
  facts: [
    {
      label: 'Promised',
      of: ['status'],
      say: ({ status, requestedDeliveryDate }, beside) => {
        const day = isOpen(status) || status === 'DISPATCHED' ? promiseOf(beside) : undefined
        if (!day) return null
        const late = lateBy(day, beside.today)
        return {
          value: dayInWords(day, beside.today),
          small: late ?? `asked for ${plainDay(requestedDeliveryDate, beside.today)}`,
          bad: late !== undefined,
        }
      },
    },
    {
      label: 'Asked for',
      of: ['requestedDeliveryDate', 'status'],
      say: ({ status, requestedDeliveryDate }, beside) =>
        (status === 'DRAFT' || (isOpen(status) && !promiseOf(beside))) && {
          value: dayInWords(requestedDeliveryDate, beside.today),
          small: 'promised once it is confirmed',
        },
    },
    {
      label: 'Oldest invoice',
      for: 'staff',
      of: ['status'],
      say: (_, { decision }) =>
        decision?.credit &&
        decision.credit.overdueDays > 0 && {
          value: `${decision.credit.overdueDays} days overdue`,
          bad: true,
          small: nameIn(decision.credit.payer),
        },
    },
    {
      label: 'Sent',
      of: ['status'],
      say: ({ status }, beside) => {
        const { all, sent, text } = sentOf(beside.lines)
        if (!['CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED', 'DELIVERED', 'CLOSED'].includes(status) || all === 0)
          return null
        const arrived = beside.shipments?.lrs.filter(({ deliveryStatus }) => deliveryStatus === 'DELIVERED').length ?? 0
        return {
          value: `${text(sent)} of ${text(all)}`,
          small: ['DELIVERED', 'CLOSED'].includes(status)
            ? 'all have arrived'
            : sent < all
              ? `${text(all - sent)} to send`
              : arrived > 0
                ? `${countText(arrived, 'LR')} arrived`
                : 'none has arrived yet',
        }
      },
    },
    {
      label: 'Invoiced',
      of: ['grossValue'],
      say: (_, beside) => {
        const invoices = billed(beside)
        const due = invoices
          .map(({ dueDate }) => dueDate)
          .toSorted()
          .at(-1)
        return (
          invoices.length > 0 && {
            value: rupees(sum(invoices.map(({ grossValue }) => grossValue))),
            small: `${countText(invoices.length, 'invoice')}, due ${plainDay(due!, beside.today)}`,
          }
        )
      },
    },
    {
      label: 'Discount',
      for: 'staff',
      of: ['listValue', 'discountValue'],
      say: ({ listValue, discountValue }, { lines }) => {
        if (listValue <= 0) return null
        const byHand = Math.max(0, ...lines.map(({ manualDiscountPct }) => manualDiscountPct ?? 0))
        return {
          value: percentText(Math.round((discountValue * 10_000) / listValue)),
          small:
            discountValue === 0
              ? 'all at list price'
              : byHand > 0
                ? `up to ${percentText(byHand)} by hand`
                : 'none by hand',
        }
      },
    },
    {
      label: 'Credit left',
      for: 'staff',
      of: ['creditExposure'],
      say: ({ creditExposure, creditExcess, status }, { decision }) => {
        const credit = decision?.credit
        if (credit)
          return {
            value: rupees(Math.max(0, -credit.excess)),
            small: credit.excess > 0 ? `${rupees(credit.excess)} over the limit` : `of ${rupees(credit.creditLimit)}`,
            bad: credit.excess > 0,
          }
        if (creditExcess) return { value: 'none', small: `${rupees(creditExcess)} over the limit`, bad: true }
        return (
          creditExposure !== null &&
          isOpen(status) && {
            value: 'within the limit',
            small: `${rupees(creditExposure)} used with this order`,
          }
        )
      },
    },
    {
      label: 'Terms',
      for: 'staff',
      of: ['paymentTermsDays', 'freightTerms', 'transMode'],
      say: ({ paymentTermsDays, freightTerms, transMode }) => ({
        value: paymentTermsDays === 0 ? 'in advance' : countText(paymentTermsDays, 'day'),
        small: `${optionText(freightTerms)}, ${optionText(transMode).toLowerCase()}`,
      }),
    },
    {
      label: 'Your contact',
      for: 'buyer',
      of: ['placedForCustomer'],
      say: ({ placedForCustomer, texts }) =>
        placedForCustomer &&
        !!texts.placedById && { value: personNameOf(texts.placedById)!, small: 'placed the order for you' },
    },
  ],
}
