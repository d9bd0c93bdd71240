import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { listReasons } from '../../resources/orders/commands/steps.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { at, useAsk } from '../derive/command/ask.ts'
import { isRefusal } from '../shell/api.ts'
import { createSendOnce } from '../shell/idempotency-key.ts'
import type { OrderRow } from './order-rows.ts'
import { takeStep } from './save-order.ts'
import { StepReason } from './show/step-reason.tsx'

/** Asks for one reason for all orders, deletes them one by one, and reports each outcome. */
export function DeleteMany({ orders, onClose }: { orders: readonly OrderRow[]; onClose: () => void }) {
  const client = useQueryClient()
  const [why, setWhy] = useState<{ remark: string | null; reasonCodeId: number | null }>({
    remark: null,
    reasonCodeId: null,
  })
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [ended, setEnded] = useState<{ orderNo: string; message: string }[] | null>(null)
  const { data: reasons = [] } = useAsk(at<typeof listReasons>('GET order-reasons'), { step: 'delete' })

  async function run() {
    const remark = why.remark?.trim() || null
    if (remark === null && why.reasonCodeId === null) {
      setMissing(true)
      return
    }
    setBusy(true)
    const outcomes: { orderNo: string; message: string }[] = []
    for (const { id: orderId, orderNo, rowVersion } of orders) {
      const reason = why.reasonCodeId === null ? {} : { reasonCodeId: why.reasonCodeId }
      try {
        await takeStep({ orderId, step: 'delete', rowVersion, remark, ...reason }, createSendOnce())
        outcomes.push({ orderNo, message: 'Deleted' })
      } catch (error) {
        if (!isRefusal(error)) throw error
        outcomes.push({ orderNo, message: error.faults[0]?.message ?? error.message })
      }
    }
    setBusy(false)
    setEnded(outcomes)
    void client.invalidateQueries()
  }

  return (
    <Dialog
      open
      width={520}
      title={ended ? 'Result' : `Delete ${orders.length === 1 ? orders[0]!.orderNo : `${orders.length} orders`}?`}
      okText={ended ? 'Close' : 'Delete'}
      okButtonProps={{ danger: !ended }}
      cancelText="Back"
      {...(ended && { cancelButtonProps: { hidden: true } })}
      confirmLoading={busy}
      onOk={() => (ended ? onClose() : void run())}
      onCancel={onClose}
    >
      {ended ? (
        <ul role="status">
          {ended.map(({ orderNo, message }) => (
            <li key={orderNo}>
              <strong>{orderNo}</strong>: {message}
            </li>
          ))}
        </ul>
      ) : (
        <>
          <p className="step-what">{orders.map(({ orderNo }) => orderNo).join(', ')}</p>
          <StepReason
            action={{ step: 'delete', reasons: [...reasons] }}
            needed
            missing={missing}
            value={why}
            onChange={setWhy}
          />
        </>
      )}
    </Dialog>
  )
}
