import { Button, Input, Select } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { useNarrow } from '../use-narrow.ts'
import { ANY_DAY, type ListState } from './list-state.ts'
import type { ChangeState } from './use-list-state.ts'
import { useSearchText } from './use-search-text.ts'

const AsOn = lazy(() => import('./as-on.tsx'))

const statesOf = ({ dated }: Resource) => [
  { value: 'active' as const, label: 'Active' },
  { value: 'inactive' as const, label: dated ? 'Ended or inactive' : 'Inactive' },
  { value: 'all' as const, label: dated ? 'Active and ended' : 'Active and inactive' },
]

/** Above a list: quick search, active or inactive rows, the effective day, and the filters. */
export function ListToolbar(list: {
  resource: Resource
  state: ListState
  change: ChangeState
  /** Whether the key «/» focuses the search. */
  slash: boolean
  filtering: boolean
  onFiltering: (open: boolean) => void
  /** On a phone: the button that shows what is folded. */
  fold: ReactNode
}) {
  const { state, change } = list
  const filterCount = state.filters.length + state.anyOf.length
  return (
    <search className="list-toolbar">
      <QuickSearch q={state.q} slash={list.slash} onSearch={q => change({ q }, { replace: true })} />
      {list.resource.kind === 'master' && (
        <Select
          aria-label="Active or inactive"
          value={state.active}
          options={statesOf(list.resource)}
          popupMatchSelectWidth={false}
          onChange={active => change({ active })}
        />
      )}
      {(list.resource.dated || list.resource.keptDaily) && (
        <Suspense fallback={null}>
          <AsOn
            offersCurrent={list.resource.dated}
            on={state.on === ANY_DAY ? undefined : state.on}
            onChange={on => change({ on: on ?? (list.resource.currentOnly ? ANY_DAY : undefined) })}
          />
        </Suspense>
      )}
      <Button className="list-filter" aria-expanded={list.filtering} onClick={() => list.onFiltering(!list.filtering)}>
        <Icon name="filter" /> Filters{filterCount > 0 && ` (${filterCount})`}
      </Button>
      {list.fold}
    </search>
  )
}

/** Searches while typing, after a pause; «/» focuses it from anywhere on the page, unless single keys are off. */
function QuickSearch({ q, slash, onSearch }: { q: string; slash: boolean; onSearch: (q: string) => void }) {
  const [text, type] = useSearchText(q, onSearch)
  const narrow = useNarrow()
  return (
    <Input
      className="list-search"
      allowClear
      prefix={<Icon name="search" />}
      placeholder={slash && !narrow ? 'Search (press /)' : 'Search'}
      aria-label="Search"
      aria-keyshortcuts={slash ? '/' : undefined}
      value={text}
      onChange={event => type(event.target.value)}
    />
  )
}
