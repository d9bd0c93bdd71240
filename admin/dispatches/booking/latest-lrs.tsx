import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayText } from '../../../resources/define/show.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { EventForm } from '../event-form.tsx'
import { nextEvents } from '../lr/next-events.ts'
import { latestLrs } from '../lr-api.ts'

/** The LRs entered last, each with the events that can be reported. */
export function LatestLrs() {
  const queries = useQueryClient()
  const { roles } = usePerson().user
  const { data, error, refetch } = useQuery<Awaited<ReturnType<typeof latestLrs>>, Refusal>({
    queryKey: ['lrs', 'latest'],
    queryFn: latestLrs,
  })
  const [open, setOpen] = useState<number | null>(null)
  const chosen = data?.find(({ id }) => id === open)
  return (
    <section className="panel lr-latest" aria-labelledby="lr-latest">
      <h2 id="lr-latest">Latest LRs</h2>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="quiet">No LR has been entered yet.</p>}
      <ul>
        {data?.map(row => (
          <li key={row.id} className="lr-row">
            <div>
              <Link to={`/dispatches/lr/${row.id}`}>{row.lrNo}</Link> · {row.texts.transporterId}
              <div className="quiet">
                {dayText(row.lrDate)} to {row.texts.toCityId} · {row.packages} packages · tracking number{' '}
                {row.shipmentNo}
              </div>
            </div>
            <div>
              {statusLabels[row.deliveryStatus]}
              <div className="quiet">
                {row.deliveredOn ? `on ${dayText(row.deliveredOn)}` : `expected ${dayText(row.expectedDeliveryDate)}`}
              </div>
            </div>
            {nextEvents(row, roles).length > 0 && (
              <Button onClick={() => setOpen(row.id)}>
                Add event<span className="for-readers"> to {row.lrNo}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="quiet">
        All shipments are under <Link to="/shipment-tracking/search-shipments">Search Shipments</Link>. Customers follow
        their goods on <Link to="/track-shipment">Track Shipment</Link>.
      </p>
      {chosen && (
        <EventForm
          lr={chosen}
          codes={nextEvents(chosen, roles)}
          onClose={() => setOpen(null)}
          onReported={() => {
            setOpen(null)
            void queries.invalidateQueries({ queryKey: ['lrs'] })
            void queries.invalidateQueries({ queryKey: ['waiting-invoices'] })
          }}
        />
      )}
    </section>
  )
}
