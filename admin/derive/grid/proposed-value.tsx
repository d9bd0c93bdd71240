import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { Value } from '../show/value.tsx'
import { type ApiRow, textOf } from '../value-text.ts'
import { Cell } from './cell.tsx'
import './proposed-value.css'

/** A value of a row, with the one that somebody proposes for it below, as long as that waits for a second person. */
export function CellWithProposed(of: { resource: Resource; row: ApiRow; name: string; field: Field }) {
  const { resource, row, name, field } = of
  const proposed = row.pendingChange as RowValues | null | undefined
  const cell = <Cell field={field} value={row[name]} text={textOf(row, name, field)} />
  if (!proposed || !Object.hasOwn(proposed, name)) return cell
  return (
    <>
      {cell}
      <span className="proposed-value">
        <span className="quiet">proposed</span>{' '}
        {proposed[name] === null ? 'empty' : <Value resource={resource} field={field} value={proposed[name]} />}
      </span>
    </>
  )
}
