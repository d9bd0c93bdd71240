import { Link } from 'react-router'
import type { listStuck } from '../../../resources/orders/sap/commands.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { momentText } from '../../derive/value-text.ts'
import { Failure } from '../../shell/failure.tsx'
import { Waiting } from '../../shell/waiting.tsx'
import { NothingHere } from '../nothing-here.tsx'
import { messageKinds } from '../sap/message-words.ts'
import '../order-lists.css'

/** To those who buy, which of their orders are not booked yet: customer service does the rest. */
export default function StuckForBuyers() {
  const { data, error, refetch } = useAsk(at<typeof listStuck>('GET orders-stuck'), {}, { shows: ['orders'] })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (data.length === 0) return <NothingHere message="No stuck orders." />
  return (
    <PlainGrid
      oneLine
      label="Orders stuck for SAP"
      rows={data}
      columns={[
        { head: 'Order', value: row => <Link to={`/orders/order-history/${row.orderId}`}>{row.orderNo}</Link> },
        { head: 'Customer', value: row => row.customerName },
        { head: 'What', value: row => messageKinds[row.messageType] },
        { head: 'Waits for SAP since', value: row => momentText(row.waitsSince) },
        { head: 'Status', value: () => 'Being processed by customer service.' },
      ]}
    />
  )
}
