import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { validText } from '../../../resources/define/show.ts'
import { pathOf } from '../../shell/screens.ts'
import { readOn } from '../record/when.ts'
import type { ApiRow } from '../value-text.ts'
import { periodValues } from './use-periods.ts'

export const isInForce = ({ validFrom, validTo }: ApiRow, today: string) =>
  String(validFrom) <= today && today <= String(validTo)

/** The rows that succeed one another under the key of a dated row, oldest first, with the one in force today marked. */
export function Periods({ resource, row, rows }: { resource: Resource; row: ApiRow; rows: readonly ApiRow[] }) {
  const today = readOn()
  return (
    <ol className="history">
      {rows.map(one => {
        const period = validText(String(one.validFrom), String(one.validTo)).replace('valid from ', '')
        const counts = isInForce(one, today)
        return (
          <li key={one.id} className={counts ? 'is-counting' : undefined}>
            <p className="history-head">
              {one.id === row.id ? (
                <strong>{period} (this row)</strong>
              ) : (
                <Link to={pathOf.show(resource, one.id)}>{period}</Link>
              )}
              {counts && <span className="field-mark">active today</span>}
            </p>
            <p>{periodValues(resource, one)}</p>
          </li>
        )
      })}
    </ol>
  )
}
