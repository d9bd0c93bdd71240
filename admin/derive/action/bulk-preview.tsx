import { Button } from 'antd'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { BulkResult } from '../../../resources/platform/bulk.ts'
import { pathOf } from '../../shell/screens.ts'

const MAX_SHOWN = 50

/** What a bulk change would do, and every row that prevents it. */
export function BulkPreview(preview: {
  resource: Resource
  outcome: BulkResult
  busy: boolean
  onLeaveOut: (ids: number[]) => void
}) {
  const { resource, outcome } = preview
  const { changed, same, ended, begun, leftOut, failures, warnings } = outcome
  const parts = [
    `${showNumber(changed)} will be changed`,
    ended > 0 && `of which ${showNumber(ended)} ${ended === 1 ? 'ends' : 'end'} with a last day`,
    begun > 0 && `of which ${showNumber(begun)} ${begun === 1 ? 'starts' : 'start'} again as new rows`,
    same > 0 && `${showNumber(same)} ${same === 1 ? 'is' : 'are'} so already`,
    leftOut > 0 && `${showNumber(leftOut)} left out`,
    failures.length > 0 && `${showNumber(failures.length)} cannot be changed`,
  ]
  return (
    <>
      <p role="status">
        <strong>{parts.filter(Boolean).join(', ')}.</strong> {failures.length > 0 && 'Nothing can be saved yet.'}
      </p>
      {warnings.length > 0 && (
        <ul className="bulk-failures" aria-label="Rows with warnings">
          {warnings.map(({ id, text, errors }) => (
            <li key={id}>
              {text}: {errors.map(({ message }) => message).join('; ')}
            </li>
          ))}
        </ul>
      )}
      {failures.length > 0 && (
        <>
          <ul className="bulk-failures" aria-label="Rows that cannot be changed">
            {failures.slice(0, MAX_SHOWN).map(({ id, text, errors }) => (
              <li key={id}>
                <Link to={pathOf.show(resource, id)} target="_blank">
                  {text || `No. ${id}`}
                  <span className="for-readers"> (in a new tab)</span>
                </Link>
                : {errors.map(({ message }) => message).join('; ')}
              </li>
            ))}
            {failures.length > MAX_SHOWN && <li>and {showNumber(failures.length - MAX_SHOWN)} more</li>}
          </ul>
          <Button loading={preview.busy} onClick={() => preview.onLeaveOut(failures.map(({ id }) => id))}>
            {failures.length === 1 ? 'Skip it' : `Skip these ${showNumber(failures.length)}`}
          </Button>
        </>
      )}
    </>
  )
}
