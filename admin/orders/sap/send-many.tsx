import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { countOrders, ManyResult, outcomeText } from '../approvals/many-results.tsx'

interface Answer {
  results: readonly BulkStepResult[]
  /** Orders that were too many for one run. */
  left?: number
}

/** Sends several orders to SAP again, after a look at which, and shows the result of each. */
export function SendMany({
  send,
  orders,
  words: { verb, done },
  lead,
  onClose,
}: {
  send: (headers: Record<string, string>) => Promise<Answer>
  orders: readonly { id: number; orderNo: string; customerName: string }[]
  words: { verb: string; done: string }
  lead: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [sendOnce] = useState(createSendOnce)
  // The list behind is read again meanwhile, and no longer has those that are on their way.
  const [listed] = useState(orders)

  async function press() {
    setBusy(true)
    try {
      setAnswer(await sendOnce('all of them', send))
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
    <Dialog
      open
      width={520}
      title={answer ? outcomeText(answer.results, done) : `${verb} ${countOrders(listed.length)}?`}
      okText={answer ? 'Close' : verb}
      cancelText="Back"
      cancelButtonProps={{ style: answer ? { display: 'none' } : {} }}
      confirmLoading={busy}
      onOk={() => (answer ? close() : void press())}
      onCancel={close}
    >
      {!answer && <p>{lead}</p>}
      <ul className="approve-list" aria-live="polite">
        {listed.map(({ id, orderNo, customerName }) => (
          <li key={id}>
            <strong>{orderNo}</strong> {customerName}
            {answer && <ManyResult result={answer.results.find(({ orderId }) => orderId === id)} />}
          </li>
        ))}
      </ul>
      {answer && (answer.left ?? 0) > 0 && <p>{countOrders(answer.left!)} wait for another press.</p>}
      <Refusals sentences={refusal} />
    </Dialog>
  )
}
