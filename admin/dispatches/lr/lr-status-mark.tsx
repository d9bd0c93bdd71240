import { statusText } from '../../../resources/dispatches/lr-status.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { useStatusReader } from './next-events.ts'
import '../../orders/show/marks.css'

type Look = { icon: 'check' | 'alert' | 'off' | 'right'; tone: string }

const underWay: Look = { icon: 'right', tone: 'is-waiting' }
const bad: Look = { icon: 'alert', tone: 'is-bad' }

const looks: Record<DeliveryStatus, Look> = {
  BOOKED: underWay,
  IN_TRANSIT: underWay,
  AT_HUB: underWay,
  OUT_FOR_DELIVERY: underWay,
  DELIVERED: { icon: 'check', tone: 'is-good' },
  PARTIAL_DELIVERED: bad,
  UNDELIVERED: bad,
  RETURNED: bad,
  LOST: bad,
  CANCELLED: { icon: 'off', tone: 'is-over' },
}

/** Where a consignment is, in the words of its reader: an icon and words, never colour alone. */
export function LrStatusMark({ status }: { status: DeliveryStatus }) {
  const { icon, tone } = looks[status]
  const reader = useStatusReader()
  return (
    <span className={`status-mark ${tone}`}>
      <Icon name={icon} size={12} /> {statusText(status, reader)}
    </span>
  )
}
