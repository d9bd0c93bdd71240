import { can } from '../../resources/capabilities.ts'
import { dayText, percentText, showNumber } from '../../resources/define/show.ts'
import { POD_DUE_DAYS } from '../../resources/dispatches/scorecard.ts'
import type { Scorecard, showScorecard } from '../../resources/shipment-tracking/commands/lanes.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'

const scorecard = at<typeof showScorecard>('GET transporter-scorecard')

/** How a transporter did in the last 90 days, for those who may compare transporters and for the transporter itself. */
export default function ScorecardPanel({ row }: { row: ApiRow }) {
  const { user } = usePerson()
  const enabled = can(user, 'seeOwnScorecard') || can(user, 'compareTransporters')
  const { data, error, refetch } = useAsk(scorecard, { transporterId: row.id }, { enabled })
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
