import { dayOf } from '../define/dates.ts'
import { wordOf } from '../define/process/states.ts'
import { dayText, rupees } from '../define/show.ts'
import type { Order } from '../orders/order.ts'
import { orderProcess } from '../orders/order-process.ts'
import { billProcess } from './bills/bill-process.ts'
import { complaintParts, lrPart, podParts } from './passport-delivery.ts'
import { arrived, ended, type PassportFacts, type PassportReader } from './passport-facts.ts'
import { type PassportPart, part, type Read } from './passport-part.ts'
import { paymentParts, receiptParts } from './passport-payment.ts'

/** The papers of a dispatch in order, each with its state and what is missing. */
export function passportParts(facts: PassportFacts, by: PassportReader): PassportPart[] {
  return [
    ...facts.orders.map(orderPart),
    ...invoiceParts(facts, by),
    ...ewayParts(facts, by.at),
    lrPart(facts, by),
    ...podParts(facts, dayOf(by.at)),
    ...complaintParts(facts),
    ...paymentParts(facts, dayOf(by.at)),
    ...receiptParts(facts),
    ...billParts(facts),
  ]
}

const orderPart = ({ id, orderNo, status, orderDate }: Read<Order>): PassportPart => ({
  kind: 'ORDER',
  no: orderNo ?? '',
  state: status === undefined ? '' : wordOf(orderProcess, status),
  on: orderDate ?? null,
  gap: null,
  link: `/orders/order-history/${id}`,
})

/**
 * The invoices of the goods on the LR; of orders taken outside the portal, SAP’s order stands before its invoice. Only
 * the company reads cancelled ones: others read those that bill the goods since, or that the invoice is being corrected.
 */
function invoiceParts(
  { invoices: all, lines, ordered, isBeingCorrected }: PassportFacts,
  { reader }: PassportReader,
): PassportPart[] {
  const invoices = reader === 'staff' ? all : all.filter(({ isCancelled }) => !isCancelled)
  const corrected = isBeingCorrected && reader !== 'staff' ? [part('INVOICE', '', 'Invoice being corrected')] : []
  const sigma = lines.flatMap(({ sigmaInvoiceNo }) =>
    sigmaInvoiceNo ? [part('INVOICE', sigmaInvoiceNo, 'Invoice of the sister business')] : [],
  )
  const own = invoices.flatMap(({ id, invoiceNo, invoiceDate, isCancelled, sapOrderNo }) => [
    ...(!ordered.includes(id) && sapOrderNo ? [part('ORDER', sapOrderNo, 'Taken in SAP')] : []),
    ...(!ordered.includes(id) && sapOrderNo === null
      ? [part('ORDER', '', 'Not known', { gap: `SAP names no order of invoice ${invoiceNo ?? ''}` })]
      : []),
    part('INVOICE', invoiceNo ?? '', isCancelled ? 'Cancelled' : 'Issued', {
      on: invoiceDate ?? null,
      gap: isCancelled && isBeingCorrected ? 'Invoice is cancelled' : null,
    }),
  ])
  return [...own, ...corrected, ...sigma]
}

/** Whether an e-way bill lapsed matters only while its goods are on the road; that there was none matters for good. */
function ewayParts(facts: PassportFacts, at: string): PassportPart[] {
  const isOnRoad = !ended.includes(facts.lr.deliveryStatus)
  return facts.lines.flatMap((line, index) => {
    const { ewayBillNo, ewayValidTo } = line
    // An invoice of several deliveries has a line of each, and one e-way bill.
    if (ewayBillNo && facts.lines.findIndex(other => other.ewayBillNo === ewayBillNo) < index) return []
    if (!ewayBillNo) return missingEway(facts, line)
    if (!ewayValidTo) return [part('EWAY_BILL', ewayBillNo, 'Issued')]
    const on = dayOf(ewayValidTo)
    if (!isOnRoad) return [part('EWAY_BILL', ewayBillNo, 'No longer needed', { on })]
    if (ewayValidTo >= at) return [part('EWAY_BILL', ewayBillNo, `Valid to ${dayText(on)}`, { on })]
    return [part('EWAY_BILL', ewayBillNo, 'Expired', { on, gap: `E-way bill expired on ${dayText(on)}` })]
  })
}

/** Said to whoever reads both that there is none and what the goods are worth. */
function missingEway(facts: PassportFacts, line: PassportFacts['lines'][number]): PassportPart[] {
  const { lr, invoices, ewayAbove, ewayNote, ewayValues } = facts
  const { id, invoiceId, deliveryId, invoiceValue, ewayBillNo } = line
  if (ewayBillNo !== null || !(invoiceId || deliveryId) || invoiceValue === undefined || ewayAbove === null) return []
  const value = ewayValues.get(id) ?? invoiceValue
  if (value <= ewayAbove || lr.deliveryStatus === 'CANCELLED') return []
  const no = invoices.find(({ id }) => id === invoiceId)?.invoiceNo
  const sums = `${rupees(value)} is above ${rupees(ewayAbove)}`
  const gap = `E-way bill missing: ${[sums, ewayNote].filter(Boolean).join('; ')}`
  return [part('EWAY_BILL', no ? `For invoice ${no}` : '', 'Missing', { gap })]
}

function billParts({ lr, bills, readsBills }: PassportFacts): PassportPart[] {
  if (readsBills && bills.length === 0 && arrived.includes(lr.deliveryStatus))
    return [part('FREIGHT_BILL', '', 'Not billed yet')]
  return bills.map(({ id, billNo, status, billDate, paidOn }) =>
    part('FREIGHT_BILL', billNo ?? '', status === undefined ? '' : wordOf(billProcess, status), {
      on: paidOn ?? billDate ?? null,
      gap: status === 'DISPUTED' ? 'Transporter’s bill differs from what was agreed' : null,
      link: `/dispatches/lr-transporter-bill/show/${id}`,
    }),
  )
}
