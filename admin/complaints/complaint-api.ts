import type { Complaint } from '../../resources/complaints/complaint.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import type { InvoiceLine } from '../../resources/dispatches/invoice-line.ts'
import type { Order } from '../../resources/orders/order.ts'
import type { OrderLine } from '../../resources/orders/order-line.ts'
import { api } from '../shell/api.ts'
import { listOf } from '../shell/list-of.ts'

/** A complaint as a reader gets it: customers without its owner, cause and CAPA. */
export type ComplaintRow = Complaint & { texts: Partial<Record<keyof Complaint, string>>; sla: string }
export type LineRow = InvoiceLine & { texts: Partial<Record<keyof InvoiceLine, string>> }

export const fetchComplaint = async (id: number) => (await api.get<ComplaintRow>(`/complaints/${id}`)).data

const MOST_INVOICES = 8
const billed = { invoiceType: 'INVOICE', isCancelled: false, $sort: { invoiceDate: -1, id: -1 }, $limit: MOST_INVOICES }

/** The latest invoices of a customer whose number contains a text; those on an LR where one is named. */
export async function findInvoices(customerId: number, typed: string, lrId: number | null): Promise<Invoice[]> {
  const ids =
    lrId === null ? null : (await listOf<{ invoiceId: number }>('lr-lines', { lrId })).map(row => row.invoiceId)
  const params = {
    ...billed,
    soldToId: customerId,
    ...(typed && { invoiceNo: { $contains: typed } }),
    // No invoice has the number 0: an empty list would not be asked at all.
    ...(ids && { id: { $in: ids.length > 0 ? ids : [0] } }),
  }
  return (await api.get<ListPage<Invoice>>('/invoices', { params })).data.data
}

export const linesOf = (invoiceId: number) => listOf<LineRow>('invoice-lines', { invoiceId, $sort: { lineNo: 1 } })

/** The latest confirmed orders of a customer whose number contains a text. */
export async function findOrders(customerId: number, typed: string): Promise<Order[]> {
  const params = {
    customerId,
    sapOrderNo: { $ne: null },
    ...(typed && { orderNo: { $contains: typed } }),
    $sort: { id: -1 },
    $limit: MOST_INVOICES,
  }
  return (await api.get<ListPage<Order>>('/orders', { params })).data.data
}

/** The products on an order. */
export async function productsOf(orderId: number): Promise<{ productId: number; text: string }[]> {
  const lines = await listOf<OrderLine & { texts: Partial<Record<keyof OrderLine, string>> }>('order-lines', {
    orderId,
    $sort: { lineNo: 1 },
  })
  return [...new Map(lines.map(line => [line.productId, line.texts.productId ?? ''])).entries()].map(
    ([productId, text]) => ({ productId, text }),
  )
}

export const openComplaint = async (body: object, headers: Record<string, string>) =>
  (await api.post<ComplaintRow>('/complaints', body, { headers })).data
