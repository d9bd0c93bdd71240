import { useQuery } from '@tanstack/react-query'
import { type ArDispute, arDispute } from '../../../resources/complaints/ar-dispute.ts'
import { type Complaint, complaint } from '../../../resources/complaints/complaint.ts'
import { invoice as invoiceResource } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { order } from '../../../resources/orders/order.ts'
import type { CartItem, showCart } from '../../../resources/payments/commands/cart.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Person, usePerson } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import type { InvoiceRow } from '../../orders/shipments/shipments.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

type Texts = { texts: Record<string, string | undefined> }
/** With the HSN code of its product, which buyers may not read otherwise. */
export type InvoiceLineRow = InvoiceLine & Texts & { hsnCode?: string | null }
export type DisputeOfInvoice = ArDispute & Texts
export type ComplaintOfInvoice = Complaint & Texts

/** An invoice with its products, and what its buyer asked about it. */
export interface WholeInvoice {
  invoice: InvoiceRow
  lines: readonly InvoiceLineRow[]
  disputes: readonly DisputeOfInvoice[]
  complaints: readonly ComplaintOfInvoice[]
  order: OrderOfInvoice | undefined
  payments: readonly PaidToInvoice[]
}
interface OrderOfInvoice {
  id: number
  orderNo: string
  customerPoNo: string | null
}

/** What a payment settles of the invoice. */
export interface PaidToInvoice {
  id: number
  transactionId: number
  amount: number
  tdsAmount: number
  clearingStatus: CaptureAllocation['clearingStatus']
  payment: PaymentTransaction
}

/** The invoice with this id, or the newest one of a customer. */
export function useInvoice(id: number | 'last' | null) {
  const person = usePerson()
  return useQuery<WholeInvoice | null, Refusal>({
    queryKey: [
      ...['invoices', 'one', id, 'invoice-lines'],
      ...['complaints', 'complaints/ar-dispute', paymentTransaction.path],
    ],
    enabled: id !== null,
    queryFn: () => wholeInvoice(id!, person),
  })
}

async function wholeInvoice(id: number | 'last', { may }: Person): Promise<WholeInvoice | null> {
  const where = id === 'last' ? ({ invoiceType: 'INVOICE', isCancelled: false } as const) : { id }
  const invoice = await rowsOf(invoiceResource).first<InvoiceRow>({ where, sort: { id: -1 } })
  if (!invoice) return null
  const of = { where: { invoiceId: invoice.id }, sort: { id: 1 } } as const
  const [lines, disputes, complaints, orders, payments] = await Promise.all([
    may('read', 'invoice-lines')
      ? rowsOf(invoiceLine).all<InvoiceLineRow>({
          where: { invoiceId: invoice.id },
          sort: { lineNo: 1 },
          select: ['*', 'hsnCode'],
        })
      : [],
    may('read', 'complaints/ar-dispute') ? rowsOf(arDispute).all<DisputeOfInvoice>(of) : [],
    may('read', 'complaints') ? rowsOf(complaint).all<ComplaintOfInvoice>(of) : [],
    invoice.orderId !== null && may('read', 'orders')
      ? rowsOf(order).all<OrderOfInvoice>({ where: { id: invoice.orderId } })
      : [],
    may('read', captureAllocation.path) ? paidTo(invoice) : [],
  ])
  return { invoice, lines, disputes, complaints, order: orders[0], payments }
}

/** What was paid of an invoice through the portal. */
async function paidTo({ invoiceNo }: InvoiceRow): Promise<PaidToInvoice[]> {
  const found = await rowsOf(captureAllocation).all<CaptureAllocation>({
    where: { ...{ documentNo: invoiceNo, target: 'ITEM', clearingStatus: { $ne: 'RELEASED' } } },
    sort: { id: 1 },
  })
  const ids = found.map(({ transactionId }) => transactionId)
  const payments = await rowsOf(paymentTransaction).whose<'id', PaymentTransaction>('id', ids)
  return found.flatMap(one => {
    const payment = payments.find(({ id }) => id === one.transactionId)
    return payment ? [{ ...one, payment }] : []
  })
}

/** What of the invoice is still to pay, as the payment cart has it; for those who read carts. */
export function useOpenItem(invoice: InvoiceRow): CartItem | undefined {
  const { user, may } = usePerson()
  const mine = user.customerId !== null
  const { data } = useAsk(
    at<typeof showCart>('GET payments/cart'),
    { customerId: mine ? null : (invoice.payerId ?? invoice.soldToId) },
    { enabled: may('read', 'payment-carts') && invoice.grossValue !== undefined, retry: false },
  )
  return data?.items.find(({ invoiceId }) => invoiceId === invoice.id)
}
