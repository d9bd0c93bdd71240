import { disputeStates } from '../../../resources/complaints/dispute-states.ts'
import { dayOf, daysBetween } from '../../../resources/define/dates.ts'
import { isIn, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import { dispatchStatuses, invoice } from '../../../resources/dispatches/invoice.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { nameIn, whoAndWhere } from '../../derive/record/names.ts'
import type { Key, RecordHeader, Tone, Words } from '../../derive/record/record-header.ts'
import { countText, dayInWords, daysText, plainDay } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import { type InvoiceRow, type SentLr, troubled } from '../../orders/shipments/shipments.ts'
import type { WholeInvoice } from './use-invoice.ts'

/** What the header of an invoice says besides the invoice; what is not read yet, or not by this person, is absent. */
export interface BesideInvoice extends Pick<WholeInvoice, 'order' | 'disputes' | 'complaints' | 'lines'> {
  reader: OptionReader
  today: string
  item?: CartItem | undefined
  lrs: readonly SentLr[]
  certified?: { all: number; certified: number } | undefined
}

/** What is still owed of an invoice: by its open item, else nothing once SAP has cleared it; undefined where nobody says. */
export const owed = ({ isCleared, isCancelled }: InvoiceRow, item: CartItem | undefined): number | undefined =>
  isCleared || isCancelled ? 0 : item && (item.isPaid || !item.isOpen ? 0 : item.balanceAmount)

const dispatchTones = tonesOf(dispatchStatuses)
const dispatchWords: Record<InvoiceRow['dispatchStatus'], string> = {
  PENDING: 'Waits for dispatch',
  ON_LR: 'On its way',
  PWC_READY: 'Ready to collect',
  COLLECTED: 'Collected',
  PARTIAL: 'Partly delivered',
  DELIVERED: 'Delivered',
  RETURNED: 'Came back',
  LOST: 'Lost',
  SHIPPED_BY_OUR_SUPPLIER: 'Shipped by our supplier',
  NOTHING_TO_SEND: 'Nothing to send',
}

/** Money decides for those who read it, the goods for all others. */
function stateOf(row: InvoiceRow, { item, today }: BesideInvoice): { tone: Tone; word: string } {
  if (row.isCancelled) return { tone: 'end', word: 'Cancelled' }
  if (row.invoiceType !== 'INVOICE') return { tone: 'calm', word: optionText(row.invoiceType) }
  if (row.grossValue !== undefined) {
    const open = owed(row, item)
    if (row.isCleared || open === 0) return { tone: 'ok', word: item?.isPaid ? 'Paid, being booked' : 'Paid' }
    if (open !== undefined) {
      const late = daysBetween(row.dueDate, today)
      return late > 0
        ? { tone: 'bad', word: `${daysText(late)} overdue` }
        : { tone: 'wait', word: `To pay by ${plainDay(row.dueDate, today)}` }
    }
  }
  return { tone: dispatchTones[row.dispatchStatus], word: dispatchWords[row.dispatchStatus] }
}

/** Where the goods are, in a sentence. */
export function deliveryInWords({ dispatchStatus }: InvoiceRow, lrs: readonly SentLr[], today: string): string | null {
  const [lr] = lrs
  if (!lr) return dispatchStatus === 'PENDING' ? null : dispatchWords[dispatchStatus]
  const by = `${nameIn(lr.texts.transporterId)} ${lr.lrNo}`
  const more = lrs.length > 1 ? `, and ${countText(lrs.length - 1, 'other LR')}` : ''
  if (lr.deliveredOn)
    return `${by}, ${countText(lr.packages, 'package')}, delivered ${plainDay(lr.deliveredOn, today)}${more}`
  return `${by}, ${countText(lr.packages, 'package')}, expected ${dayInWords(lr.expectedDeliveryDate, today)}${more}`
}

function nextOf(row: InvoiceRow, beside: BesideInvoice): Words | null {
  const { disputes, item, today, lrs, reader } = beside
  if (row.isCancelled)
    return [`Cancelled${row.cancelledOn ? ` on ${plainDay(row.cancelledOn, today)}` : ''}: it is not to be paid.`]
  const back = lrs.find(({ deliveryStatus }) => troubled.includes(deliveryStatus))
  if (back) return [{ strong: `LR ${back.lrNo} did not arrive as promised.` }, ' See the delivery below.']
  const query = disputes.find(dispute => isIn(disputeStates.sets.disputed, dispute))
  const whose = reader === 'buyer' ? 'your query' : 'the query'
  const asked: Words = query
    ? query.acceptedAmount
      ? [{ strong: `${rupees(query.acceptedAmount)} of ${whose} is accepted` }, '; the credit note is still to come.']
      : [
          { strong: `${rupees(query.disputedAmount)} is disputed` },
          `, answered by ${dayInWords(dayOf(query.dueAt), today)}.`,
        ]
    : []
  const open = owed(row, item)
  const left = daysBetween(today, row.dueDate)
  if (open && left >= 0) return [`Not overdue, ${daysText(left)} left. `, ...asked]
  if (open) return [{ strong: `${rupees(open)} was due ${plainDay(row.dueDate, today)}.` }, ' ', ...asked]
  if (asked.length > 0) return asked
  const goods = deliveryInWords(row, lrs, today)
  return goods ? [`${goods}.`] : row.invoiceType === 'INVOICE' ? ['The goods are packed next; the LR follows.'] : null
}

/** An invoice: to those who buy by their PO, to our people by its customer. */
export const invoiceHeader: RecordHeader<InvoiceRow, BesideInvoice> = {
  resource: invoice,
  who: {
    of: ['soldToId'],
    say: ({ texts, invoiceNo, invoiceType }, { reader, order }) => {
      if (reader === 'staff') return whoAndWhere(texts.soldToId, texts.shipToId)
      const what = invoiceType === 'INVOICE' ? 'Invoice' : optionText(invoiceType)
      return order?.customerPoNo ? `${what} for your PO ${order.customerPoNo}` : `${what} ${invoiceNo}`
    },
  },
  keys: [
    { of: ['invoiceNo'], say: ({ invoiceNo }) => `Invoice ${invoiceNo}` },
    {
      of: ['orderId'],
      say: ({ orderId, texts }, { order }): Key | null =>
        orderId === null
          ? null
          : { text: `order ${texts.orderId ?? ''}`, ...(order && { to: `/orders/order-history/${orderId}` }) },
    },
    {
      of: ['orderId'],
      say: (_, { order, reader }) => reader === 'staff' && !!order?.customerPoNo && `their PO ${order.customerPoNo}`,
    },
    { of: ['invoiceDate'], say: ({ invoiceDate }, { today }) => `dated ${dayInWords(invoiceDate, today)}` },
    {
      of: ['shipToId'],
      say: ({ texts }, { reader }) => reader === 'buyer' && !!texts.shipToId && `to ${nameIn(texts.shipToId)}`,
    },
  ],
  amount: { of: ['grossValue'], say: ({ grossValue }) => ({ value: rupees(grossValue), small: 'with GST' }) },
  state: { of: ['dispatchStatus'], say: stateOf },
  next: { of: ['dispatchStatus'], say: nextOf },
  facts: [
    {
      label: 'Still to pay',
      of: ['grossValue'],
      say: (row, { item }) => {
        const open = owed(row, item)
        if (!open) return null
        const paid = row.grossValue - open
        return { value: rupees(open), small: paid > 0 ? `${rupees(paid)} paid or credited` : 'nothing paid yet' }
      },
    },
    {
      label: 'Due',
      of: ['grossValue', 'dueDate'],
      say: ({ dueDate, invoiceDate, isCancelled }, { today }) =>
        !isCancelled && { value: plainDay(dueDate, today), small: daysText(daysBetween(invoiceDate, dueDate)) },
    },
    {
      label: 'Delivered',
      of: ['dispatchStatus'],
      say: (_, { lrs, today }) => {
        const lr = lrs.find(({ deliveredOn }) => deliveredOn !== null)
        if (!lr?.deliveredOn) return null
        const late = daysBetween(lr.expectedDeliveryDate, lr.deliveredOn)
        return {
          value: plainDay(lr.deliveredOn, today),
          small: `${late > 0 ? `${daysText(late)} late` : 'on time'}${lr.receivedBy ? `, ${lr.receivedBy} signed` : ''}`,
        }
      },
    },
    {
      label: 'Expected',
      of: ['dispatchStatus'],
      say: (_, { lrs, today }) => {
        const lr = lrs.find(({ deliveredOn, deliveryStatus }) => deliveredOn === null && deliveryStatus !== 'CANCELLED')
        if (!lr) return null
        const late = daysBetween(lr.expectedDeliveryDate, today)
        return {
          value: dayInWords(lr.expectedDeliveryDate, today),
          small: late > 0 ? `${daysText(late)} late` : `LR ${lr.lrNo}`,
          bad: late > 0,
        }
      },
    },
    {
      label: 'Query about the amount',
      of: ['grossValue'],
      say: (_, { disputes, reader }) => {
        const query = disputes.at(-1)
        return (
          query && {
            value: wordsFor(disputeStates, reader)[query.status],
            small: `${query.disputeNo}, ${rupees(query.acceptedAmount ?? query.disputedAmount)}`,
          }
        )
      },
    },
    {
      label: 'Certificates',
      of: ['invoiceNo'],
      say: (_, { certified }) =>
        certified && {
          value: `${certified.certified} of ${certified.all}`,
          small: countText(certified.all, 'batch', 'batches'),
        },
    },
    {
      label: 'Complaints',
      of: ['invoiceNo'],
      say: (_, { complaints }) =>
        complaints.length > 0 && { value: String(complaints.length), small: complaints.at(-1)!.complaintNo },
    },
    {
      label: 'From',
      of: ['plantId'],
      say: ({ texts, packages }) => ({
        value: nameIn(texts.plantId),
        small: packages === null ? null : countText(packages, 'package'),
      }),
    },
  ],
}
