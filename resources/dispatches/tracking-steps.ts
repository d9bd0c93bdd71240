import { webAddress } from '../define/web-address.ts'
import type { DeliveryStatus } from '../trade.ts'
import { inOrder, type Placed } from './events/order.ts'
import { statusLabels } from './lr-status.ts'

/** The kinds of number by which a customer tracks goods. */
export const trackedBy = {
  LR: 'LR no',
  ORDER: 'Order no',
  INVOICE: 'Invoice number',
  SAP_ORDER: 'SAP order no',
} as const
export type TrackedBy = keyof typeof trackedBy

export interface TrackingStep {
  code: DeliveryStatus
  label: string
  /** A business day. */
  on: string
  /** An instant; null where no hour was said. */
  at: string | null
  location: string | null
}

/** The tracking events that a customer sees, oldest first; remarks stay between us and the transporter. */
export const trackingSteps = (events: readonly (Placed & { location: string | null })[]): TrackingStep[] =>
  inOrder(events)
    .filter(({ voidNo }) => voidNo === 0)
    .map(({ eventCode, eventOn, eventAt, location }) => ({
      code: eventCode,
      label: statusLabels[eventCode],
      on: eventOn,
      at: eventAt,
      location,
    }))

/** The transporter's own tracking page for an LR, if it has one. */
export const transporterLink = (template: string | null, lrNo: string): string | null =>
  template === null || webAddress(template) === null ? null : template.replaceAll('{lr_no}', encodeURIComponent(lrNo))
