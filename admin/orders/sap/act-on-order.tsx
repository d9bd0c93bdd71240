import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { askedBy, stepIn } from '../../../resources/define/process/process.ts'
import type { listReasons, OfferedStep } from '../../../resources/orders/commands/steps.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useStatusReader } from '../show/status-mark.tsx'
import { DANGEROUS, StepConfirm } from '../show/step-confirm.tsx'
import type { StepOrder } from '../show/step-form.ts'

type Step = Exclude<OfferedStep['step'], 'save'>

/** Opens the dialog of a step of an order in a list. The list may be a minute old, so the server may still refuse one. */
export function useStepsOf(order: StepOrder) {
  const client = useQueryClient()
  const reader = useStatusReader()
  const [openAction, setOpenAction] = useState<OfferedStep | null>(null)

  async function open(step: Exclude<Step, 'correct'>) {
    const { label, remark } = stepIn(orderProcess, step)
    const says = askedBy(orderProcess, step)
    const named = { step, label, remark: remark ? ('required' as const) : null, says, reasons: null }
    if (!says.includes('reasonCodeId')) return setOpenAction(named)
    const reasons = await ask(at<typeof listReasons>('GET order-reasons'), { step })
    setOpenAction({ ...named, reasons: [...reasons] })
  }

  const dialog = openAction && (
    <StepConfirm
      action={openAction}
      order={order}
      onClose={() => setOpenAction(null)}
      onTaken={({ order: { orderNo, status, pendingStep } }) => {
        setOpenAction(null)
        void client.invalidateQueries()
        showSuccess(`${orderNo}: ${orderStatusText({ status, pendingStep }, reader)}.`)
      }}
    />
  )
  return { open, dialog }
}

/** The steps of an order in a list. */
export function ActOnOrder({ order, steps }: { order: StepOrder; steps: readonly Step[] }) {
  const { open, dialog } = useStepsOf(order)
  return (
    <div className="trouble-acts">
      {steps.map(step =>
        step === 'correct' ? (
          <ButtonLink key={step} size="small" to={`/orders/default?id=${order.id}`}>
            Correct<span className="for-readers"> {order.orderNo}</span>
          </ButtonLink>
        ) : (
          <Button key={step} size="small" danger={DANGEROUS.includes(step)} onClick={() => void open(step)}>
            {orderProcess.steps[step].label}
            <span className="for-readers"> {order.orderNo}</span>
          </Button>
        ),
      )}
      {dialog}
    </div>
  )
}
