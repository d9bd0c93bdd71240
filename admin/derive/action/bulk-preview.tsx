import { Button } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { show, showNumber } from '../../../resources/define/show.ts'
import type { BulkResult } from '../../../resources/platform/bulk.ts'
import { pathOf } from '../../shell/screens.ts'

const MAX_SHOWN = 50

/** What a bulk change would do, and every row that prevents it. */
export function BulkPreview(preview: {
  resource: Resource
  outcome: BulkResult
  /** The number that a formula changes. */
  formulaField: string | undefined
  busy: boolean
  onLeaveOut: (ids: number[]) => void
}) {
  const { resource, outcome, formulaField } = preview
  const { changed, same, ended, begun, leftOut, failures, warnings, stale, examples } = outcome
  const parts = [
    `${showNumber(changed)} will be changed`,
    ended > 0 && `of which ${showNumber(ended)} ${ended === 1 ? 'ends' : 'end'} with a last day`,
    begun > 0 && `of which ${showNumber(begun)} ${begun === 1 ? 'starts' : 'start'} again as new rows`,
    same > 0 && `${showNumber(same)} ${same === 1 ? 'is' : 'are'} so already`,
    leftOut > 0 && `${showNumber(leftOut)} left out`,
    stale.length > 0 &&
      `${showNumber(stale.length)} ${stale.length === 1 ? 'was' : 'were'} saved since and ${stale.length === 1 ? 'stays' : 'stay'}`,
    failures.length > 0 && `${showNumber(failures.length)} cannot be changed`,
  ]
  return (
    <>
      <p role="status">
        <strong>{parts.filter(Boolean).join(', ')}.</strong> {failures.length > 0 && 'Nothing can be saved yet.'}
      </p>
      {warnings.length > 0 && <NamedRows resource={resource} rows={warnings} label="Rows with warnings" />}
      {stale.length > 0 && (
        <NamedRows resource={resource} rows={stale} label="Rows that were saved since they were shown" />
      )}
      {examples.length > 0 && (
        <ul className="bulk-failures" aria-label="Old and new values">
          {examples.map(({ id, text, before, after }) => (
            <li key={id}>
              {text}: {show(resource.fields[formulaField!]!, before)} →{' '}
              <strong>{show(resource.fields[formulaField!]!, after)}</strong>
            </li>
          ))}
          {changed > examples.length && <li>and {showNumber(changed - examples.length)} more</li>}
        </ul>
      )}
      {failures.length > 0 && (
        <>
          <NamedRows resource={resource} rows={failures} label="Rows that cannot be changed" />
          <Button loading={preview.busy} onClick={() => preview.onLeaveOut(failures.map(({ id }) => id))}>
            {failures.length === 1 ? 'Skip it' : `Skip these ${showNumber(failures.length)}`}
          </Button>
        </>
      )}
    </>
  )
}

/** Rows by their names, each with why it stays as it is. */
function NamedRows({ resource, rows, label }: { resource: Resource; rows: BulkResult['failures']; label: string }) {
  return (
    <ul className="bulk-failures" aria-label={label}>
      {rows.slice(0, MAX_SHOWN).map(({ id, text, errors }) => (
        <li key={id}>
          <Link to={pathOf.show(resource, id)} target="_blank">
            {text || `No. ${id}`}
            <span className="for-readers"> (in a new tab)</span>
          </Link>
          : {errors.map(({ message }) => message).join('; ')}
        </li>
      ))}
      {rows.length > MAX_SHOWN && <li>and {showNumber(rows.length - MAX_SHOWN)} more</li>}
    </ul>
  )
}
