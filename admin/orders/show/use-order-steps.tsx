import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OfferedStep, StepTaken } from '../../../resources/orders/commands/steps.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { showSuccess, showWarning } from '../../shell/notices/notices.ts'
import type { WholeOrder } from '../use-order.ts'
import { useStatusReader } from './status-mark.tsx'
import { StepConfirm } from './step-confirm.tsx'

/** The steps that the person may take now, as the server lists them, and the dialog that confirms the one they take. */
export function useOrderSteps(wholeOrder: WholeOrder | undefined, onTaken?: (taken: StepTaken) => void) {
  const client = useQueryClient()
  const reader = useStatusReader()
  const navigate = useNavigate()
  const [openAction, setOpenAction] = useState<OfferedStep | null>(null)
  const isEdit = ({ step }: OfferedStep) => step === 'save' || step === 'correct'
  const actions = wholeOrder?.actions ?? []

  function taken(answer: StepTaken, { step }: OfferedStep) {
    setOpenAction(null)
    void client.invalidateQueries()
    if (answer.notKept)
      showWarning(
        step === 'copy' ? 'The copy differs from its order' : 'Promo code taken off',
        answer.notKept.join(' '),
      )
    if (step === 'copy') {
      if (answer.repriced?.length) showWarning('Prices changed since the copied order', answer.repriced.join(', '))
      void navigate(`/orders/default?id=${answer.order.id}`)
      return
    }
    showSuccess(`${answer.order.orderNo}: ${orderStatusText(answer.order, reader)}.`)
    onTaken?.(answer)
  }

  return {
    edits: actions.some(isEdit),
    steps: actions.filter(action => !isEdit(action)),
    take: setOpenAction,
    dialog: openAction && wholeOrder && (
      <StepConfirm
        action={openAction}
        order={wholeOrder.order}
        lines={wholeOrder.lines}
        onClose={() => setOpenAction(null)}
        onTaken={answer => taken(answer, openAction)}
      />
    ),
  }
}
