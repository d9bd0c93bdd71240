import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { mayTakeStep } from '../../resources/orders/order-flow.ts'
import { className, classWords } from '../../resources/orders/sap/error-words.ts'
import type { StuckOrder } from '../../resources/orders/sap/stuck-order.ts'
import { useMay, usePerson } from '../account/person.ts'
import type { PlainColumn } from '../derive/grid/plain-grid.tsx'
import { momentText } from '../derive/value-text.ts'
import { api, isRefusal, type Refusal } from '../shell/api.ts'
import { showFailure, showSuccess } from '../shell/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { ActOnOrder } from './sap/act-on-order.tsx'
import { FailedList } from './sap/failed-list.tsx'
import './show/marks.css'
import './order-lists.css'

/** Orders that wait too long for SAP, and the ways out: send again, enter SAP's number, cancel. */
export default function OrderStuckForSap() {
  const { user } = usePerson()
  const reads = useMay()('read', 'orders')
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const found = useQuery<StuckOrder[], Refusal>({
    queryKey: ['orders-stuck'],
    refetchInterval: 30_000,
    queryFn: async () => (await api.get<StuckOrder[]>('/orders-stuck')).data,
  })
  const { data } = found
  const mayFix = mayTakeStep(user, 'retry')

  async function retryAll(errorClass?: string | null) {
    setBusy(true)
    try {
      const answer = await api.post<{ retried: number }>('/orders-stuck', errorClass ? { errorClass } : {})
      showSuccess(`${answer.data.retried} orders are tried again.`)
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal
      showFailure(refusal.message)
    } finally {
      setBusy(false)
      void client.invalidateQueries()
    }
  }

  const classes = [...Map.groupBy(data?.filter(row => row.errorClass) ?? [], row => row.errorClass)]
  const columns: readonly PlainColumn<StuckOrder>[] = [
    {
      head: 'Order',
      value: row => (reads ? <Link to={`/orders/order-history/${row.orderId}`}>{row.orderNo}</Link> : row.orderNo),
    },
    { head: 'Customer', value: row => `${row.customerCode} · ${row.customerName}` },
    { head: 'SBU', value: row => row.sbu },
    { head: 'What', value: row => (row.messageType === 'ORDER_CREATE' ? 'New order' : 'Cancellation of a line') },
    { head: 'Since', value: row => momentText(row.statusSince) },
    { head: 'Attempts', value: row => row.attempts, right: true },
    {
      head: 'Next attempt',
      value: row => (row.messageStatus === 'FAILED_TECH' ? 'None: given up' : momentText(row.nextAttemptAt)),
    },
    {
      head: 'Last error',
      value: row => (
        <div className="trouble-words">
          {classWords(row.errorClass)}
          {row.lastError && <span className="quiet under">{row.lastError}</span>}
        </div>
      ),
    },
  ]
  return (
    <PageFrame
      title="Orders Stuck For SAP Integration"
      purpose="Orders and cancellations that wait for SAP longer than they should."
      actions={
        mayFix &&
        data &&
        data.length > 0 && (
          <>
            {classes.length > 1 &&
              classes.map(([errorClass, rows]) => (
                <Button key={errorClass} loading={busy} onClick={() => void retryAll(errorClass)}>
                  Retry {rows.length}: {className(errorClass)}
                </Button>
              ))}
            <Button type="primary" loading={busy} onClick={() => void retryAll()}>
              Retry all
            </Button>
          </>
        )
      }
    >
      <FailedList
        found={found}
        label="Orders stuck for SAP"
        none="Nothing is stuck: SAP answers in time."
        columns={columns}
        statusOf={({ status }) => status}
        acts={({ orderId, orderNo, rowVersion, status }) =>
          mayFix && (
            <ActOnOrder
              order={{ id: orderId, orderNo, rowVersion }}
              steps={
                status === 'APPROVED'
                  ? ['retry', 'markCreated', mayTakeStep(user, 'cancel') ? 'cancel' : 'cancelStuck']
                  : ['retry']
              }
            />
          )
        }
      />
    </PageFrame>
  )
}
