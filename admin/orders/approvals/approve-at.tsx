import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { pricePer, shortPercentText } from '../../../resources/define/show.ts'
import { approvableAt } from '../../../resources/orders/approvals/approve-at.ts'
import type { TaskToDecide } from '../../../resources/orders/approvals/decision.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { Refusals } from '../../derive/action/refusals.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { nameIn } from '../../derive/record/names.ts'
import { keyOfAct } from '../../shell/act-keys.ts'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { takeStep } from '../save-order.ts'
import { useStatusReader } from '../show/status-mark.tsx'
import type { WholeOrder } from '../use-order.ts'

/** The button that approves an order at the discount which its seller may give, where it waits for a higher one. */
export function ApproveAt({ wholeOrder, task }: { wholeOrder: WholeOrder; task: TaskToDecide }) {
  const [isAsking, setAsking] = useState(false)
  const offered = wholeOrder.actions.some(({ step }) => step === 'changeLine')
  const terms = offered ? approvableAt(task, wholeOrder.lines) : null
  if (!terms) return null
  const words = `at ${shortPercentText(terms.pct)}`
  const digit = terms.pct % 100 === 0 && terms.pct < 1000 ? String(terms.pct / 100) : undefined
  return (
    <>
      <Button {...keyOfAct(digit)} onClick={() => setAsking(true)}>
        Approve {words}
      </Button>
      {isAsking && (
        <AskApproveAt wholeOrder={wholeOrder} prices={terms.lines} words={words} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

/** Shows the old and the new price of each line before the order is changed. */
function AskApproveAt({
  wholeOrder: { order, lines },
  prices,
  words,
  onClose,
}: {
  wholeOrder: WholeOrder
  prices: readonly { lineNo: number; netPrice: number }[]
  words: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const reader = useStatusReader()
  const [remark, setRemark] = useState(`Approved ${words}`)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [sendOnce] = useState(createSendOnce)

  async function approve() {
    setBusy(true)
    try {
      const said = { remark: remark.trim() || null, lines: prices }
      const sent = { orderId: order.id, step: 'changeLine', rowVersion: order.rowVersion, ...said }
      const answer = await takeStep(sent, sendOnce)
      showSuccess(`${answer.order.orderNo}: ${orderStatusText(answer.order, reader)}.`)
      onClose()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    } finally {
      setBusy(false)
      void client.invalidateQueries()
    }
  }

  return (
    <Dialog
      open
      title={`Approve ${order.orderNo} ${words}?`}
      okText={`Approve ${words}`}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void approve()}
      onCancel={onClose}
    >
      <ul>
        {prices.map(({ lineNo, netPrice }) => {
          const line = lines.find(one => one.lineNo === lineNo)!
          return (
            <li key={lineNo}>
              {nameIn(line.texts.productId)}: ₹ {pricePer(line.netPrice, line.priceUnit)} →{' '}
              <strong>₹ {pricePer(netPrice, line.priceUnit)}</strong>
            </li>
          )
        })}
      </ul>
      <p className="field-hint">
        The person who placed the order, or the customer, accepts the new price before it goes to SAP.
      </p>
      <FieldRow id="approve-at-remark" label="Remark">
        {({ status, ...control }) => (
          <TextArea
            {...control}
            status={status ?? ''}
            rows={2}
            maxLength={500}
            value={remark}
            onChange={({ target }) => setRemark(target.value)}
          />
        )}
      </FieldRow>
      <Refusals sentences={refusal} />
    </Dialog>
  )
}
