import { useQuery } from '@tanstack/react-query'
import { inOrder } from '../../../resources/dispatches/events/order.ts'
import { lr as lrResource } from '../../../resources/dispatches/lr.ts'
import { type Shipment, shipment } from '../../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { LrRow } from '../lr-api.ts'

/** An event as a reader gets it: buyers without its remarks. */
export type EventRow = Omit<TrackingEvent, 'remarks' | 'voidReason' | 'requestKey'> &
  Partial<Pick<TrackingEvent, 'remarks' | 'voidReason'>> & { texts: Partial<Record<keyof TrackingEvent, string>> }

/** An LR with the customer's shipment and its events, the newest first. */
export interface WholeLr {
  lr: LrRow
  shipment: Shipment | null
  events: EventRow[]
}

export const useLr = (id: number | null) =>
  useQuery<WholeLr, Refusal>({
    queryKey: ['lrs', 'one', id, 'whole'],
    enabled: id !== null,
    queryFn: async () => {
      const [lr, shipments, events] = await Promise.all([
        rowsOf(lrResource).at<LrRow>(id!),
        rowsOf(shipment).all<Shipment>({ where: { lrId: id } }),
        rowsOf(trackingEvent).all<EventRow>({ where: { lrId: id }, sort: { eventOn: -1, id: -1 } }),
      ])
      return { lr, shipment: shipments[0] ?? null, events: inOrder(events).toReversed() }
    },
  })
