import { useList } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Pagination } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListActions } from './list-actions.tsx'
import { ListCards } from './list-cards.tsx'
import { ListEmpty } from './list-empty.tsx'
import { askedOf, SIZES, selectOf } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ListTotal } from './list-total.tsx'
import { useLayout } from './use-layout.ts'
import { useListState } from './use-list-state.ts'
import { useNarrow } from './use-narrow.ts'
import { useTotals } from './use-totals.ts'
import type { ApiRow } from './value-text.ts'
import './list.css'
import './grid.css'

const ListFilters = lazy(() => import('./list-filters.tsx'))

/** The list of any master. */
export default function ListPage({ resource }: { resource: Resource }) {
  const [state, change] = useListState(resource)
  const lay = useLayout(resource)
  const [filtering, setFiltering] = useState(false)
  const narrow = useNarrow()
  const { filters, sorters, query: words } = askedOf(resource, state)
  const { result, query } = useList<ApiRow, Refusal>({
    resource: resource.path,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters,
    sorters,
    meta: { query: { ...words, ...selectOf(resource, lay.columns) } },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData },
  })
  const totals = useTotals(resource, state)
  const rows = query.data ? result.data : undefined
  const total = result.total ?? 0
  const shown = { resource, state, change, rows, total, totals, lay, dim: query.isPlaceholderData }
  return (
    <div className="list-page">
      <PageFrame
        title={resource.title}
        purpose={resource.purpose}
        actions={<ListActions resource={resource} state={state} columns={lay.columns} />}
      >
        <ListToolbar {...shown} filtering={filtering} onFiltering={setFiltering} />
        {filtering && (
          <Suspense fallback={<p role="status">Loading...</p>}>
            <ListFilters resource={resource} state={state} change={change} onClose={() => setFiltering(false)} />
          </Suspense>
        )}
        <FilterChips resource={resource} state={state} change={change} />
        {query.isError ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : rows?.length === 0 ? (
          <ListEmpty resource={resource} state={state} change={change} />
        ) : narrow ? (
          <ListCards {...shown} />
        ) : (
          <ListTable {...shown} />
        )}
        {!query.isError && total > 0 && (
          <div className="list-foot">
            <ListTotal resource={resource} state={state} total={total} />
            <Pagination
              current={state.page}
              pageSize={state.size}
              total={total}
              simple={narrow}
              showSizeChanger
              pageSizeOptions={[...SIZES]}
              onChange={(page, size) => change(size === state.size ? { page } : { size })}
            />
          </div>
        )}
      </PageFrame>
    </div>
  )
}
