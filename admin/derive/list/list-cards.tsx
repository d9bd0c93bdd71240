import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { ActiveMark, Cell } from '../grid/cell.tsx'
import type { Grid } from '../grid/list-table.tsx'
import { RowActions } from '../grid/row-actions.tsx'
import { CellOfRow, LeadCell } from '../grid/row-cells.tsx'
import { useRowPath } from '../grid/use-row-path.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import type { PlacedColumn } from './columns.ts'
import { leadColumnsOf } from './leads.ts'
import { isSortable, type ListState } from './list-state.ts'
import type { GridLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

/** The rows on a phone: a card each, with what the list is read for, and in one more line what else it shows. */
export default function ListCards(list: Grid) {
  const { resource, rows, state, layout, selection, totals } = list
  if (!rows) return <Waiting count={Math.min(state.size, 4)} />
  const columns = layout.columns.filter(({ shown }) => shown)
  return (
    <>
      <div className="cards-head">
        {selection && <span className="card-mark">{selection.head}</span>}
        <SortChoice {...list} />
      </div>
      <ul className={list.dim ? 'row-cards is-dim' : 'row-cards'} aria-busy={list.dim}>
        {rows.map(row => (
          <RowCard key={row.id} {...{ resource, row, state, columns, selection }} />
        ))}
        {totals && (
          <li className="row-card is-totals">
            <h2>Total of all rows</h2>
            <dl>
              {columns
                .filter(({ name }) => name in totals)
                .map(({ name, label, field }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>
                      <Cell field={field} value={totals[name]} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        )}
      </ul>
    </>
  )
}

const MOST_DETAILS = 4

/** Whom and how much, the state and the day, and a line of details; its actions stand in its menu. */
function RowCard({
  resource,
  row,
  state,
  columns,
  selection,
}: Pick<Grid, 'resource' | 'state' | 'selection'> & { row: ApiRow; columns: readonly PlacedColumn[] }) {
  const pathTo = useRowPath(resource)
  const { lead, ...rest } = leadColumnsOf(columns)
  const name = rowText(resource, row)
  const value = (column: PlacedColumn | undefined) =>
    column && hasValue(row[column.name]) ? <CellOfRow {...{ resource, row, column }} /> : null
  const named = lead && !resource.display.includes(lead.name) && hasValue(row[lead.name])
  const told: readonly (PlacedColumn | undefined)[] = [lead, rest.amount, rest.state, rest.day]
  const isTold = (column: PlacedColumn) => told.includes(column) || (!named && resource.display.includes(column.name))
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
            <Link to={pathTo('show', row.id)}>{named ? <LeadCell {...{ row, column: lead }} /> : name}</Link>
          </h2>
          {value(rest.amount)}
        </div>
        {(status || day) && (
          <div className="card-line">
            {status ?? <span />}
            {day}
          </div>
        )}
        {state.active !== 'active' && <ActiveMark isActive={row.isActive !== false} />}
        <dl>
          {details.map(column => (
            <div key={column.name}>
              <dt>{column.label}</dt>
              <dd>{value(column)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {resource.kind !== 'report' && <RowActions resource={resource} row={row} />}
    </li>
  )
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Placeholder cards. */
const Waiting = ({ count }: { count: number }) => (
  <ul className="row-cards" aria-busy="true" aria-label="Loading...">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <li key={index} className="row-card is-waiting">
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </li>
    ))}
  </ul>
)

/** Chooses the sort of cards, which have no column headers. */
function SortChoice({
  resource,
  state,
  change,
  layout,
}: {
  resource: Resource
  state: ListState
  change: ChangeState
  layout: GridLayout
}) {
  const columns = layout.columns.filter(({ name, shown }) => shown && isSortable(resource, name))
  const [first] = state.sort
  return (
    <label className="sort-choice">
      <span>Sort by</span>
      <select
        value={first ? `${first.order === 'desc' ? '-' : ''}${first.field}` : ''}
        onChange={({ target: { value } }) => {
          const field = value.replace(/^-/, '')
          change({ sort: value ? [{ field, order: value.startsWith('-') ? 'desc' : 'asc' }] : [] })
        }}
      >
        <option value="">Default</option>
        {columns.flatMap(({ name, label }) => [
          <option key={name} value={name}>{`${label}, ascending`}</option>,
          <option key={`-${name}`} value={`-${name}`}>{`${label}, descending`}</option>,
        ])}
      </select>
    </label>
  )
}
