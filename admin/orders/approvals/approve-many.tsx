import { useQueryClient } from '@tanstack/react-query'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { approveMany } from '../../../resources/orders/approvals/commands.ts'
import type { QueueRow } from '../../../resources/orders/approvals/queue-row.ts'
import type { Queue } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { ask, at } from '../../derive/command/ask.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { countOrders, ManyResult, outcomeText } from './many-results.tsx'
import { measureText } from './measure-text.ts'

/** Confirms the approval of many orders, then reports the outcome of each. */
export default function ApproveMany(many: {
  queue: Queue
  rows: readonly QueueRow[]
  onClose: (done: boolean) => void
}) {
  const { queue, rows, onClose } = many
  const client = useQueryClient()
  const [remark, setRemark] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [results, setResults] = useState<readonly BulkStepResult[] | null>(null)
  const [sendOnce] = useState(createSendOnce)

  const { label } = orderProcess.steps[queue.approves]
  const done = queue.approves === 'accept' ? 'accepted' : 'approved'

  async function approve() {
    const orders = rows.map(({ orderId, rowVersion }) => ({ orderId, rowVersion }))
    const body = { step: queue.step, orders, remark: remark.trim() || null }
    setBusy(true)
    try {
      const answer = await sendOnce(JSON.stringify(body), headers =>
        ask(at<typeof approveMany>('POST approve-many'), body, headers),
      )
      setResults(answer.results)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal([error.message])
    } finally {
      setBusy(false)
      void client.invalidateQueries()
    }
  }

  return (
    <Dialog
      open
      width={640}
      title={results ? outcomeText(results, done) : `${label} ${countOrders(rows.length)}?`}
      done={results !== null}
      okText={results ? 'Close' : label}
      cancelText="Back"
      cancelButtonProps={{ style: results ? { display: 'none' } : {} }}
      confirmLoading={busy}
      onOk={() => (results ? onClose(true) : void approve())}
      onCancel={() => onClose(results !== null)}
    >
      <ul className="approve-list" aria-live="polite">
        {rows.map(row => (
          <li key={row.orderId}>
            <strong>{row.orderNo}</strong> {row.customerName}
            {row.grossValue !== undefined && <span className="nowrap"> · {rupees(row.grossValue)}</span>}
            <span className="approve-why quiet">
              {[measureText(queue.step, row.measuredValue), row.reason].filter(Boolean).join(' · ')}
              {row.leftMinutes !== null && row.leftMinutes < 0 && (
                <span className="field-error">
                  {' '}
                  <Icon name="alert" size={11} /> Decision overdue
                </span>
              )}
            </span>
            {results && (
              <ManyResult result={results.find(({ orderId }) => orderId === row.orderId)} step={queue.step} />
            )}
          </li>
        ))}
      </ul>
      {!results && (
        <FieldRow id="many-remark" label="Remark, for all of them">
          {({ status, ...control }) => (
            <TextArea
              {...control}
              status={status ?? ''}
              rows={2}
              maxLength={500}
              value={remark}
              onChange={event => setRemark(event.target.value)}
            />
          )}
        </FieldRow>
      )}
      <Refusals sentences={refusal} />
    </Dialog>
  )
}
