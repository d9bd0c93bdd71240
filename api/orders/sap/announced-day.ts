import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'

/**
 * The delivery date that the customer was last informed of: what a person entered, what SAP confirmed, or else the
 * promised date. A delivery starts as confirmed for its requested date, which therefore does not count as confirmed by
 * SAP.
 */
export function announcedDay(
  { expectedDeliveryDate, confirmedDate, requestedDate }: AnnouncedDelivery,
  promised: string | null,
): string {
  if (expectedDeliveryDate !== null) return expectedDeliveryDate
  if (confirmedDate !== null && confirmedDate !== requestedDate) return confirmedDate
  return promised !== null && promised > requestedDate ? promised : requestedDate
}

export type AnnouncedDelivery = Pick<ScheduleLine, 'expectedDeliveryDate' | 'confirmedDate' | 'requestedDate'>
