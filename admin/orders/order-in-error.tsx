import { Link } from 'react-router'
import { readsInternal } from '../../resources/access.ts'
import { mayTakeStep } from '../../resources/orders/order-process.ts'
import type { listInError } from '../../resources/orders/sap/commands.ts'
import { errorWords } from '../../resources/orders/sap/error-words.ts'
import type { FailedOrder } from '../../resources/orders/sap/failed-order.ts'
import { useMay, usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import type { PlainColumn } from '../derive/grid/plain-grid.tsx'
import { momentText } from '../derive/value-text.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { ExplainListedStop } from './explain/explain-stop.tsx'
import { RowLink } from './explain/used-row.tsx'
import { ActOnOrder } from './sap/act-on-order.tsx'
import { FailedList } from './sap/failed-list.tsx'
import { ResendMany } from './sap/resend-many.tsx'
import { fixAddress } from './what-if/fix-links.tsx'
import './show/marks.css'
import './order-lists.css'

/** The orders that SAP or a rule refused: the error in plain words, where it is corrected, and the ways on. */
export default function OrderInError() {
  const { user } = usePerson()
  const may = useMay()
  const reads = may('read', 'orders')
  const ours = readsInternal(user.roles)
  const failedOrders = useAsk(
    at<typeof listInError>('GET orders-in-error'),
    {},
    { shows: ['orders'], refetchInterval: 60_000 },
  )
  const mayFix = (row: FailedOrder) => row.placedById === user.id || mayTakeStep(user, 'resubmit')
  const columns: readonly PlainColumn<FailedOrder>[] = [
    {
      head: 'Order',
      value: row => (reads ? <Link to={`/orders/order-history/${row.id}`}>{row.orderNo}</Link> : row.orderNo),
    },
    { head: 'Since', value: row => momentText(row.statusSince) },
    { head: 'Customer', value: row => `${row.customerCode} · ${row.customerName}` },
    { head: 'SBU', value: row => row.sbu },
    ...(ours ? [{ head: 'Code', value: (row: FailedOrder) => row.errorCode }] : []),
    { head: 'What is wrong', value: row => <Wrong row={row} /> },
    { head: 'Fix', value: row => <Fix row={row} /> },
    ...(ours ? [{ head: 'Attempts', value: (row: FailedOrder) => row.attempts && `${row.attempts} ×` }] : []),
    { head: 'Placed by', value: row => row.placedBy },
  ]
  return (
    <PageFrame
      title="Orders In Error"
      purpose={
        user.customerId === null
          ? 'Orders refused by SAP or a rule: see why, fix the cause, then correct, resubmit or delete them.'
          : 'Orders that could not be booked: see why, then correct or delete them.'
      }
      actions={failedOrders.data && <ResendMany rows={failedOrders.data.filter(mayFix)} />}
    >
      <FailedList
        answer={failedOrders}
        label="Orders in error"
        none="No order is in error."
        columns={columns}
        statusOf={() => 'IN_ERROR'}
        messageOf={({ messageId }) => messageId}
        first={row => (
          <>
            {reads && user.userType === 'EMPLOYEE' && <ExplainListedStop id={row.id} orderNo={row.orderNo} />}
            {mayFix(row) && <ActOnOrder order={row} steps={['correct']} />}
          </>
        )}
        rest={row => mayFix(row) && <ActOnOrder order={row} steps={['resubmit', 'delete']} />}
      />
    </PageFrame>
  )
}

/** The portal's explanation and SAP's own text, on one line. */
function Wrong({ row: { errorText, means } }: { row: FailedOrder }) {
  const own = errorText && errorText !== means ? errorText : null
  return (
    <>
      {means} {own && <span className="quiet">{own}</span>}
    </>
  )
}

/** A link to the row that stopped the order, to the missing one, or to its master. */
function Fix({ row: { errorCode, errorText, stoppedBy, of } }: { row: FailedOrder }) {
  const may = useMay()
  const { mend } = errorWords(errorCode, errorText)
  if (!mend || !may('read', mend.resource)) return null
  if (stoppedBy) return <RowLink {...stoppedBy} />
  const values = mend.missing && Object.fromEntries(mend.missing.map(name => [name, of[name]]))
  return (
    <Link
      to={fixAddress(values && may('create', mend.resource) ? { ...mend, values } : mend, '/orders/order-in-error')}
    >
      {mend.label}
    </Link>
  )
}
