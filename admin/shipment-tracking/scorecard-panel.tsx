import { useQuery } from '@tanstack/react-query'
import { can } from '../../resources/capabilities.ts'
import { dayText, percentText, showNumber } from '../../resources/define/show.ts'
import { POD_DUE_DAYS, type Scorecard } from '../../resources/dispatches/scorecard.ts'
import { usePerson } from '../account/person.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { api, type Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'

/** How a transporter did in the last 90 days, for those who may compare transporters and for the transporter itself. */
export default function ScorecardPanel({ row }: { row: ApiRow }) {
  const { user } = usePerson()
  const { data, error, refetch } = useQuery<Scorecard, Refusal>({
    queryKey: ['transporter-scorecard', row.id],
    enabled: can(user, 'seeOwnScorecard') || can(user, 'compareTransporters'),
    queryFn: async () =>
      (await api.get<Scorecard>('/transporter-scorecard', { params: { transporterId: row.id } })).data,
  })
  if (!data && !error) return null
  return (
    <section className="panel" aria-labelledby="scorecard">
      <h2 id="scorecard">Scorecard</h2>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <p className="quiet">
            From {dayText(data.from)} to {dayText(data.to)}, by the date that was promised first.
          </p>
          <FactList className="facts" facts={factsOf(data)} />
        </>
      )}
    </section>
  )
}

const factsOf = (card: Scorecard): [string, string][] => [
  ['On time', card.pct === null ? 'Nothing was due' : `${percentText(card.pct)}, ${card.kept} of ${card.due} due`],
  ['Late', showNumber(card.late)],
  ['Dispatched', showNumber(card.dispatched)],
  ['Delivered', showNumber(card.delivered)],
  ['Lost', showNumber(card.lost)],
  ['Returned', showNumber(card.returned)],
  ['Short or damaged', showNumber(card.damaged)],
  ['POD after delivery', card.podDelay === null ? '' : `${showNumber(card.podDelay, 1)} days on average`],
  [`POD missing after ${POD_DUE_DAYS} days`, showNumber(card.podOverdue)],
]
