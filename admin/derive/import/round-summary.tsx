import { shareOf } from '../../../resources/define/amounts.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText, MINUS, percentText, show, showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer } from '../../../resources/platform/commands/imports.ts'
import type { RoundAnswer } from '../../../resources/platform/imports/rounds.ts'
import { rowsText } from './import-words.ts'

const signed = (share: number) => `${share < 0 ? MINUS : '+'}${percentText(Math.abs(share))}`

const endText = (rows: number, from: string) =>
  rows === 1
    ? `1 row ends, and its successor begins on ${dayText(from)}`
    : `${rowsText(rows)} end, and ${showNumber(rows)} begin on ${dayText(from)}`

/** What a round comes to: how many rows end and begin, and how far the number moves on average and at most. */
export function RoundSummary({ resource, job, round }: { resource: Resource; job: ImportAnswer; round: RoundAnswer }) {
  const { sums, from, field } = round
  if (!sums) return null
  const inPlace = sums.rows - sums.succeeded
  const label = field && labelOf(field, resource.fields[field]!)
  const average = (total: number) => show(resource.fields[field!]!, Math.round(total / Math.max(sums.rows, 1)))
  const facts: [string, string][] = [
    ['Prepared by', round.preparedBy],
    ...(round.confirmedBy ? [['Confirmed by', round.confirmedBy] as [string, string]] : []),
    ...(sums.succeeded > 0 ? [['End and begin', endText(sums.succeeded, from!)] as [string, string]] : []),
    ...(inPlace > 0 ? [['Changed in place', rowsText(inPlace)] as [string, string]] : []),
    ...(field && sums.rows > 0
      ? ([
          [
            `Average ${label}`,
            `${average(sums.before)} → ${average(sums.after)} (${signed(shareOf(sums.after - sums.before, sums.before))})`,
          ],
          ...(sums.least === null
            ? []
            : [['Smallest and largest change', `${signed(sums.least)} to ${signed(sums.most!)}`]]),
        ] as [string, string][])
      : []),
    ...(round.why ? [['Why', round.why] as [string, string]] : []),
  ]
  return (
    <>
      <dl className="round-facts">
        {facts.map(([name, says]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      {job.status === 'VALIDATED' && round.secondPerson && (
        <p className="notice-box is-warning">
          {job.mine
            ? `Another person confirms a round of ${rowsText(job.rowsChanged)}: send them the address of this page. Until then nothing changes.`
            : `${round.preparedBy} prepared this round. It changes nothing until you confirm it.`}
        </p>
      )}
    </>
  )
}
