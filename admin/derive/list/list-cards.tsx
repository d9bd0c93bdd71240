import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { ActiveMark, Cell } from '../grid/cell.tsx'
import type { Grid } from '../grid/list-table.tsx'
import { CellWithProposed } from '../grid/proposed-value.tsx'
import { RowActions } from '../grid/row-actions.tsx'
import { useRowPath } from '../grid/use-row-path.ts'
import { rowText } from '../value-text.ts'
import { isSortable, type ListState } from './list-state.ts'
import type { GridLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

/** The rows on a phone: a card each, its values as a list of terms, in column order. */
export default function ListCards(list: Grid) {
  const { resource, rows, state, layout, selection, totals } = list
  const pathTo = useRowPath(resource)
  if (!rows) return <Waiting count={Math.min(state.size, 4)} />
  const columns = layout.columns.filter(({ name, shown }) => shown && !resource.display.includes(name))
  return (
    <>
      <div className="cards-head">
        {selection && <span className="card-mark">{selection.head}</span>}
        <SortChoice {...list} />
      </div>
      <ul className={list.dim ? 'row-cards is-dim' : 'row-cards'} aria-busy={list.dim}>
        {rows.map(row => (
          <li key={row.id} data-id={row.id} className={selection?.has(row.id) ? 'row-card is-selected' : 'row-card'}>
            <div className="card-head">
              <h2>
                <Link to={pathTo('show', row.id)}>{rowText(resource, row)}</Link>
              </h2>
              {selection && (
                <label className="card-mark">
                  <span className="for-readers">Select {rowText(resource, row)}</span>
                  <input
                    type="checkbox"
                    checked={selection.has(row.id)}
                    onChange={() => selection.toggle(row, false)}
                  />
                </label>
              )}
            </div>
            {state.active !== 'active' && <ActiveMark isActive={row.isActive !== false} />}
            <dl>
              {columns
                .filter(({ name }) => hasValue(row[name]))
                .map(({ name, label, field }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>
                      <CellWithProposed {...{ resource, row, name, field }} />
                    </dd>
                  </div>
                ))}
            </dl>
            {resource.kind !== 'report' && <RowActions resource={resource} row={row} />}
          </li>
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
