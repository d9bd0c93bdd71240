import { Button } from 'antd'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { readsInternal } from '../../../resources/access.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import { type CaptureMoney, freeOf } from './capture-money.ts'
import { useMoneyMoved } from './payment-api.ts'

const dialogs = {
  apply: lazy(() => import('../acts/apply-dialog.tsx')),
  keep: lazy(() => import('../acts/keep-dialog.tsx')),
  refund: lazy(() => import('../acts/refund-dialog.tsx')),
} as const satisfies Record<string, ComponentType<never>>
type Act = keyof typeof dialogs

/** What may be done with the money of a capture: by Finance, and by the customer with what is on their account. */
export function CaptureActs(money: CaptureMoney) {
  const { capture } = money
  const { user, may } = usePerson()
  const moved = useMoneyMoved()
  const [open, setOpen] = useState<Act>()
  const { actions, dialog } = useActions(paymentCapture, [capture], () => void moved())
  const free = freeOf(money)
  const isRupees = capture.currency === 'INR'
  const decides = may('approve', paymentCapture.path)
  const pays = may('approve', paymentCart.path)
  const applies = isRupees && (decides ? free.unresolved + free.onAccount > 0 : pays && free.onAccount > 0)
  const offered: readonly [Act, string, boolean][] = [
    ['apply', readsInternal(user.roles) ? 'Apply to items' : 'Use for invoices', applies],
    ['keep', 'Keep on account', isRupees && decides && free.unresolved > 0],
    ['refund', 'Refund', decides && free.refundable > 0],
  ]
  const shown = offered.filter(([, , isOffered]) => isOffered)
  const Dialog = open && dialogs[open]
  if (shown.length + actions.length === 0) return null
  return (
    <div className="capture-acts">
      {shown.map(([act, label]) => (
        <Button key={act} onClick={() => setOpen(act)}>
          {label}
          <span className="for-readers"> of {capture.gatewayTxnId}</span>
        </Button>
      ))}
      {actions.map(({ name, action, take }) => (
        <Button key={name} onClick={take}>
          {action.label}
          <span className="for-readers"> of {capture.gatewayTxnId}</span>
        </Button>
      ))}
      {Dialog && (
        <Suspense fallback={<Opening onClose={() => setOpen(undefined)} />}>
          <Dialog capture={capture} free={free} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}
