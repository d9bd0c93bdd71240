import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { momentText, rupees } from '../../../resources/define/show.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import { type TripOffer, tripOffer } from '../../../resources/dispatches/trips/trip-offer.ts'
import { optionLabel } from '../../../resources/option-words.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { nameIn } from '../../derive/record/names.ts'
import { Status } from '../../derive/record/status.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import { AskTransporters } from './ask-transporters.tsx'
import { offerTones } from './offer-header.ts'
import '../dispatches.css'

type OfferRow = TripOffer & ApiRow

/** Who was asked for the vehicle of a trip, what they offer, and the form that asks. */
export default function OffersOfTrip({ row }: { row: ApiRow }) {
  const { may } = usePerson()
  const [isAsking, setAsking] = useState(false)
  const of = row as ApiRow & Trip
  const { data } = useQuery<OfferRow[], Refusal>({
    queryKey: [tripOffer.path, 'of a trip', of.id, of.rowVersion],
    queryFn: () => rowsOf(tripOffer).all<OfferRow>({ where: { tripId: of.id }, sort: { amount: 1, id: 1 } }),
  })
  const canAsk = (of.status === 'PLANNED' || of.status === 'ASKED') && may('create', tripOffer.path)
  if (of.isOwnVehicle || !data || (data.length === 0 && !canAsk)) return null
  return (
    <section className="panel" aria-labelledby="trip-offers">
      <div className="lr-part-head">
        <h2 id="trip-offers">Offers</h2>
        {canAsk && !isAsking && (
          <Button type={data.length === 0 ? 'primary' : 'default'} onClick={() => setAsking(true)}>
            Ask transporters
          </Button>
        )}
      </div>
      {isAsking && <AskTransporters trip={of} onDone={() => setAsking(false)} />}
      {data.length === 0 && !isAsking && <p className="quiet">No transporter is asked yet.</p>}
      {data.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Transporter</th>
                <th scope="col">State</th>
                <th scope="col" className="number">
                  Freight
                </th>
                <th scope="col">Answer by</th>
                <th scope="col">
                  <span className="for-readers">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map(offer => (
                <Offer key={offer.id} offer={offer} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Offer({ offer }: { offer: OfferRow }) {
  const client = useQueryClient()
  const { actions, dialog } = useActions(tripOffer, [offer], () => void client.invalidateQueries())
  const { status, amount, replyBy, reason } = offer
  return (
    <tr>
      <th scope="row">
        <Link to={pathOf.show(tripOffer, offer.id)}>{nameIn(offer.texts?.transporterId)}</Link>
      </th>
      <td>
        <Status tone={offerTones[status]!} word={optionLabel(tripOffer.fields.status, status, 'staff')} />
        {reason && <div className="quiet">{reason}</div>}
      </td>
      <td className="number">{amount === null ? '–' : rupees(amount)}</td>
      <td>{momentText(replyBy)}</td>
      <td>
        {actions.map(({ name, action, take }) => (
          <Button
            key={name}
            size="small"
            type={name === 'accept' ? 'primary' : 'default'}
            danger={action.danger}
            onClick={take}
          >
            {action.label}
            <span className="for-readers"> of {nameIn(offer.texts?.transporterId)}</span>
          </Button>
        ))}
        {dialog}
      </td>
    </tr>
  )
}
