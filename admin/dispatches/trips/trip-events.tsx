import { useQuery } from '@tanstack/react-query'
import { momentText } from '../../../resources/define/show.ts'
import { type TripEvent, tripEvent } from '../../../resources/dispatches/trips/trip-event.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { type ApiRow, labelOfOption } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import '../../orders/show/order-detail.css'

/** What happened on a trip, the newest first. */
export default function TripEvents({ row }: { row: ApiRow }) {
  const { data } = useQuery<(TripEvent & ApiRow)[], Refusal>({
    queryKey: [tripEvent.path, 'of a trip', row.id, row.rowVersion],
    queryFn: () => rowsOf(tripEvent).all<TripEvent & ApiRow>({ where: { tripId: row.id }, sort: { id: -1 } }),
  })
  if (!data?.length) return null
  return (
    <section className="panel" aria-labelledby="trip-events">
      <h2 id="trip-events">What happened</h2>
      <ol className="timeline">
        {data.map(({ id, kind, at, place, vehicleNo, reasonCode, remark }) => (
          <li key={id}>
            <div className="timeline-head">
              <strong>{optionLabel(tripEvent.fields.kind, kind, 'staff')}</strong> <span>{momentText(at)}</span>
            </div>
            <div className="quiet">
              {[place, vehicleNo, reasonCode && labelOfOption(tripEvent.fields.reasonCode, reasonCode), remark]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
