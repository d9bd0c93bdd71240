import { statusText } from '../../../resources/dispatches/lr-status.ts'
import type { DeliveryStatus } from '../../../resources/trade.ts'
import { Status } from '../../derive/record/status.tsx'
import { lrTones } from '../../orders/shipments/shipments.ts'
import { useStatusReader } from './next-events.ts'

/** Where a consignment is, in the words of its reader: an icon and words, never colour alone. */
export const LrStatusMark = ({ status }: { status: DeliveryStatus }) => (
  <Status tone={lrTones[status]} word={statusText(status, useStatusReader())} />
)
