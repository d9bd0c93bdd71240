import type { ReactNode } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { complaintStates } from '../../resources/complaints/complaint-states.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { sum } from '../../resources/define/amounts.ts'
import { dayOf } from '../../resources/define/dates.ts'
import { isIn, wordsFor } from '../../resources/define/process/states.ts'
import { dayText, momentText, rupees } from '../../resources/define/show.ts'
import type { CartItem } from '../../resources/payments/commands/cart.ts'
import { captureAllocation } from '../../resources/payments/money/capture-allocation.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { usePerson } from '../account/person.ts'
import { useAsk } from '../derive/command/ask.ts'
import { nameIn } from '../derive/record/names.ts'
import type { RecordAct } from '../derive/record/record-acts.ts'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { RecordRows, type RecordSection, Sections } from '../derive/record/sections.tsx'
import { countText, dayInWords, plainDay, readOn } from '../derive/record/when.ts'
import { lrToOpen, troubled } from '../orders/shipments/shipments.ts'
import { ShipmentsTable } from '../orders/shipments/shipments-table.tsx'
import { useShipments } from '../orders/shipments/use-shipments.ts'
import { BatchList, certifiedGoods } from '../orders/show/certified-goods.tsx'
import { useStatusReader } from '../orders/show/status-mark.tsx'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { rowPathOf } from '../shell/screens.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { deliveryInWords, invoiceHeader, owed } from './invoice/invoice-header.ts'
import { InvoiceLines } from './invoice/invoice-lines.tsx'
import { useInvoice, useOpenItem, type WholeInvoice } from './invoice/use-invoice.ts'
import '../derive/show/show.css'
import '../orders/show/marks.css'
import '../orders/show/order-detail.css'

/** One invoice: what it asks for and where its goods are, its lines and taxes, and what was asked about it. */
export default function InvoicePage() {
  const { id = '' } = useParams()
  const asked = id === 'last' ? id : /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const { data, error, refetch } = useInvoice(asked)
  useTitle(data ? `${data.invoice.invoiceNo} · Invoice` : undefined)
  if (asked === null || data === null) return <NotFound />
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (asked === 'last') return <Navigate to={`/dispatches/invoice/${data.invoice.id}`} replace />
  return <InvoiceRecord key={data.invoice.id} whole={data} />
}

function InvoiceRecord({ whole }: { whole: WholeInvoice }) {
  const { invoice, lines, disputes, complaints, order } = whole
  const { may } = usePerson()
  const reader = useStatusReader()
  const today = readOn()
  const by = { invoiceId: invoice.id }
  const item = useOpenItem(invoice)
  const { data: shipments } = useShipments({ id: invoice.id })
  const { data: batches = [] } = useAsk(certifiedGoods, by, {
    shows: [coaDocument.path],
    enabled: may('read', coaDocument.path),
  })
  const lrs = shipments?.lrs ?? []
  const certificates = batches.filter(({ certificateId }) => certificateId !== null)
  const certified = batches.length > 0 ? { all: batches.length, certified: certificates.length } : undefined
  const header = saidOf(
    invoiceHeader,
    invoice,
    { reader, today, order, lines, disputes, complaints, item, lrs, certified },
    reader,
  )
  const acts = useInvoiceActs(whole, item, lrToOpen(shipments) ?? lrs[0], certificates[0]?.certificateId ?? null)
  const sections: (RecordSection | false)[] = [
    may('read', 'complaints/ar-dispute') && {
      title: 'Queries about the amount',
      say: disputes.length > 0 ? disputesInWords(whole) : null,
      open: disputes.some(dispute => isIn(disputeStates.sets.disputed, dispute)),
      content: (
        <Pairs
          pairs={disputes.map(({ id, disputeNo, disputedAmount, acceptedAmount, status, description }) => [
            <Link key={id} to={`/complaints/ar-dispute/show/${id}`}>
              {disputeNo}
            </Link>,
            `${wordsFor(disputeStates, reader)[status]}: ${rupees(disputedAmount)} asked${acceptedAmount ? `, ${rupees(acceptedAmount)} accepted` : ''}. ${description}`,
          ])}
        />
      ),
    },
    may('read', captureAllocation.path) && {
      title: 'Payments',
      say: paidInWords(whole),
      content: (
        <Pairs
          pairs={whole.payments.map(({ id, transactionId, amount, tdsAmount, payment: { txnNo, paidAt } }) => [
            <Link key={id} to={`${rowPathOf(paymentTransaction, transactionId)}`}>
              {txnNo}
            </Link>,
            `${rupees(amount)}${tdsAmount > 0 ? ` and ${rupees(tdsAmount)} TDS` : ''}${paidAt ? `, ${dayInWords(dayOf(paidAt), today)}` : ''}`,
          ])}
        />
      ),
    },
    {
      title: 'Delivery',
      say: shipments && deliveryInWords(invoice, lrs, today),
      open: lrs.some(({ deliveryStatus }) => troubled.includes(deliveryStatus)),
      content: shipments && <ShipmentsTable shipments={shipments} today={today} />,
    },
    may('read', coaDocument.path) && {
      title: 'Certificates',
      say: certified ? `${certified.certified} of ${countText(certified.all, 'batch', 'batches')}` : null,
      content: <BatchList batches={batches} by={by} />,
    },
    {
      title: 'Tax particulars',
      say: taxInWords(whole),
      content: <Pairs pairs={taxPairs(whole)} />,
    },
    {
      title: 'References',
      say:
        [
          invoice.texts.orderId && `Order ${invoice.texts.orderId}`,
          order?.customerPoNo && `PO ${order.customerPoNo}`,
          invoice.sapDeliveryNo && `delivery ${invoice.sapDeliveryNo}`,
        ]
          .filter(Boolean)
          .join(' · ') || null,
      content: <Pairs pairs={referencePairs(whole)} />,
    },
    may('read', 'complaints') && {
      title: 'Complaints',
      say:
        complaints.length > 0
          ? `${countText(complaints.length, 'complaint')}, the last: ${wordsFor(complaintStates, reader)[complaints.at(-1)!.status]}`
          : null,
      content: (
        <Pairs
          pairs={complaints.map(({ id, complaintNo, status, description }) => [
            <Link key={id} to={`/complaints/show/${id}`}>
              {complaintNo}
            </Link>,
            `${wordsFor(complaintStates, reader)[status]}: ${description}`,
          ])}
        />
      ),
    },
  ]
  return (
    <RecordPage
      header={header}
      from={
        may('read', 'mis/invoices')
          ? { title: 'Invoices', path: '/mis/invoices' }
          : { title: 'Dispatches', path: '/dispatches' }
      }
      acts={acts}
    >
      <RecordRows title="Lines">
        <InvoiceLines invoice={invoice} lines={lines} batches={batches} />
      </RecordRows>
      <Sections sections={sections} />
    </RecordPage>
  )
}

const disputesInWords = ({ disputes }: WholeInvoice) => {
  const { disputedAmount, acceptedAmount, createdAt } = disputes.at(-1)!
  const said = acceptedAmount ? `, ${rupees(acceptedAmount)} accepted` : ''
  return `${rupees(disputedAmount)} asked on ${plainDay(dayOf(createdAt), readOn())}${said}`
}

/** `₹ 8,921.00 received on 3 Nov`; credits and payments outside of the portal are SAP's and stand in what is left to pay. */
function paidInWords({ payments }: WholeInvoice): string | null {
  const last = payments.at(-1)?.payment.paidAt
  if (payments.length === 0) return null
  const paid = sum(payments.map(({ amount, tdsAmount }) => amount + tdsAmount))
  return `${rupees(paid)} received${last ? `, ${payments.length > 1 ? 'the last ' : ''}${dayInWords(dayOf(last), readOn())}` : ''}`
}

const shortened = (irn: string) => `${irn.slice(0, 8)}…${irn.slice(-4)}`

const hsnCodes = ({ lines }: WholeInvoice) => [...new Set(lines.flatMap(({ hsnCode }) => hsnCode ?? []))]

function taxInWords(whole: WholeInvoice): string | null {
  const { irn, ewayBillNo } = whole.invoice
  const codes = hsnCodes(whole)
  const said = [
    irn && `IRN ${shortened(irn)}`,
    ewayBillNo && `e-way bill ${ewayBillNo}`,
    codes.length > 0 && `HSN ${codes.join(', ')}`,
  ].filter(Boolean)
  return said.length > 0 ? said.join(' · ') : null
}

type Pair = [label: ReactNode, value: ReactNode]

function taxPairs(whole: WholeInvoice): Pair[] {
  const { irn, ewayBillNo, ewayValidTo, taxDifference } = whole.invoice
  return [
    ['IRN', irn],
    ['E-way bill', ewayBillNo && `${ewayBillNo}${ewayValidTo ? `, valid to ${momentText(ewayValidTo)}` : ''}`],
    ['HSN', hsnCodes(whole).join(', ')],
    ...(taxDifference ? [['Tax differs by', rupees(taxDifference)] as Pair] : []),
  ]
}

function referencePairs({ invoice, order }: WholeInvoice): Pair[] {
  const { texts, orderId, sapBillingDoc, sapOrderNo, sapDeliveryNo, cancellationDoc, settlementNoteNo, invoiceDate } =
    invoice
  return [
    [
      'Order',
      orderId !== null &&
        (order ? <Link to={`/orders/order-history/${orderId}`}>{texts.orderId}</Link> : texts.orderId),
    ],
    ['Customer’s PO', order?.customerPoNo],
    ['Invoice date', dayText(invoiceDate)],
    ['Billing document', sapBillingDoc],
    ['SAP order', sapOrderNo],
    ['Delivery', sapDeliveryNo],
    ['Sold-to', nameIn(texts.soldToId)],
    ['Payer', nameIn(texts.payerId)],
    ['Ship-to', nameIn(texts.shipToId)],
    ['Plant', nameIn(texts.plantId)],
    ['SBU', nameIn(texts.sbuId)],
    ['Cancelled by', cancellationDoc],
    ['Credit note', settlementNoteNo],
  ]
}

/** Labels with their values; what is unknown is a dash. */
const Pairs = ({ pairs }: { pairs: readonly Pair[] }) => (
  <dl className="record-pairs">
    {pairs.map(([label, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pairs have their place
      <div key={index}>
        <dt>{label}</dt>
        <dd>{value || <span className="quiet">–</span>}</dd>
      </div>
    ))}
  </dl>
)

/** What its reader may do with an invoice: pay it, else follow its goods. */
function useInvoiceActs(
  { invoice }: WholeInvoice,
  item: CartItem | undefined,
  lr: { id: number; lrNo: string } | undefined,
  certificateId: number | null,
): RecordAct[] {
  const { user, may } = usePerson()
  const open = owed(invoice, item)
  const pays = may('approve', 'payment-carts') && item !== undefined && item.payable > 0 && item.lockedByTxnNo === null
  const isBuyer = user.customerId !== null
  const asks = !invoice.isCancelled && invoice.invoiceType === 'INVOICE'
  return [
    ...(pays && open
      ? [
          {
            key: 'pay',
            label: `Pay ${rupees(item.payable)}`,
            place: 'primary',
            to: `/transaction-view/payment-cart?invoice=${invoice.id}`,
          } as const,
        ]
      : []),
    ...(lr && may('read', 'lrs')
      ? [
          {
            key: 'track',
            label: isBuyer ? `Track LR ${lr.lrNo}` : `Open LR ${lr.lrNo}`,
            place: pays && open ? 'more' : 'primary',
            to: `/dispatches/lr/${lr.id}`,
          } as const,
        ]
      : []),
    ...(invoice.grossValue === undefined
      ? []
      : [
          {
            key: 'pdf',
            label: 'Download PDF',
            of: `of invoice ${invoice.invoiceNo}`,
            place: 'beside',
            href: `/api/invoices/${invoice.id}/pdf`,
          } as const,
        ]),
    ...(certificateId === null
      ? []
      : [
          {
            key: 'certificate',
            label: 'Certificate',
            place: 'beside',
            href: `/api/coa/certificates/${certificateId}/file`,
          } as const,
        ]),
    ...(may('read', 'lrs')
      ? [
          {
            key: 'papers',
            label: 'Document passport',
            place: 'more',
            to: `/dispatches/passport/invoice-${invoice.id}`,
          } as const,
        ]
      : []),
    ...(asks && may('create', 'complaints')
      ? [{ key: 'complain', label: 'Report a problem', place: 'more', to: complaintOf(invoice) } as const]
      : []),
    ...(asks && may('create', 'complaints/ar-dispute')
      ? [
          {
            key: 'dispute',
            label: 'Query the amount',
            place: 'more',
            to: `/complaints/ar-dispute/create?${ofInvoice(invoice)}`,
          } as const,
        ]
      : []),
    { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
  ]
}

const ofInvoice = ({ id, soldToId }: { id: number; soldToId: number }) => `invoice=${id}&customerId=${soldToId}`
const complaintOf = (invoice: { id: number; soldToId: number }) => `/complaints/create?${ofInvoice(invoice)}`
