import { Link } from 'react-router'
import { columnOf } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText, showNumber } from '../../../resources/define/show.ts'
import type { Restatement, showRestatements } from '../../../resources/mis/commands/reports-by-mail.ts'
import { at, useAsk } from '../command/ask.ts'
import { valueText } from '../value-text.ts'

/** So many documents are listed; the others are counted. */
const MOST = 20

/** The figures that were mailed: as they were, as they are now, and the documents that make the difference. */
export function Restatements({ report }: { report: Resource }) {
  const { data } = useAsk(at<typeof showRestatements>('GET my-restatements'), { report: report.path })
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Mailed and current figures">
      <h2 className="report-dialog-head">Mailed and current figures</h2>
      <ul className="report-schedules">
        {data.map(one => (
          <li key={one.id}>
            <Told report={report} one={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Told({ report, one }: { report: Resource; one: Restatement }) {
  const { field } = columnOf(report, one.field)!
  const text = (value: number) => valueText(field, value)
  const period = `${dayText(one.from)} to ${dayText(one.to)}`
  const { documents } = one
  if (one.was === one.now && !documents?.length)
    return (
      <span>
        {one.figure} of {period} is still {text(one.now)}, as mailed on {dayText(one.mailedOn)}.
      </span>
    )
  return (
    <div>
      <p>
        {one.figure} of {period} was <strong>{text(one.was)}</strong> when it was mailed on {dayText(one.mailedOn)}, and
        is <strong>{text(one.now)}</strong> now: {text(one.now - one.was)}.
        {one.otherRights && ' Your rights have changed since, so these figures may differ.'}
      </p>
      {documents === null ? (
        <p className="quiet">Too many rows: single rows were not kept.</p>
      ) : (
        <>
          <p className="quiet">
            {documents.length === 1
              ? 'This row makes the difference:'
              : `These ${showNumber(documents.length)} rows make the difference:`}
          </p>
          <ul>
            {documents.slice(0, MOST).map(({ id, text: name, was, now }) => (
              <li key={id}>
                <Link to={`/${report.path}?row=${id}`}>{name}</Link>: {was === null ? 'not there' : text(was)} then,{' '}
                {now === null ? 'not there' : text(now)} now
              </li>
            ))}
          </ul>
          {documents.length > MOST && <p className="quiet">and {showNumber(documents.length - MOST)} more</p>}
        </>
      )}
    </div>
  )
}
