import { dayText } from '../../../resources/define/show.ts'
import { LaneRecord } from '../../orders/show/lane-record.tsx'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

/** The day that was promised, and how often such promises were kept lately. */
export default function LrPromise({ wholeLr: { lr } }: LrPartProps) {
  const { originalExpectedDate: first, expectedDeliveryDate: now } = lr
  if (lr.plantId === null) return null
  return (
    <LrPanel id="promise" title="Promised day">
      <p>
        {dayText(now)}
        {first && first !== now && `; first promised for ${dayText(first)}`}
        {lr.expectedDateReason && `: ${lr.expectedDateReason}`}
      </p>
      <LaneRecord plantId={lr.plantId} to={{ toCityId: lr.toCityId, transMode: lr.transMode }} />
    </LrPanel>
  )
}
