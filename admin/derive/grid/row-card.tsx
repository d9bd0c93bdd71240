import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { leadColumnsOf } from '../list/leads.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import { LaterMark, RowMark } from './cell.tsx'
import type { Selection } from './grid-hooks.ts'
import { CellOfRow, LeadCell } from './row-cells.tsx'
import '../list/list.css'

const MOST_DETAILS = 3

/** Whom and how much, the state and the day, and a line of details; its actions stand beside. */
export function RowCard({
  resource,
  row,
  columns,
  to,
  selection,
  withStatus,
  children,
}: {
  resource: Resource
  row: ApiRow
  columns: readonly Column[]
  /** The address of the row. */
  to: string
  selection?: Selection | undefined
  withStatus?: boolean
  /** What is done with it. */
  children?: ReactNode
}) {
  const { lead, ...rest } = leadColumnsOf(columns)
  const name = rowText(resource, row)
  const value = (column: Column | undefined) =>
    column && hasValue(row[column.name]) ? <CellOfRow {...{ resource, row, column }} /> : null
  const named = lead && !resource.display.includes(lead.name) && hasValue(row[lead.name])
  const told: readonly (Column | undefined)[] = [lead, rest.amount, rest.state, rest.day]
  const isTold = (column: Column) => told.includes(column) || (!named && resource.display.includes(column.name))
  const details = columns.filter(column => !isTold(column) && hasValue(row[column.name])).slice(0, MOST_DETAILS)
  const [status, day] = [value(rest.state), value(rest.day)]
  return (
    <li data-id={row.id} className={selection?.has(row.id) ? 'row-card is-row is-selected' : 'row-card is-row'}>
      {selection && (
        <label className="card-mark">
          <span className="for-readers">Select {name}</span>
          <input type="checkbox" checked={selection.has(row.id)} onChange={() => selection.toggle(row, false)} />
        </label>
      )}
      <div className="card-words">
        <div className="card-line">
          <h2>
            <Link to={to}>{named ? <LeadCell {...{ row, column: lead }} /> : name}</Link>
          </h2>
          {value(rest.amount)}
        </div>
        {(status || day) && (
          <div className="card-line">
            {status ?? <span />}
            {day}
          </div>
        )}
        <LaterMark row={row} />
        {withStatus && <RowMark resource={resource} row={row} />}
        <dl>
          {details.map(column => (
            <div key={column.name}>
              <dt className={saysItself(column) ? 'for-readers' : undefined}>{column.label}</dt>
              <dd>{value(column)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {children}
    </li>
  )
}

/** A name or a number of a document needs no label on a phone; a count, a day or a Yes does. */
const saysItself = ({ field: { kind } }: Column) => kind === 'reference' || kind === 'text' || kind === 'choice'

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''
