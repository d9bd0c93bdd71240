import type { OptionReader } from '../../../resources/option-words.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { useStatusReader } from '../show/status-mark.tsx'
import '../order-lists.css'

/** The outcome for one order of several. */
export function ManyResult({ result, step }: { result: BulkStepResult | undefined; step?: ApprovalStep }) {
  const reader = useStatusReader()
  if (!result) return null
  return result.refused === null ? (
    <span className="approve-result is-good">
      <Icon name="check" size={12} /> {doneText(result, reader, step)}
    </span>
  ) : (
    <span className="approve-result is-bad">
      <Icon name="alert" size={12} /> {result.refused}
    </span>
  )
}

/** What became of an order that was not refused: after an approval of `step` it may wait for the next level, or another one. */
function doneText(result: BulkStepResult, reader: OptionReader, step?: ApprovalStep) {
  const now = orderStatusText({ ...result, status: result.status! }, reader)
  if (!step) return now
  const done = step === 'ACCEPTANCE' ? 'Accepted' : 'Approved'
  if (result.status !== 'PENDING') return `${done}: ${now}`
  const moved = result.pendingStep === step && result.level ? `Moved to level ${result.level}` : done
  return `${moved}: ${now}`
}

export const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** Such as `3 orders approved, 1 not`. */
export function outcomeText(results: readonly BulkStepResult[], done: string) {
  const left = results.filter(({ refused }) => refused !== null).length
  return `${countOrders(results.length - left)} ${done}${left > 0 ? `, ${left} not` : ''}`
}
