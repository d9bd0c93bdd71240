import type { Resource } from '../../../resources/define/resource.ts'
import { Cell } from '../grid/cell.tsx'
import type { Grid } from '../grid/list-table.tsx'
import { RowActions } from '../grid/row-actions.tsx'
import { RowCard } from '../grid/row-card.tsx'
import { useRowPath } from '../grid/use-row-path.ts'
import { isSortable, type ListState } from './list-state.ts'
import type { GridLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

/** The rows on a phone: a card each, with what the list is read for, and in one more line what else it shows. */
export default function ListCards(list: Grid) {
  const { resource, rows, state, layout, selection, totals } = list
  const pathTo = useRowPath(resource)
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
          <RowCard
            key={row.id}
            {...{ resource, row, columns, selection }}
            to={pathTo('show', row.id)}
            withStatus={state.active !== 'active'}
          >
            {resource.kind !== 'report' && <RowActions resource={resource} row={row} />}
          </RowCard>
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
