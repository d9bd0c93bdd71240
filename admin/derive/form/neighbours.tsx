import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { partOf } from '../../http/asked.ts'
import { api } from '../../shell/api.ts'
import { queryFrom } from '../../shell/query.ts'
import { withList } from '../../shell/screens.ts'
import { listRequest, readState } from '../list/list-state.ts'

interface Neighbour {
  id: number
  page: number
}

/**
 * Links to the rows before and after this one in the list it was opened from, whose filters, sort and page are in the
 * address.
 */
export function Neighbours({
  resource,
  id,
  pathTo,
}: {
  resource: Resource
  id: number
  pathTo: (resource: Resource, id: number) => string
}) {
  const navigate = useNavigate()
  const [list] = useSearchParams()
  const { before, after } = useNeighbours(resource, id, list)

  function go(to: Neighbour | undefined) {
    if (!to) return
    const next = new URLSearchParams(list)
    if (to.page === 1) next.delete('page')
    else next.set('page', String(to.page))
    void navigate(withList(pathTo(resource, to.id), next))
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      go(event.key === 'ArrowUp' ? before : after)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })

  if (!before && !after) return null
  return (
    <>
      <Button size="small" disabled={!before} onClick={() => go(before)} aria-keyshortcuts="Alt+ArrowUp">
        Previous
      </Button>
      <Button size="small" disabled={!after} onClick={() => go(after)} aria-keyshortcuts="Alt+ArrowDown">
        Next
      </Button>
    </>
  )
}

/** Fetches one page of ids, with one more at either end. A row that is no longer on that page has no neighbours. */
function useNeighbours(resource: Resource, id: number, list: URLSearchParams) {
  const state = readState(resource, list)
  const first = (state.page - 1) * state.size
  const skip = Math.max(0, first - 1)
  const { filters, sorters, query } = listRequest(resource, state)
  const request = { ...queryFrom({ filters, sorters, pagination: { mode: 'off' } }), ...query }
  const params = { ...request, ...partOf({ select: ['id'], skip, most: first + state.size + 1 - skip }) }
  const { data: ids = [] } = useQuery({
    queryKey: ['neighbours', resource.path, params],
    staleTime: 30_000,
    queryFn: async () => {
      const { data } = await api.get<{ data: { id: number }[] }>(`/${resource.path}`, { params })
      return data.data.map(row => row.id)
    },
  })
  const at = ids.indexOf(id)
  const neighbour = (place: number): Neighbour | undefined => {
    const other = at < 0 ? undefined : ids[place]
    return other === undefined ? undefined : { id: other, page: Math.floor((skip + place) / state.size) + 1 }
  }
  return { before: neighbour(at - 1), after: neighbour(at + 1) }
}
