import { useList } from '@refinedev/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AsOf, LeftOut } from '../../../resources/define/list-page.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { queryFrom } from '../../shell/query.ts'
import { mayEdit, pathOf } from '../../shell/screens.ts'
import type { Totals } from '../grid/grid-totals.tsx'
import { ListTable } from '../grid/list-table.tsx'
import { useCellEditing } from '../grid/use-cell-editing.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { type SelectedRows, useSelection } from '../grid/use-selection.tsx'
import { useShortcuts } from '../grid/use-shortcuts.ts'
import { useSlow } from '../grid/use-slow.ts'
import { useNarrow } from '../use-narrow.ts'
import type { ApiRow } from '../value-text.ts'
import { ListActions, startValues } from './list-actions.tsx'
import { ListLook } from './list-look.tsx'
import { groupingOf, type ListState, listRequest, PAGE_SIZES, selectParams } from './list-state.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { ListTotal } from './list-total.tsx'
import type { GridLayout } from './use-layout.ts'
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
const ListFilters = lazy(() => import('../filter/list-filters.tsx'))

/**
 * The list of any master; `more` are extra buttons, `above` stands between the heading and the list, `bulk` are buttons
 * for the selected rows.
 */
export default function ListPage({
  resource,
  more,
  above,
  bulk,
}: {
  resource: Resource
  more?: ReactNode
  above?: ReactNode
  bulk?: (marked: SelectedRows) => ReactNode
}) {
  const { settings, shown } = useGrid(resource)
  const { state, change, layout } = shown
  const [filtering, setFiltering] = useState(false)
  const [full, setFull] = useState(false)
  const [helping, setHelping] = useState(false)
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
  const totals = useTotals(resource, state, layout)
  const slow = useSlow(query.isFetching)
  // Many rows are drawn in slices, between which keys are heard.
  const rows = useDeferredValue(query.data ? result.data : undefined)
  const total = result.total ?? 0
  const { leftOut, asOf } = (query.data ?? {}) as { leftOut?: LeftOut } & AsOf
  const { selection, marked } = useSelection({ resource, state, rows, total, always: bulk !== undefined })
  const editing = useCellEditing({ resource, rows, columns: layout.columns })
  const isNarrowed = state.filters.length > 0 || state.anyOf.length > 0 || state.on !== undefined
  const dim = rows !== undefined && query.isFetching
  const list = { resource, state, change, rows, total, totals, layout, selection, editing, dim }
  useKeys(resource, settings.shortcuts, { create: startValues(resource, state), onHelp: () => setHelping(true) })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the full screen from wherever the focus is
    <div
      className={full && !narrow ? 'list-page is-full' : 'list-page'}
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
            {more}
            <ListActions resource={resource} state={state} columns={layout.columns} />
          </>
        }
      >
        {above}
        <div className="list-bar">
          <ListToolbar {...list} slash={settings.shortcuts} filtering={filtering} onFiltering={setFiltering} />
          <ListLook {...{ resource, settings, shown, full, helping }} onFull={setFull} onHelp={setHelping} />
        </div>
        {shown.missing && (
          <p className="list-said" role="status">
            This view was deleted or is not shared with you. The standard list is shown.
          </p>
        )}
        {filtering && (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <ListFilters resource={resource} state={state} change={change} onClose={() => setFiltering(false)} />
          </Suspense>
        )}
        {isNarrowed && (
          <Suspense fallback={null}>
            <FilterChips resource={resource} state={state} change={change} />
          </Suspense>
        )}
        {slow && (
          <p className="list-said" role="status">
            Still working. A narrower filter answers faster.
          </p>
        )}
        <Suspense fallback={null}>
          {leftOut && <LeftOutNote resource={resource} leftOut={leftOut} />}
          {!grouping && asOf && <AsOfNote asOf={asOf} />}
        </Suspense>
        {resource.groups && (
          <Suspense fallback={null}>
            <GroupBar resource={resource} grouping={grouping} change={change} />
          </Suspense>
        )}
        {grouping ? (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <GroupedTable resource={resource} state={state} grouping={grouping} />
          </Suspense>
        ) : query.isError ? (
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
      </PageFrame>
    </div>
  )
}

/** Single-key shortcuts of a list: create, edit the focused row, search, help. */
function useKeys(resource: Resource, on: boolean, { create, onHelp }: { create: string; onHelp: () => void }) {
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
    '?': onHelp,
  })
}

/** The totals over all rows of the list; undefined while unknown, or when no column that has one is shown. */
function useTotals(resource: Resource, state: ListState, { columns }: GridLayout): Totals | undefined {
  const { filters, query } = listRequest(resource, state)
  const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, $limit: 0, $totals: true }
  const isShown = columns.some(({ name, shown }) => shown && resource.totals.includes(name))
  const { data } = useQuery({
    queryKey: ['data', 'default', resource.path, 'list', { totals: params }],
    enabled: isShown,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.get<{ totals?: Totals }>(`/${resource.path}`, { params, signal })).data.totals,
  })
  return isShown ? data : undefined
}
