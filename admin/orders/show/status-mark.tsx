import { orderFlow } from '../../../resources/orders/order-flow.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { approvalText } from '../order-words.ts'

type Look = { icon: 'check' | 'alert' | 'edit' | 'off' | 'right'; tone: string }

const waiting: Look = { icon: 'right', tone: 'is-waiting' }
const good: Look = { icon: 'check', tone: 'is-good' }
const bad: Look = { icon: 'alert', tone: 'is-bad' }
const over: Look = { icon: 'off', tone: 'is-over' }

const looks: Record<OrderState, Look> = {
  DRAFT: { icon: 'edit', tone: 'is-over' },
  PENDING: waiting,
  APPROVED: waiting,
  IN_ERROR: bad,
  CONFIRMED: good,
  PARTIALLY_DISPATCHED: good,
  DISPATCHED: good,
  DELIVERED: good,
  CLOSED: good,
  REJECTED: bad,
  CANCELLED: over,
  DEAD: over,
  DELETED: over,
}

/** The status of an order: an icon and words, never colour alone. */
export function StatusMark({ status, pendingStep }: { status: string; pendingStep?: string | null | undefined }) {
  const { icon, tone } = looks[status as OrderState] ?? over
  return (
    <span className={`status-mark ${tone}`}>
      <Icon name={icon} size={12} /> {statusText(status, pendingStep)}
    </span>
  )
}

export function statusText(status: string, pendingStep?: string | null) {
  if (pendingStep) return `Waits for ${approvalText(pendingStep)}`
  return orderFlow.states[status as OrderState] ?? status
}

/** A state in the words of the order's history, which writes it as `PENDING_MY_APPROVAL`. */
export function historyStateText(state: string | null) {
  if (!state) return ''
  const [, step] = /^PENDING_(.+)$/.exec(state) ?? []
  return step ? statusText('PENDING', step) : statusText(state)
}
