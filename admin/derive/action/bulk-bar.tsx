import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isForSelected } from '../../../resources/define/action.ts'
import { sum } from '../../../resources/define/amounts.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rupees, showNumber } from '../../../resources/define/show.ts'
import { useMay } from '../../account/person.ts'
import { mayEdit } from '../../shell/screens.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { SelectedRows } from '../grid/use-selection.tsx'
import type { PlacedColumn } from '../list/columns.ts'
import type { ListState } from '../list/list-state.ts'
import type { BulkKind } from './bulk-dialog.tsx'
import { useActions } from './use-actions.tsx'
import { useMayRound } from './use-round.ts'
import './bulk.css'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** What the selected rows come to: the first amount that is shown, unless it is a price. */
function sumOf({ kind, totals }: Resource, columns: readonly PlacedColumn[], { rows, all }: SelectedRows) {
  const amount = columns.find(
    ({ name, shown, field }) => shown && field.unit === '₹' && (kind !== 'master' || totals.includes(name)),
  )
  if (!amount || all) return undefined
  const amounts = rows.map(row => row[amount.name]).filter(value => typeof value === 'number')
  return amounts.length === rows.length ? sum(amounts) : undefined
}

/** The maximum number of rows the server changes at once; more are changed as a round. */
const MAX_ROWS = 5000

/** Bar below a list with selected rows: how many, their sum, a way to select all that match, and the bulk actions. */
export default function BulkBar(bar: {
  resource: Resource
  state: ListState
  marked: SelectedRows
  columns: readonly PlacedColumn[]
  /** The number of rows on this page and of all that match; 10,001 stands for more than are counted. */
  onPage: number
  total: number
  /** Buttons of the page itself. */
  more?: ReactNode
}) {
  const { resource, state, marked, total } = bar
  const may = useMay()
  const [doing, setDoing] = useState<BulkKind>()
  const { actions, dialog } = useActions(resource, marked.all ? [] : marked.rows, marked.clear)
  const tooMany = marked.count > MAX_ROWS
  const mayRound = useMayRound(resource)
  const number = total > 10_000 ? '10,000+' : showNumber(total)
  // A record changes by what is done with it.
  const isKept = resource.kind === 'master'
  const amount = sumOf(resource, bar.columns, marked)
  return (
    <section className="bulk-bar" aria-label="Selected rows">
      <span role="status">
        {marked.all
          ? `All ${number} that match are selected.`
          : marked.count === bar.onPage && total > bar.onPage
            ? `${showNumber(marked.count)} on this page selected.`
            : `${showNumber(marked.count)} selected.`}
        {tooMany &&
          !mayRound &&
          ` At most ${showNumber(MAX_ROWS)} rows can be changed in one step: filter the list, or import a file.`}
      </span>
      {amount !== undefined && <span className="number">{rupees(amount)}</span>}
      {!marked.all && total > marked.count && marked.count >= bar.onPage && (
        <Button type="link" size="small" onClick={marked.selectAll}>
          Select all {number} that match
        </Button>
      )}
      <span className="bulk-buttons">
        {isKept && mayEdit(may, resource) && (
          <Button size="small" disabled={tooMany && !mayRound} onClick={() => setDoing('CHANGE')}>
            Edit
          </Button>
        )}
        {isKept && may('deactivate', resource.path) && state.active !== 'inactive' && (
          <Button size="small" danger disabled={tooMany} onClick={() => setDoing('DEACTIVATE')}>
            Deactivate
          </Button>
        )}
        {isKept && may('deactivate', resource.path) && state.active !== 'active' && (
          <Button size="small" disabled={tooMany} onClick={() => setDoing('ACTIVATE')}>
            Reactivate
          </Button>
        )}
        {actions
          .filter(({ action }) => isForSelected(action))
          .map(({ name, action, take }) => (
            <Button key={name} size="small" danger={action.danger} onClick={take}>
              {action.label}
            </Button>
          ))}
        {bar.more}
        <Button type="text" size="small" onClick={marked.clear}>
          Clear selection
        </Button>
      </span>
      {dialog}
      {doing && (
        <Suspense fallback={<Opening onClose={() => setDoing(undefined)} />}>
          <BulkDialog
            resource={resource}
            state={state}
            kind={doing}
            marked={marked}
            onClose={() => setDoing(undefined)}
            onDone={() => {
              setDoing(undefined)
              marked.clear()
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
