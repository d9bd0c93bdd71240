import { useCallback } from 'react'
import { useLocation } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { pathOf } from './screens.ts'

/** The way to a row from its list: the search, filters, sort and page go along, so that the next row can be found from there. */
export function useRowPath(resource: Resource) {
  const { pathname, search } = useLocation()
  const kept = pathname === pathOf.list(resource) ? search : ''
  return useCallback((view: 'show' | 'edit', id: number) => pathOf[view](resource, id) + kept, [resource, kept])
}
