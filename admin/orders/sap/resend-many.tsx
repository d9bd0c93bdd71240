import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import { Refusals } from '../../derive/action/refusals.tsx'
import { api, isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { countOrders, ManyResult, outcomeText } from '../approvals/many-results.tsx'

/** Resends all orders that one corrected cause had stopped: a button for each error that several orders share. */
export function ResendMany({ rows }: { rows: readonly FailedOrder[] }) {
  const [chosen, setChosen] = useState<readonly FailedOrder[] | null>(null)
  const byCode = [...Map.groupBy(rows, row => row.errorCode ?? '')].filter(([code, same]) => code && same.length > 1)
  return (
    <>
      {byCode.map(([code, same]) => (
        <Button key={code} onClick={() => setChosen(same)}>
          Resubmit {same.length} with {code}
        </Button>
      ))}
      {chosen && <Resend rows={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function Resend({ rows, onClose }: { rows: readonly FailedOrder[]; onClose: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [answer, setAnswer] = useState<{ results: BulkStepResult[]; left: number } | null>(null)
  const [sendOnce] = useState(createSendOnce)
  const { errorCode } = rows[0]!

  async function resend() {
    setBusy(true)
    try {
      const { data } = await sendOnce(String(errorCode), headers =>
        api.post<{ results: BulkStepResult[]; left: number }>('/orders-in-error', { errorCode }, { headers }),
      )
      setAnswer(data)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal([error.message])
    } finally {
      setBusy(false)
    }
  }

  function close() {
    onClose()
    if (answer) void client.invalidateQueries()
  }

  return (
    <Modal
      open
      width={520}
      title={answer ? outcomeText(answer.results, 'resubmitted') : `Resubmit ${countOrders(rows.length)}?`}
      okText={answer ? 'Close' : 'Resubmit'}
      cancelText="Back"
      cancelButtonProps={{ style: answer ? { display: 'none' } : {} }}
      confirmLoading={busy}
      onOk={() => (answer ? close() : void resend())}
      onCancel={close}
    >
      {!answer && <p>{errorWords(errorCode).means} Resubmit them once that is mended.</p>}
      <ul className="approve-list" aria-live="polite">
        {rows.map(row => (
          <li key={row.id}>
            <strong>{row.orderNo}</strong> {row.customerName}
            {answer && <ManyResult result={answer.results.find(({ orderId }) => orderId === row.id)} />}
          </li>
        ))}
      </ul>
      {answer && answer.left > 0 && <p>{countOrders(answer.left)} wait for another press.</p>}
      <Refusals sentences={refusal} />
    </Modal>
  )
}
