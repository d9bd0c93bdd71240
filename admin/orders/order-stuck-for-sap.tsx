import { Link } from 'react-router'
import { readsInternal } from '../../resources/access.ts'
import { mayTakeStep } from '../../resources/orders/order-process.ts'
import type { listStuck } from '../../resources/orders/sap/commands.ts'
import type { StuckOrder } from '../../resources/orders/sap/failed-order.ts'
import { failureWords } from '../../resources/orders/sap/failure-words.ts'
import { nextInWords } from '../../resources/orders/sap/waiting.ts'
import { useMay, usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import type { PlainColumn } from '../derive/grid/plain-grid.tsx'
import { momentText } from '../derive/value-text.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { ActOnOrder } from './sap/act-on-order.tsx'
import { FailedList } from './sap/failed-list.tsx'
import { messageKinds } from './sap/message-words.ts'
import { RetryMany } from './sap/retry-many.tsx'
import './show/marks.css'
import './order-lists.css'

/** Orders that wait too long for SAP, and the ways out: send again, enter SAP's number, cancel. */
export default function OrderStuckForSap() {
  const { user } = usePerson()
  const reads = useMay()('read', 'orders')
  const ours = readsInternal(user.roles)
  const stuckOrders = useAsk(
    at<typeof listStuck>('GET orders-stuck'),
    {},
    { shows: ['orders', 'sap-outbox'], refetchInterval: 30_000 },
  )
  const { data } = stuckOrders
  const mayFix = mayTakeStep(user, 'retry')

  const columns: readonly PlainColumn<StuckOrder>[] = [
    {
      head: 'Order',
      value: row => (reads ? <Link to={`/orders/order-history/${row.orderId}`}>{row.orderNo}</Link> : row.orderNo),
    },
    { head: 'Customer', value: row => `${row.customerCode} · ${row.customerName}` },
    { head: 'SBU', value: row => row.sbu },
    { head: 'What', value: row => messageKinds[row.messageType] },
    { head: 'Waits for SAP since', value: row => momentText(row.waitsSince) },
    ...(ours ? technical : [{ head: 'Status', value: () => 'Being processed by customer service.' }]),
  ]
  return (
    <PageFrame
      title="Orders Stuck For SAP Integration"
      purpose="Orders and cancellations waiting too long for SAP."
      actions={mayFix && data && <RetryMany rows={data} />}
    >
      <FailedList
        answer={stuckOrders}
        label="Orders stuck for SAP"
        none="No stuck orders."
        columns={columns}
        statusOf={({ status }) => status}
        messageOf={({ id }) => id}
        first={row => mayFix && <ActOnOrder order={orderOf(row)} steps={['retry']} />}
        rest={row =>
          mayFix &&
          row.status === 'APPROVED' && (
            <ActOnOrder
              order={orderOf(row)}
              steps={['markCreated', mayTakeStep(user, 'cancel') ? 'cancel' : 'cancelStuck']}
            />
          )
        }
      />
    </PageFrame>
  )
}

const orderOf = ({ orderId, orderNo, rowVersion }: StuckOrder) => ({ id: orderId, orderNo, rowVersion })

/** What only our own people read. */
const technical: readonly PlainColumn<StuckOrder>[] = [
  { head: 'Attempts', value: row => row.attempts, right: true },
  { head: 'Why it waits', value: row => <Why row={row} /> },
  {
    head: 'Next attempt',
    value: row => nextInWords({ ...row, status: row.messageStatus }, new Date().toISOString(), momentText),
  },
]

/** The portal's explanation and SAP's own text, on one line. */
function Why({ row }: { row: StuckOrder }) {
  const means = failureWords({ ...row, errorText: row.lastError })
  return (
    <>
      {means} {row.lastError && <span className="quiet">{row.lastError}</span>}
    </>
  )
}
