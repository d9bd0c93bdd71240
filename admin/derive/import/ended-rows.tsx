import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { JudgedRow } from '../../../resources/platform/commands/imports.ts'
import { valueText } from '../value-text.ts'
import { changeText, endedPeriod } from './import-words.ts'

/** The rows that an import ends: which they are, what counted until when, and what counts from then on. */
export function EndedRows({ resource, rows }: { resource: Resource; rows: readonly JudgedRow[] }) {
  return (
    <table className="plain-table ended-rows">
      <thead>
        <tr>
          <th scope="col">Ends</th>
          <th scope="col">Old</th>
          <th scope="col">New</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <EndedRow key={row.id} resource={resource} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const PERIOD = ['validFrom', 'validTo']

function EndedRow({ resource, row: { rowKey, entityId, ends } }: { resource: Resource; row: JudgedRow }) {
  const next = ends?.next
  const values = next?.changes.filter(({ field }) => resource.fields[field] && !PERIOD.includes(field)) ?? []
  const starts = next?.changes.find(({ field }) => field === 'validFrom')?.after
  const said = (side: 'before' | 'after') =>
    values.map(change => {
      const field = resource.fields[change.field]!
      const text = valueText(field, change[side], side === 'before' ? change.beforeText : change.afterText)
      const by = side === 'after' && changeText(field, change.before, change.after)
      return `${labelOf(change.field, field)} ${text || 'empty'}${by ? `, ${by}` : ''}`
    })
  return (
    <tr>
      <th scope="row">{entityId ? <Link to={`/${resource.path}/show/${entityId}`}>{rowKey}</Link> : rowKey}</th>
      <td>
        {said('before').map(text => (
          <del key={text} className="was">
            {text}
          </del>
        ))}
        <span className="quiet">{ends ? endedPeriod(ends) : 'becomes inactive'}</span>
      </td>
      <td>
        {next ? (
          <>
            {said('after').map(text => (
              <ins key={text} className="now">
                {text}
              </ins>
            ))}
            <span className="quiet">
              from {dayText(String(starts))}, row {next.rowNo} of the file
            </span>
          </>
        ) : (
          <span className="quiet">nothing in its place</span>
        )}
      </td>
    </tr>
  )
}
