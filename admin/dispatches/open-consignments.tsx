import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../resources/define/dates.ts'
import { dayText, showNumber } from '../../resources/define/show.ts'
import { usePerson } from '../account/person.ts'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { Waiting } from '../shell/waiting.tsx'
import { EventForm } from './event-form.tsx'
import { LrStatusMark } from './lr/lr-status-mark.tsx'
import { nextEvents } from './lr/next-events.ts'
import { type EventBody, type LrRow, reportEvent } from './lr-api.ts'
import { useOutbox } from './offline-outbox.ts'
import { firstShown, moreOf, type OpenConsignments as Open, openConsignments, type Shown } from './open-lrs.ts'
import { WaitingBox } from './waiting-box.tsx'
import './dispatches.css'

const title = 'Open LRs'
const purpose = 'LRs in transit, with the next step of each.'

/** Page of those who report: consignments on their way and deliveries without a POD, for one hand on a phone. */
export default function OpenConsignments() {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 300)
  const [shown, setShown] = useState<Shown>(firstShown)
  const [open, setOpen] = useState<LrRow | null>(null)
  const { roles } = usePerson().user
  const reload = () => void queries.invalidateQueries({ queryKey: ['lrs', 'open'] })
  const outbox = useOutbox<EventBody>('events', reportEvent, reload)
  const { data, error, refetch } = useQuery<Open, Refusal>({
    queryKey: ['lrs', 'open', search, shown],
    queryFn: () => openConsignments(search, shown),
    placeholderData: earlier => earlier,
  })
  return (
    <PageFrame title={title} purpose={purpose}>
      <WaitingBox
        waiting={outbox.waiting}
        onRetry={() => void outbox.retry()}
        onDiscard={key => void outbox.discard(key)}
      />
      <label htmlFor="open-search" className="open-search">
        LR number or vehicle
        <Input
          id="open-search"
          allowClear
          size="large"
          autoCapitalize="characters"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setShown(firstShown)
          }}
        />
      </label>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Consignments
            title="On their way"
            empty={search ? 'No open LR matches.' : 'Nothing is on its way.'}
            lrs={data.underWay}
            onMore={() => setShown(moreOf(shown, 'underWay'))}
            asks={lr =>
              nextEvents(lr, roles).length > 0 && (
                <Button size="large" onClick={() => setOpen(lr)}>
                  Add event<span className="for-readers"> to {lr.lrNo}</span>
                </Button>
              )
            }
          />
          <Consignments
            title="Delivered, without a proof of delivery"
            empty="Every delivery has its proof."
            lrs={data.unproven}
            onMore={() => setShown(moreOf(shown, 'unproven'))}
            asks={lr => (
              <ButtonLink size="large" to={`/dispatches/upload-pod?lr=${lr.id}`}>
                Upload POD<span className="for-readers"> of {lr.lrNo}</span>
              </ButtonLink>
            )}
          />
        </>
      ) : (
        <Waiting />
      )}
      {open && (
        <EventForm
          lr={open}
          codes={nextEvents(open, roles)}
          onClose={() => setOpen(null)}
          onReported={() => {
            setOpen(null)
            void outbox.retry()
            reload()
          }}
        />
      )}
    </PageFrame>
  )
}

function Consignments(list: {
  title: string
  empty: string
  lrs: Open['underWay']
  onMore: () => void
  asks: (lr: LrRow) => React.ReactNode
}) {
  const { rows, total } = list.lrs
  const today = dayOf(new Date().toISOString())
  return (
    <section className="panel open-list" aria-label={list.title}>
      <h2>
        {list.title} {total > 0 && <span className="quiet">({total > 10_000 ? '10,000+' : showNumber(total)})</span>}
      </h2>
      {rows.length === 0 && <p className="quiet">{list.empty}</p>}
      <ul>
        {rows.map(lr => (
          <li key={lr.id} className="open-lr">
            <div>
              <Link to={`/dispatches/lr/${lr.id}`}>
                <strong>{lr.lrNo}</strong>
              </Link>{' '}
              <LrStatusMark status={lr.deliveryStatus} />
              <div className="quiet">
                {lr.texts.fromCityId} to {lr.texts.toCityId} · {lr.packages} packages
                {lr.vehicleNo && ` · ${lr.vehicleNo}`}
              </div>
              <div className={lr.deliveredOn === null && lr.expectedDeliveryDate < today ? 'field-error' : 'quiet'}>
                {lr.deliveredOn
                  ? `delivered on ${dayText(lr.deliveredOn)}${lr.podStatus === 'REJECTED' ? ', its POD was rejected' : ''}`
                  : `${lr.expectedDeliveryDate < today ? 'was expected' : 'expected'} on ${dayText(lr.expectedDeliveryDate)}`}
              </div>
            </div>
            {list.asks(lr)}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="open-more">
          <Button size="large" onClick={list.onMore}>
            Show more of {total > 10_000 ? '10,000+' : showNumber(total)}
          </Button>
        </p>
      )}
    </section>
  )
}
