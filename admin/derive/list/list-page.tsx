import { useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AsOf, LeftOut } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { mayEdit, pathOf } from '../../shell/screens.ts'
import { ListTable } from '../grid/list-table.tsx'
import { useCellEditing } from '../grid/use-cell-editing.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { type SelectedRows, useSelection } from '../grid/use-selection.tsx'
import { useShortcuts } from '../grid/use-shortcuts.ts'
import { useSlow } from '../grid/use-slow.ts'
import { useNarrow } from '../use-narrow.ts'
import type { ApiRow } from '../value-text.ts'
import { ListActions, startValues } from './list-actions.tsx'
import { ListLook, LookButtons, looksOf } from './list-look.tsx'
import { groupingOf, type ListState, listRequest, PAGE_SIZES, selectParams } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { ListTotal } from './list-total.tsx'
import { useTotals } from './use-totals.ts'
import './list.css'
import '../grid/grid.css'

const BulkBar = lazy(() => import('../action/bulk-bar.tsx'))
const GroupBar = lazy(() => import('../report/group-bar.tsx'))
const GroupedTable = lazy(() => import('../report/grouped-table.tsx'))
const ListCards = lazy(() => import('./list-cards.tsx'))
const ListEmpty = lazy(() => import('./list-empty.tsx'))
const FilterChips = lazy(() => import('../filter/filter-chips.tsx'))
const AsOfNote = lazy(() => import('./as-of-note.tsx'))
const LeftOutNote = lazy(() => import('./left-out-note.tsx'))
const ViewTabs = lazy(() => import('./view-tabs.tsx'))
const ListFilters = lazy(() => import('../filter/list-filters.tsx'))

/** What a report has besides its list: how it counts, its sums, and what is folded beside its rows. */
interface ReportParts {
  settings: ReactNode
  figures: ReactNode
  beside: ReactNode
}

/**
 * The list of any master; `more` are extra buttons, `above` stands between the heading and the list, `bulk` are buttons
 * for the selected rows.
 */
export default function ListPage({
  resource,
  more,
  above,
  bulk,
  report,
}: {
  resource: Resource
  more?: ReactNode
  above?: ReactNode
  bulk?: (marked: SelectedRows) => ReactNode
  report?: ReportParts
}) {
  const { settings, shown } = useGrid(resource)
  const { state, change, layout } = shown
  const [filtering, setFiltering] = useState(false)
  const [full, setFull] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const narrow = useNarrow()
  const { filters, sorters, query: words } = listRequest(resource, state)
  const grouping = groupingOf(resource, state)
  const { result, query } = useList<ApiRow, Refusal>({
    resource: resource.path,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters,
    sorters,
    meta: { query: { ...words, ...selectParams(resource, layout.columns) } },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, enabled: !grouping },
  })
  const isSummed = layout.columns.some(({ name, shown }) => shown && resource.totals.includes(name))
  const totals = useTotals(resource, state, isSummed)?.totals
  const slow = useSlow(query.isFetching)
  // Many rows are drawn in slices, between which keys are heard.
  const rows = useDeferredValue(query.data ? result.data : undefined)
  const total = result.total ?? 0
  const { leftOut, asOf } = (query.data ?? {}) as { leftOut?: LeftOut } & AsOf
  const { selection, marked } = useSelection({ resource, state, rows, total, always: bulk !== undefined })
  const editing = useCellEditing({ resource, rows, columns: layout.columns })
  const isNarrowed = state.filters.length > 0 || state.anyOf.length > 0 || state.on !== undefined
  const dim = rows !== undefined && query.isFetching
  // What is shown is never a riddle: where it is not the usual rows, the settings that say so stand open.
  const mayFold = narrow && state.active === 'active'
  const folded = mayFold && !unfolded
  const list = { resource, state, change, rows, total, totals, layout, selection, editing, dim }
  useKeys(resource, settings.shortcuts, startValues(resource, state))
  const looks = narrow ? [] : looksOf(shown, full, setFull)
  const look = (
    <ListLook {...{ resource, settings, shown }}>
      {resource.kind !== 'report' && <LookButtons looks={looks} />}
    </ListLook>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the full screen from wherever the focus is
    <div
      className={['list-page', full && !narrow && 'is-full', report && 'is-report', folded && 'is-folded']
        .filter(Boolean)
        .join(' ')}
      onKeyDown={event => {
        const onPage = event.currentTarget.contains(event.target as Node)
        if (full && onPage && event.key === 'Escape' && !event.defaultPrevented) setFull(false)
      }}
    >
      <PageFrame
        title={resource.title}
        purpose={resource.purpose}
        actions={
          <>
            {report && look}
            {more}
            <ListActions resource={resource} state={state} columns={layout.columns} looks={looks} />
          </>
        }
      >
        {above}
        {settings.views.length > 0 && (
          <Suspense fallback={null}>
            <ViewTabs resource={resource} views={settings.views} view={shown.view} onChoose={shown.choose} />
          </Suspense>
        )}
        <div className="list-settings">
          <div className="list-bar">
            <ListToolbar
              {...list}
              slash={settings.shortcuts}
              filtering={filtering}
              onFiltering={setFiltering}
              fold={
                mayFold && (
                  <Button
                    aria-label="Settings of this list"
                    title="Settings of this list"
                    aria-expanded={!folded}
                    onClick={() => setUnfolded(folded)}
                  >
                    <Icon name="sliders" />
                  </Button>
                )
              }
            />
            {!report && look}
          </div>
          <p className="print-said">{saidOf(state)}</p>
          {isNarrowed && (
            <Suspense fallback={null}>
              <FilterChips resource={resource} state={state} change={change} />
            </Suspense>
          )}
          {resource.groups && (
            <Suspense fallback={null}>
              <GroupBar resource={resource} grouping={grouping} change={change} />
            </Suspense>
          )}
          {report?.settings}
        </div>
        {shown.missing && (
          <p className="list-said" role="status">
            This view was deleted or is not shared with you. The standard list is shown.
          </p>
        )}
        {shown.view?.leftOut && (
          <p className="list-said" role="status">
            {shown.view.leftOut}
          </p>
        )}
        {filtering && (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <ListFilters resource={resource} state={state} change={change} onClose={() => setFiltering(false)} />
          </Suspense>
        )}
        {slow && (
          <p className="list-said" role="status">
            Still working. A narrower filter answers faster.
          </p>
        )}
        {query.isError && rows && (
          <p className="list-said" role="status">
            These rows could not be read again: {query.error.message}
          </p>
        )}
        <Suspense fallback={null}>{leftOut && <LeftOutNote resource={resource} leftOut={leftOut} />}</Suspense>
        {report?.figures}
        <ListBody beside={report?.beside}>
          {grouping ? (
            <Suspense fallback={<p role="status">Loading...</p>}>
              <GroupedTable resource={resource} state={state} grouping={grouping} />
            </Suspense>
          ) : query.isError && !rows ? (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          ) : rows?.length === 0 ? (
            <Suspense fallback={null}>
              <ListEmpty resource={resource} state={state} change={change} />
            </Suspense>
          ) : narrow ? (
            <Suspense fallback={null}>
              <ListCards {...list} />
            </Suspense>
          ) : (
            <ListTable {...list} />
          )}
          {marked.count > 0 && (
            <Suspense fallback={null}>
              <BulkBar
                {...{ resource, state, marked, total }}
                columns={layout.columns}
                onPage={rows?.length ?? 0}
                more={bulk?.(marked)}
              />
            </Suspense>
          )}
          {!grouping && !query.isError && total > 0 && (
            <div className="list-foot">
              <ListTotal resource={resource} state={state} total={total} />
              {asOf && (
                <Suspense fallback={null}>
                  <AsOfNote asOf={asOf} />
                </Suspense>
              )}
              <Pagination
                current={state.page}
                pageSize={state.size}
                total={total}
                simple={narrow}
                showSizeChanger
                pageSizeOptions={[...PAGE_SIZES]}
                onChange={(page, size) => change(size === state.size ? { page } : { size })}
              />
            </div>
          )}
        </ListBody>
      </PageFrame>
    </div>
  )
}

/** What narrows the rows besides the filters, for paper. */
const saidOf = ({ q, active }: ListState) =>
  [q && `Search: ${q}`, active === 'all' && 'Active and inactive rows', active === 'inactive' && 'Inactive rows']
    .filter(Boolean)
    .join('. ')

/** The rows and their foot; of a report with its folds beside them. */
const ListBody = ({ beside, children }: { beside: ReactNode; children: ReactNode }) =>
  beside === undefined ? (
    children
  ) : (
    <div className="report-body">
      <div className="report-rows">{children}</div>
      {beside}
    </div>
  )

/** Single-key shortcuts of a list: create, edit the focused row, search. */
function useKeys(resource: Resource, on: boolean, create: string) {
  const may = useMay()
  const navigate = useNavigate()
  useShortcuts(on, {
    n: may('create', resource.path) ? () => void navigate(pathOf.create(resource) + create) : undefined,
    e: mayEdit(may, resource)
      ? () => {
          const id = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset.id
          if (id) void navigate(pathOf.edit(resource, Number(id)))
        }
      : undefined,
    '/': () => document.querySelector<HTMLInputElement>('.list-search input')?.select(),
  })
}
