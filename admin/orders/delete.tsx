import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import Search from 'antd/es/input/Search'
import { useState } from 'react'
import { Link } from 'react-router'
import { ownColumns } from '../../resources/columns.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import { dayText } from '../../resources/define/show.ts'
import { order } from '../../resources/orders/order.ts'
import { mayTakeStep, orderProcess } from '../../resources/orders/order-process.ts'
import { usePerson } from '../account/person.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { useNarrow } from '../derive/use-narrow.ts'
import type { Asked } from '../http/asked.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { rowsOf } from '../shell/rows.ts'
import { Waiting } from '../shell/waiting.tsx'
import { DeleteMany } from './delete-many.tsx'
import { NothingHere } from './nothing-here.tsx'
import type { OrderRow } from './order-rows.ts'
import { amountText, personNameOf } from './order-words.ts'
import { StatusMark } from './show/status-mark.tsx'
import './show/marks.css'
import './order-lists.css'

const MAX_ORDERS = 100

/** Page to delete orders that were never sent to SAP: a person's own, and for the service centre those of its SBUs. */
export default function DeleteOrders() {
  const { user } = usePerson()
  const [q, setQ] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const [confirming, setConfirming] = useState(false)
  const own = ownColumns(order, user.roles)
  const narrow = useNarrow()
  const all = mayTakeStep(user, 'delete')
  const where = { status: { $in: orderProcess.steps.delete.from }, ...(!all && { placedById: user.id }) }
  const request: Asked<typeof order> = { where, q, sort: { id: -1 }, most: MAX_ORDERS }
  const { data, error, refetch } = useQuery<ListPage<OrderRow>, Refusal>({
    queryKey: ['orders', 'delete', request],
    queryFn: () => rowsOf(order).page<OrderRow>(request),
  })
  const rows = data?.data ?? []
  const selected = rows.filter(({ id }) => picked.has(id))
  function pick(id: number, on: boolean) {
    const next = new Set(picked)
    if (on) next.add(id)
    else next.delete(id)
    setPicked(next)
  }
  const columns: readonly PlainColumn<OrderRow>[] = [
    { head: 'Order', value: row => <Link to={`/orders/order-history/${row.id}`}>{row.orderNo}</Link> },
    { head: 'Date', value: row => <span className="nowrap">{dayText(row.orderDate)}</span> },
    ...(own.includes('customerId') ? [] : [{ head: 'Customer', value: (row: OrderRow) => row.texts.customerId }]),
    { head: 'SBU', value: row => row.texts.sbuId },
    { head: 'Status', value: row => <StatusMark order={row} /> },
    { head: 'Order value ₹', value: row => amountText(row.grossValue), right: true },
    ...(all ? [{ head: 'Placed by', value: (row: OrderRow) => personNameOf(row.texts.placedById) }] : []),
  ]
  return (
    <PageFrame
      purpose={`Delete drafts and orders that were never ${user.customerId === null ? 'sent to SAP' : 'booked'}, with a reason. They can still be viewed and copied.`}
      actions={
        <Button danger disabled={selected.length === 0} onClick={() => setConfirming(true)}>
          Delete {selected.length > 0 ? selected.length : ''}
        </Button>
      }
    >
      <search className="list-toolbar">
        <Search
          className="plain-search"
          aria-label="Search orders"
          placeholder="Order or PO number"
          allowClear
          onSearch={words => setQ(words.trim())}
        />
      </search>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <NothingHere message={q ? 'No orders match your search.' : 'You have no orders to delete.'} />
      ) : (
        <>
          <PlainGrid
            oneLine
            label="Orders that can be deleted"
            rows={rows}
            columns={columns}
            actions={row => (
              <Checkbox
                aria-label={`Select ${row.orderNo}`}
                checked={picked.has(row.id)}
                onChange={({ target }) => pick(row.id, target.checked)}
              >
                {narrow && 'Select'}
              </Checkbox>
            )}
          />
          {data.total > MAX_ORDERS && (
            <p className="quiet" role="status">
              The latest {MAX_ORDERS} of {data.total > 10_000 ? '10,000+' : data.total}; search to find others.
            </p>
          )}
        </>
      )}
      {confirming && (
        <DeleteMany
          orders={selected}
          onClose={() => {
            setConfirming(false)
            setPicked(new Set())
          }}
        />
      )}
    </PageFrame>
  )
}
