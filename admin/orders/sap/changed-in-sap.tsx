import { momentText } from '../../derive/value-text.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import type { OrderStepRow } from '../order-rows.ts'

/**
 * The latest change made in SAP itself after it had confirmed the order; for people who may read the remarks of its
 * history.
 */
export const ChangedInSap = ({ steps }: OfOrder) => <LastSaid steps={steps} of="sapChanged" words="Changed in SAP" />

/** What SAP warned of when it last took the order or a change of it; for the same people. */
export const WarnedBySap = ({ steps }: OfOrder) => <LastSaid steps={steps} of="sapWarned" words="SAP warned" />

interface OfOrder {
  steps: readonly OrderStepRow[]
}

function LastSaid({ steps, of, words }: OfOrder & { of: string; words: string }) {
  const last = steps.findLast(({ step }) => step === of)
  if (!last?.remark) return null
  return (
    <div className="notice-box is-warning order-notice" role="status">
      <p>
        <Icon name="alert" size={12} /> {words}, {momentText(last.at)}: {last.remark}
      </p>
    </div>
  )
}
