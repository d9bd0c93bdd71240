import { useQuery } from '@tanstack/react-query'
import { gridOf } from '../../../resources/define/process/worklist.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import { partOf } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import { type ListState, listRequest, readState } from './list-state.ts'
import { savedQueryOf, savedState } from './view-address.ts'

/** The other views are in the menu of views. */
const MOST = 5
const CAP = 10_000

/** The saved views of a list above it, each with its number of rows; first the list without a view. */
export default function ViewTabs({
  resource,
  views,
  view,
  onChoose,
}: {
  resource: Resource
  views: readonly SavedView[]
  view: SavedView | undefined
  onChoose: (view: SavedView | undefined) => void
}) {
  const shown = views.slice(0, MOST)
  return (
    <nav aria-label="Views of this list" className="view-tabs">
      <Tab
        resource={resource}
        name="All"
        state={standard(resource)}
        isShown={!view}
        onChoose={() => onChoose(undefined)}
      />
      {shown.map(one => (
        <Tab
          key={one.id}
          resource={resource}
          name={one.name}
          state={savedState(resource, one)}
          isShown={view?.id === one.id}
          onChoose={() => onChoose(one)}
        />
      ))}
    </nav>
  )
}

const standard = (resource: Resource) => readState(resource, new URLSearchParams())

function Tab(tab: { resource: Resource; name: string; state: ListState; isShown: boolean; onChoose: () => void }) {
  const { resource, state } = tab
  const { data } = useQuery({
    queryKey: ['data', 'default', resource.path, 'list', { count: gridOf(resource), of: savedQueryOf(state) }],
    queryFn: async ({ signal }) => {
      const { filters, query } = listRequest(resource, state)
      const params = { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query, ...partOf({ most: 0 }) }
      return (await api.get<{ total: number }>(`/${resource.path}`, { params, signal })).data.total
    },
  })
  return (
    <button type="button" aria-current={tab.isShown} onClick={tab.onChoose}>
      {tab.name}
      {data !== undefined && <span className="quiet">{data > CAP ? '10,000+' : showNumber(data)}</span>}
    </button>
  )
}
