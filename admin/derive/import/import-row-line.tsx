import { Link } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { JudgedRow } from '../../../resources/platform/commands/imports.ts'
import { optionText, valueText } from '../value-text.ts'
import { changeText } from './import-words.ts'

/**
 * One row of a file: its number and key as in the file, and each change with the old and the new value. Among rows of other
 * verdicts it says its own.
 */
export function ImportRowLine({ resource, row, isMixed }: { resource: Resource; row: JudgedRow; isMixed: boolean }) {
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
        {isMixed && <span className={`verdict is-${row.verdict.toLowerCase()}`}>{optionText(row.verdict)}</span>}
        <ul className="row-changes">
          {row.changes.map(change => (
            <ChangeItem key={change.field} resource={resource} change={change} isNew={row.verdict === 'NEW'} />
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

function ChangeItem({
  resource,
  change,
  isNew,
}: {
  resource: Resource
  change: JudgedRow['changes'][number]
  isNew: boolean
}) {
  const field = resource.fields[change.field]
  const text = (value: unknown, shown: string | null) =>
    field ? valueText(field, value, shown) : value === true || value === 1 ? 'Active' : 'Inactive'
  const before = text(change.before, change.beforeText)
  const by = field && changeText(field, change.before, change.after)
  return (
    <li className="row-change">
      <span className="quiet">{field ? labelOf(change.field, field) : 'Status'}</span>
      <del className="was">{before || (isNew ? '' : 'empty')}</del>
      <span aria-hidden="true">{isNew && !before ? '' : '→'}</span>
      <ins className="now">{text(change.after, change.afterText) || 'empty'}</ins>
      {by && <span className="quiet">{by}</span>}
    </li>
  )
}
