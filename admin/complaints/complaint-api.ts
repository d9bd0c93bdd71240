import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import type { Where } from '../http/asked.ts'
import { api } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'

/** A complaint as a reader gets it: customers without its owner, cause and CAPA. */
export type ComplaintRow = Complaint & { texts: Partial<Record<keyof Complaint, string>>; sla: string }
export type LineRow = InvoiceLine & { texts: Partial<Record<keyof InvoiceLine, string>> }

export const fetchComplaint = (id: number) => rowsOf(complaint).at<ComplaintRow>(id)

const MOST_INVOICES = 8

/** The latest invoices of a customer whose number contains a text; those on an LR where one is named. */
export async function findInvoices(customerId: number, typed: string, lrId: number | null): Promise<Invoice[]> {
  const ids = lrId === null ? null : (await rowsOf(lrLine).all({ where: { lrId } })).flatMap(row => row.invoiceId ?? [])
  const where: Where<typeof invoice> = {
    invoiceType: 'INVOICE',
    isCancelled: false,
    soldToId: customerId,
    ...(typed && { invoiceNo: { $contains: typed } }),
    ...(ids && { id: { $in: ids } }),
  }
  return (await rowsOf(invoice).page<Invoice>({ where, sort: { invoiceDate: -1, id: -1 }, most: MOST_INVOICES })).data
}

export const linesOf = (invoiceId: number) =>
  rowsOf(invoiceLine).all<LineRow>({ where: { invoiceId }, sort: { lineNo: 1 } })

/** The latest confirmed orders of a customer whose number contains a text. */
export async function findOrders(customerId: number, typed: string): Promise<Order[]> {
  const where: Where<typeof order> = {
    customerId,
    sapOrderNo: { $ne: null },
    ...(typed && { orderNo: { $contains: typed } }),
  }
  return (await rowsOf(order).page<Order>({ where, sort: { id: -1 }, most: MOST_INVOICES })).data
}

/** The products on an order. */
export async function productsOf(orderId: number): Promise<{ productId: number; text: string }[]> {
  const lines = await rowsOf(orderLine).all<OrderLine & { texts: Partial<Record<keyof OrderLine, string>> }>({
    where: { orderId },
    sort: { lineNo: 1 },
  })
  return [...new Map(lines.map(line => [line.productId, line.texts.productId ?? ''])).entries()].map(
    ([productId, text]) => ({ productId, text }),
  )
}

export const openComplaint = async (body: object, headers: Record<string, string>) =>
  (await api.post<ComplaintRow>('/complaints', body, { headers })).data
