import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { JudgedRow } from '../../../resources/platform/commands/imports.ts'
import { optionText, valueText } from '../value-text.ts'

/** One row of a file: its number and key as in the file, and each change with the old and the new value. */
export function ImportRowLine({ resource, row }: { resource: Resource; row: JudgedRow }) {
  const key = row.rowKey || `Row ${row.rowNo}`
  return (
    <tr>
      <td className="number">{row.rowNo || ''}</td>
      <td>
        {row.entityId && resource.kind === 'master' ? (
          <Link to={`/${resource.path}/show/${row.entityId}`}>{key}</Link>
        ) : (
          key
        )}
      </td>
      <td>
        <span className={`verdict is-${row.verdict.toLowerCase()}`}>{optionText(row.verdict)}</span>
        <ul className="row-changes">
          {row.changes.map(change => (
            <ChangeItem key={change.field} resource={resource} change={change} />
          ))}
          {row.errors.map(({ columnName, message }) => (
            <li key={columnName + message} className="field-error">
              {message}
            </li>
          ))}
          {row.warnings.map(({ field, message }) => (
            <li key={field + message} className="row-warning">
              {message}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  )
}

function ChangeItem({ resource, change }: { resource: Resource; change: JudgedRow['changes'][number] }) {
  const field = resource.fields[change.field]
  const text = (value: unknown, shown: string | null) =>
    field ? valueText(field, value, shown) : value === true || value === 1 ? 'Active' : 'Inactive'
  return (
    <li>
      {field ? labelOf(change.field, field) : 'Status'}:{' '}
      <del className="was">{text(change.before, change.beforeText) || 'empty'}</del>{' '}
      <ins className="now">{text(change.after, change.afterText) || 'empty'}</ins>
    </li>
  )
}
