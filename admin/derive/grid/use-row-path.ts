import { useCallback } from 'react'
import { useLocation } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { pathOf, rowPathOf } from '../../shell/screens.ts'

/**
 * Gives the address of a row from its list: search, filters, sort and page go along, so that the next row can be found
 * from there. A row of a report opens beside its list.
 */
export function useRowPath(resource: Resource) {
  const { pathname, search } = useLocation()
  const listQuery = pathname === pathOf.list(resource) ? search : ''
  return useCallback(
    (view: 'show' | 'edit', id: number) =>
      resource.kind === 'report'
        ? besideList(pathname, search, id)
        : ((view === 'show' && rowPathOf(resource, id)) || pathOf[view](resource, id)) + listQuery,
    [resource, listQuery, pathname, search],
  )
}

/** The query parameter that opens a row beside its list. */
export const ROW_PARAMETER = 'row'

function besideList(pathname: string, search: string, id: number) {
  const query = new URLSearchParams(search)
  query.set(ROW_PARAMETER, String(id))
  return `${pathname}?${query}`
}
