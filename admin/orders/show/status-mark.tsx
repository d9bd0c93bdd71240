import { type OptionReader, optionReaderOf } from '../../../resources/option-words.ts'
import { type OrderStatusFacts, orderStatusText } from '../../../resources/orders/order-status.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'

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

/** The status of an order in the words of its reader: an icon and words, never colour alone. */
export function StatusMark({ order }: { order: OrderStatusFacts }) {
  const reader = useStatusReader()
  const { icon, tone } = looks[order.status as OrderState] ?? over
  return (
    <span className={`status-mark ${tone}`}>
      <Icon name={icon} size={12} /> {orderStatusText(order, reader)}
    </span>
  )
}

/** In whose words the signed-in person reads the status of an order. */
export const useStatusReader = (): OptionReader => optionReaderOf(usePerson().user.userType)
