import type { DeliveryStatus } from '../trade.ts'
import { statusLabels } from './lr-status.ts'

/** By what a customer may look for his goods. */
export const trackedBy = {
  LR: 'LR number',
  ORDER: 'Order number',
  INVOICE: 'Invoice number',
  SAP_ORDER: 'SAP order number',
} as const
export type TrackedBy = keyof typeof trackedBy

export interface TrackingStep {
  code: DeliveryStatus
  label: string
  at: string
  location: string | null
}

/** What a customer sees of the way of his goods, oldest first; remarks are between us and the carrier. */
export const trackingSteps = (
  events: readonly { eventCode: DeliveryStatus; eventAt: string; location: string | null }[],
): TrackingStep[] =>
  events
    .toSorted((a, b) => (a.eventAt < b.eventAt ? -1 : a.eventAt > b.eventAt ? 1 : 0))
    .map(({ eventCode, eventAt, location }) => ({
      code: eventCode,
      label: statusLabels[eventCode],
      at: eventAt,
      location,
    }))

/** The carrier's own tracking page for an LR, if he has one. */
export const carrierLink = (template: string | null, lrNo: string): string | null =>
  template === null ? null : template.replaceAll('{lr_no}', encodeURIComponent(lrNo))
