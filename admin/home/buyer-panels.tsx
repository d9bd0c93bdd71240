import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListPage } from '../../resources/define/list-page.ts'
import { wordsFor } from '../../resources/define/process/states.ts'
import { dayText, rupees } from '../../resources/define/show.ts'
import { statusText } from '../../resources/dispatches/lr-status.ts'
import { type PaymentState, paymentStates } from '../../resources/payments/payment-states.ts'
import { underwayStatuses } from '../../resources/shipment-tracking/dashboard.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { useMay } from '../account/person.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { StatusMark } from '../orders/show/status-mark.tsx'
import { api } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Outstanding } from './outstanding.tsx'
import '../orders/show/marks.css'

type Row = ApiRow & Record<string, string | number | null>
const MOST = 4
const MOST_PAYMENTS = 2

/** What a buyer asks first: order again, where the goods are, what is owed and was paid, and certificates. */
export default function BuyerPanels({ customerId }: { customerId: number }) {
  const may = useMay()
  return (
    <div className="home-panels">
      {may('create', 'orders') && <OrderAgain customerId={customerId} />}
      {may('read', 'shipment-tracking/search-shipments') && <GoodsOnTheWay />}
      {may('read', 'payment-carts') && (
        <Outstanding customerId={customerId}>
          {may('read', 'transaction-view/transactions-view') && <LastPayments />}
        </Outstanding>
      )}
      {may('read', 'invoices') && may('read', 'coa/certificates') && <Certificates />}
    </div>
  )
}

/** A few rows of a list; their query is renewed with the tiles. */
function useFew(path: string, params: object) {
  const { data } = useQuery({
    queryKey: ['home', path, params],
    refetchInterval: 60_000,
    queryFn: async () => (await api.get<ListPage<Row>>(`/${path}`, { params: { ...params, $limit: MOST } })).data.data,
  })
  return data
}

function Panel(panel: {
  id: string
  title: string
  more: ReactNode
  rows: Row[] | undefined
  none: string
  /** The next step where there is none. */
  next?: ReactNode
  line: (row: Row) => ReactNode
}) {
  const { id, title, more, rows, none, next, line } = panel
  return (
    <section className="panel home-panel" aria-labelledby={id}>
      <div className="home-panel-head">
        <h2 id={id}>{title}</h2>
        {more}
      </div>
      {rows?.length === 0 && <Empty text={none}>{next}</Empty>}
      <ul>
        {rows?.map(row => (
          <li key={row.id}>{line(row)}</li>
        ))}
      </ul>
    </section>
  )
}

function OrderAgain({ customerId }: { customerId: number }) {
  const rows = useFew('orders', {
    customerId,
    status: { $nin: ['DRAFT', 'DELETED', 'DEAD', 'REJECTED'] },
    $sort: { id: -1 },
  })
  return (
    <Panel
      id="home-again"
      title="Order again"
      more={<Link to="/orders/order-history">All orders</Link>}
      rows={rows}
      none="You have not ordered yet."
      next={<ButtonLink to="/orders/default">Place the first order</ButtonLink>}
      line={row => (
        <>
          <span>
            <Link to={`/orders/order-history/${row.id}`}>{row.orderNo}</Link>{' '}
            <span className="quiet">
              {dayText(String(row.orderDate))}
              {typeof row.grossValue === 'number' && ` · ${rupees(row.grossValue)}`}
            </span>
            <span className="home-under">
              <StatusMark order={{ ...row, status: String(row.status) }} />
            </span>
          </span>
          <ButtonLink to={`/orders/default?again=${row.id}`}>
            Order again<span className="for-readers"> as {row.orderNo}</span>
          </ButtonLink>
        </>
      )}
    />
  )
}

/** The invoices of a shipment, which stand without spaces in its row. */
function invoiceText(invoiceNos: string) {
  const all = invoiceNos.split(',')
  return `${all.length === 1 ? 'Invoice' : 'Invoices'} ${all.join(', ')}`
}

function GoodsOnTheWay() {
  const rows = useFew('shipment-tracking/search-shipments', {
    deliveryStatus: { $in: underwayStatuses },
    $sort: { expectedDeliveryDate: 1 },
  })
  return (
    <Panel
      id="home-goods"
      title="Where are my goods"
      more={<Link to="/shipment-tracking/search-shipments">Search shipments</Link>}
      rows={rows}
      none="Nothing is on the way."
      line={row => (
        <>
          <span>
            <Link to={`/dispatches/lr/${row.lrId}`}>{row.lrNo}</Link>{' '}
            <span className="quiet">{row.texts?.transporterId?.split(' · ').at(-1)}</span>
            {row.invoiceNos && <span className="home-under quiet">{invoiceText(String(row.invoiceNos))}</span>}
          </span>
          <span className="home-right">
            {statusText(row.deliveryStatus as DeliveryStatus, 'buyer')}
            <span className="home-under quiet">expected {dayText(String(row.expectedDeliveryDate))}</span>
          </span>
        </>
      )}
    />
  )
}

/** The payments made last, under what is owed. */
function LastPayments() {
  const rows = useFew('transaction-view/transactions-view', { $sort: { id: -1 } })
  if (!rows || rows.length === 0) return null
  return (
    <>
      <div className="home-panel-head home-payments">
        <h3>Last payments</h3>
        <Link to="/transaction-view/transactions-view">All payments</Link>
      </div>
      <ul>
        {rows.slice(0, MOST_PAYMENTS).map(row => (
          <li key={row.id}>
            <span>
              <Link to={`/transaction-view/transactions-view/show/${row.id}`}>{row.txnNo}</Link>{' '}
              <span className="quiet">{wordsFor(paymentStates, 'buyer')[row.status as PaymentState]}</span>
            </span>
            <span className="home-right">{rupees(Number(row.amount))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The latest invoices, each with the way to the certificates of all its batches. */
function Certificates() {
  const rows = useFew('invoices', { invoiceType: 'INVOICE', isCancelled: false, $sort: { id: -1 } })
  return (
    <Panel
      id="home-certificates"
      title="Certificates"
      more={<Link to="/coa/find-certificates">Find certificates</Link>}
      rows={rows}
      none="No invoice yet. Find a certificate by product and batch."
      line={row => (
        <>
          <span>
            Invoice {row.invoiceNo} <span className="quiet">{dayText(String(row.invoiceDate))}</span>
          </span>
          <Link to={`/coa/find-certificates?${new URLSearchParams({ invoice: String(row.invoiceNo) })}`}>
            Certificates<span className="for-readers"> of invoice {row.invoiceNo}</span>
          </Link>
        </>
      )}
    />
  )
}
