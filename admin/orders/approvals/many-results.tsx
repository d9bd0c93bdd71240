import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { useStatusReader } from '../show/status-mark.tsx'
import '../order-lists.css'

/** The outcome for one order of several. */
export function ManyResult({ result }: { result: BulkStepResult | undefined }) {
  const reader = useStatusReader()
  if (!result) return null
  return result.refused === null ? (
    <span className="approve-result is-good">
      <Icon name="check" size={12} /> {orderStatusText({ ...result, status: result.status! }, reader)}
    </span>
  ) : (
    <span className="approve-result is-bad">
      <Icon name="alert" size={12} /> {result.refused}
    </span>
  )
}

export const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** Such as `3 orders approved, 1 not`. */
export function outcomeText(results: readonly BulkStepResult[], done: string) {
  const left = results.filter(({ refused }) => refused !== null).length
  return `${countOrders(results.length - left)} ${done}${left > 0 ? `, ${left} not` : ''}`
}
