import type { Column } from '../../../resources/define/column.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { Status } from '../record/status.tsx'
import { type ApiRow, textInRow, textOf, valueText } from '../value-text.ts'
import { CellWithProposed } from './proposed-value.tsx'

type Shown = Pick<Column, 'name' | 'field'>

/** A value in its row: a day by which something should have happened is red once it is past. */
export function CellOfRow({ resource, row, column }: { resource: Resource; row: ApiRow; column: Shown }) {
  const { name, field } = column
  const { says, saysTone } = resource
  const tone = says?.[name] && (saysTone?.[name]?.(row) ?? tonesIn(field)?.[String(row[name])])
  if (tone) return <Status tone={tone} word={textInRow(resource, row, name, field)} />
  const cell = <CellWithProposed {...{ resource, row }} name={name} field={field} />
  return isLate(resource, row, column) ? <strong className="late">{cell}</strong> : cell
}

/** What names a row: a name before its code, which is quiet. */
export function LeadCell({ row, column: { name, field } }: { row: ApiRow; column: Shown }) {
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

/** Days by which something is to happen. */
const PROMISED = /^(due|expected|requested|promised|nextTry)/
const OPEN = ['wait', 'go', 'bad']

/** Whether the day of a column is past, and the row still waits for it. */
function isLate({ fields }: Resource, row: ApiRow, { name, field }: Shown) {
  const value = row[name]
  if (typeof value !== 'string' || !PROMISED.test(name) || row.isCleared === true) return false
  const now = new Date().toISOString()
  if (value >= (field.kind === 'date' ? dayOf(now) : now)) return false
  const [stateName, state] = Object.entries(fields).find(([, one]) => one.kind === 'choice' && tonesIn(one)) ?? []
  return !state || OPEN.includes(tonesIn(state)![String(row[stateName!])] ?? '')
}
