import { momentText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import type { OrderStepRow } from '../order-rows.ts'

/**
 * The latest change made in SAP itself after it had confirmed the order; for people who may read the remarks of its
 * history.
 */
export function ChangedInSap({ steps }: { steps: readonly OrderStepRow[] }) {
  const last = steps.findLast(({ step }) => step === 'sapChanged')
  if (!last?.remark) return null
  return (
    <div className="notice-box is-warning order-notice" role="status">
      <p>
        <Icon name="alert" size={12} /> Changed in SAP, {momentText(last.at)}: {last.remark}
      </p>
    </div>
  )
}
