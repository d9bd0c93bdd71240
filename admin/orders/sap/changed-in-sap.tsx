import { momentText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/icons.tsx'
import type { OrderStepRow } from '../order-rows.ts'

/** What was last changed in SAP itself after it had confirmed the order; for those who read the remarks of its history. */
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
