import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import { type Shipment, shipment as shipmentResource } from '../../resources/dispatches/shipment.ts'
import { trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { trackingSteps } from '../../resources/dispatches/tracking-steps.ts'
import { useMay } from '../account/person.ts'
import LrEvents from '../dispatches/lr/lr-events.tsx'
import { type EventRow, useLr, type WholeLr } from '../dispatches/lr/use-lr.ts'
import { LaneRecord } from '../orders/show/lane-record.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { rowsOf } from '../shell/rows.ts'
import { TrackSteps } from './track-steps.tsx'

/**
 * What happened to a shipment on its way. Whoever reads its LR may add to it; whom the goods are for and who does not buy
 * them reads the events alone.
 */
export function ShipmentJourney({ shipmentId }: { shipmentId: number }) {
  const may = useMay()
  const client = useQueryClient()
  const shipment = useQuery<Shipment | null, Refusal>({
    queryKey: ['shipments', 'one', shipmentId],
    enabled: may('read', 'shipments'),
    queryFn: async () => await rowsOf(shipmentResource).first<Shipment>({ where: { id: shipmentId } }),
  })
  const { data: consignment } = useLr(shipment.data?.lrId ?? null)
  if (!may('read', 'shipments') || shipment.data === null) return null
  if (shipment.error) return <Failure error={shipment.error} onRetry={() => void shipment.refetch()} />
  if (!shipment.data) return <p role="status">Loading...</p>
  if (!consignment) return <EventsAlone shipmentId={shipmentId} />
  return (
    <>
      <p className="journey-link">
        <Link to={`/dispatches/lr/${consignment.lr.id}`}>Open LR {consignment.lr.lrNo}</Link>
        {' · '}
        <Link to={`/dispatches/passport/${consignment.lr.id}`}>Open document passport</Link>
      </p>
      <LanePromise lr={consignment.lr} />
      <LrEvents wholeLr={consignment} reload={() => void client.invalidateQueries()} />
    </>
  )
}

/** When the goods are expected, and how often their lane keeps its dates. */
function LanePromise({ lr }: Pick<WholeLr, 'lr'>) {
  const { plantId, toCityId, transMode, deliveredOn, expectedDeliveryDate } = lr
  if (plantId === null || deliveredOn !== null) return null
  return (
    <div className="journey-link">
      <p>Expected on {dayText(expectedDeliveryDate)}.</p>
      <LaneRecord plantId={plantId} to={{ toCityId, transMode }} />
    </div>
  )
}

function EventsAlone({ shipmentId }: { shipmentId: number }) {
  const { data, error, refetch } = useQuery<EventRow[], Refusal>({
    queryKey: ['tracking-events', shipmentId],
    queryFn: () => rowsOf(trackingEvent).all<EventRow>({ where: { shipmentId } }),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  return (
    <section className="beside" aria-labelledby="journey">
      <h2 id="journey">On its way</h2>
      <TrackSteps steps={trackingSteps(data)} />
    </section>
  )
}
