import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { stepIn } from '../../../resources/define/process/process.ts'
import type { OfferedStep, StepTaken } from '../../../resources/orders/commands/steps.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { keyOfAct } from '../../shell/act-keys.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { showSuccess, showWarning } from '../../shell/notices/notices.ts'
import type { WholeOrder } from '../use-order.ts'
import { useStatusReader } from './status-mark.tsx'
import { DANGEROUS, StepConfirm } from './step-confirm.tsx'

const PRIMARY = ['approve', 'accept', 'submit', 'resubmit']

/** The steps the person may take now, as the server lists them; each is confirmed first. */
export function StepButtons({ wholeOrder, onTaken }: { wholeOrder: WholeOrder; onTaken?: (taken: StepTaken) => void }) {
  const { order, actions } = wholeOrder
  const client = useQueryClient()
  const reader = useStatusReader()
  const navigate = useNavigate()
  const [openAction, setOpenAction] = useState<OfferedStep | null>(null)
  const edits = actions.some(({ step }) => step === 'save' || step === 'correct')
  const steps = actions.filter(({ step }) => step !== 'save' && step !== 'correct')

  function taken(answer: StepTaken, { step }: OfferedStep) {
    setOpenAction(null)
    void client.invalidateQueries()
    if (step === 'copy') {
      if (answer.repriced?.length) showWarning('Prices changed since the copied order', answer.repriced.join(', '))
      void navigate(`/orders/default?id=${answer.order.id}`)
      return
    }
    showSuccess(`${answer.order.orderNo}: ${orderStatusText(answer.order, reader)}.`)
    onTaken?.(answer)
  }

  return (
    <>
      {edits && <ButtonLink to={`/orders/default?id=${order.id}`}>Edit</ButtonLink>}
      {steps.map(action => (
        <Button
          key={action.step}
          type={PRIMARY.includes(action.step) ? 'primary' : 'default'}
          danger={DANGEROUS.includes(action.step)}
          {...keyOfAct(stepIn(orderProcess, action.step).key)}
          onClick={() => setOpenAction(action)}
        >
          {action.label}
        </Button>
      ))}
      {openAction && (
        <StepConfirm
          action={openAction}
          order={order}
          lines={wholeOrder.lines}
          onClose={() => setOpenAction(null)}
          onTaken={answer => taken(answer, openAction)}
        />
      )}
    </>
  )
}
