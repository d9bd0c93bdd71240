import type { Resource } from '../../../resources/define/resource.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { isLate } from '../list/late.ts'
import { type ApiRow, textOf, valueText } from '../value-text.ts'
import { CellWithProposed } from './proposed-value.tsx'

/** A value in its row: a day by which something should have happened is red once it is past. */
export function CellOfRow({ resource, row, column }: { resource: Resource; row: ApiRow; column: PlacedColumn }) {
  const cell = <CellWithProposed {...{ resource, row }} name={column.name} field={column.field} />
  return isLate(resource, row, column) ? <strong className="late">{cell}</strong> : cell
}

/** What names a row: a name before its code, which is quiet. */
export function LeadCell({ row, column: { name, field } }: { row: ApiRow; column: PlacedColumn }) {
  const text = valueText(field, row[name], textOf(row, name, field))
  const parts = field.kind === 'reference' ? text.split(' · ') : [text]
  const code = parts.length > 1 ? parts.find(part => /^[A-Z0-9][A-Z0-9/-]*$/.test(part)) : undefined
  if (code === undefined) return <strong>{text}</strong>
  return (
    <>
      <strong>{parts.filter(part => part !== code).join(', ')}</strong> <span className="quiet">{code}</span>
    </>
  )
}
