import { Button } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { stepIn } from '../../../resources/define/process/process.ts'
import type { StepTaken } from '../../../resources/orders/commands/steps.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { keyOfAct } from '../../shell/act-keys.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import type { WholeOrder } from '../use-order.ts'
import { DANGEROUS } from './step-confirm.tsx'
import { useOrderSteps } from './use-order-steps.tsx'

const PRIMARY = ['approveInCompany', 'approve', 'accept', 'submit', 'resubmit']

/** The steps the person may take now beside a queue; each is confirmed first. */
export function StepButtons({
  wholeOrder,
  onTaken,
  beside,
}: {
  wholeOrder: WholeOrder
  onTaken?: (taken: StepTaken) => void
  /** Stands beside the first button, which grants. */
  beside?: ReactNode
}) {
  const { edits, steps, take, dialog } = useOrderSteps(wholeOrder, onTaken)
  return (
    <>
      {edits && <ButtonLink to={`/orders/default?id=${wholeOrder.order.id}`}>Edit</ButtonLink>}
      {steps.map((action, at) => (
        <Fragment key={action.step}>
          <Button
            type={PRIMARY.includes(action.step) ? 'primary' : 'default'}
            danger={DANGEROUS.includes(action.step)}
            {...keyOfAct(stepIn(orderProcess, action.step).key)}
            onClick={() => take(action)}
          >
            {action.label}
          </Button>
          {at === 0 && beside}
        </Fragment>
      ))}
      {dialog}
    </>
  )
}
