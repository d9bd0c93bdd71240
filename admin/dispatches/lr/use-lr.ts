import { useQuery } from '@tanstack/react-query'
import { inOrder } from '../../../resources/dispatches/events/order.ts'
import type { Shipment } from '../../../resources/dispatches/shipment.ts'
import type { TrackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
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
        api.get<LrRow>(`/lrs/${id}`).then(answer => answer.data),
        listOf<Shipment>('shipments', { lrId: id }),
        listOf<EventRow>('tracking-events', { lrId: id, $sort: { eventOn: -1, id: -1 } }),
      ])
      return { lr, shipment: shipments[0] ?? null, events: inOrder(events).toReversed() }
    },
  })
