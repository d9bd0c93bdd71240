import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'

/**
 * The day of which a customer was last told for a delivery: what a person entered, what SAP confirmed, or until then the day
 * promised. An order begins as confirmed for the day asked for, and the mail of it names the day promised (§D.7).
 */
export function toldDay(
  { expectedDeliveryDate, confirmedDate, requestedDate }: ToldDelivery,
  promised: string | null,
): string {
  if (expectedDeliveryDate !== null) return expectedDeliveryDate
  if (confirmedDate !== null && confirmedDate !== requestedDate) return confirmedDate
  return promised !== null && promised > requestedDate ? promised : requestedDate
}

export type ToldDelivery = Pick<ScheduleLine, 'expectedDeliveryDate' | 'confirmedDate' | 'requestedDate'>
