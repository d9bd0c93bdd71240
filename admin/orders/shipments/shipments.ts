import { tonesOf } from '../../../resources/define/state-tones.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type DeliveryStatus, deliveryStatuses } from '../../../resources/trade.ts'
import { countText, dayInWords, plainDay } from '../../derive/record/when.ts'

type Texts = { texts: Record<string, string | undefined> }
export type InvoiceRow = Invoice & Texts
export type SentLr = Pick<
  Lr,
  'id' | 'lrNo' | 'deliveryStatus' | 'expectedDeliveryDate' | 'deliveredOn' | 'receivedBy' | 'packages' | 'podStatus'
> &
  Texts

/** The invoices of an order or one of them, and the LRs with which their goods left. */
export interface Shipments {
  invoices: readonly InvoiceRow[]
  lrs: readonly SentLr[]
  /** The LRs of an invoice, by its id. */
  lrsOf: (invoiceId: number) => readonly SentLr[]
  /** The invoices whose goods the buyer collects. */
  collected: ReadonlySet<number>
}

/** How far each status of a consignment has come. */
export const lrTones = tonesOf(deliveryStatuses)

/** Consignments that came back, were lost, or could not be delivered. */
export const troubled: readonly DeliveryStatus[] = ['UNDELIVERED', 'RETURNED', 'LOST', 'PARTIAL_DELIVERED']
/** Consignments of which nothing more is to arrive. */
const over: readonly DeliveryStatus[] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

/** The LR that its reader opens next: one with a problem, else one on the way. */
export const lrToOpen = (shipments: Pick<Shipments, 'lrs'> | undefined) =>
  shipments?.lrs.find(({ deliveryStatus }) => troubled.includes(deliveryStatus)) ??
  shipments?.lrs.find(({ deliveryStatus }) => lrTones[deliveryStatus] === 'go')

/** The days on which goods that left are still to arrive. */
export const daysOnTheWay = ({ lrs }: Pick<Shipments, 'lrs'>): string[] =>
  lrs
    .filter(({ deliveryStatus }) => !over.includes(deliveryStatus))
    .map(({ expectedDeliveryDate }) => expectedDeliveryDate)

/** The shipments of an order in one sentence; null while nothing is invoiced. */
export function shipmentsInWords({ invoices, lrs }: Shipments, today: string): string | null {
  const sent = invoices.filter(({ invoiceType, isCancelled }) => invoiceType === 'INVOICE' && !isCancelled)
  if (invoices.length === 0) return null
  const waiting = sent.filter(({ dispatchStatus }) => dispatchStatus === 'PENDING').length
  const came = lrs.filter(({ deliveryStatus }) => deliveryStatus === 'DELIVERED')
  const bad = lrs.filter(({ deliveryStatus }) => troubled.includes(deliveryStatus)).length
  const onTheWay = daysOnTheWay({ lrs }).toSorted()
  const last = came
    .flatMap(({ deliveredOn }) => deliveredOn ?? [])
    .toSorted()
    .at(-1)
  const said = [
    bad > 0 && `${countText(bad, 'LR')} with a problem`,
    onTheWay.length - bad > 0 &&
      `${countText(onTheWay.length, 'LR')} on the way, expected ${dayInWords(onTheWay.at(-1)!, today)}`,
    came.length > 0 &&
      `${countText(came.length, 'LR')} delivered${last ? `, the last on ${plainDay(last, today)}` : ''}`,
    waiting > 0 && `${countText(waiting, 'invoice')} ${waiting === 1 ? 'waits' : 'wait'} for dispatch`,
  ].filter(Boolean)
  return said.length > 0 ? said.join('; ') : countText(invoices.length, 'invoice')
}
