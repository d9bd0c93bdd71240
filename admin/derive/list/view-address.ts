import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/commands/views.ts'
import { type ListState, readState, writeState } from './list-state.ts'

/** What an address shows: the state of the list, and its view, as saved or changed since. */
export interface ListAddress {
  state: ListState
  view: SavedView | undefined
  /** Whether the address names a view that this person does not have. */
  missing: boolean
}

/** The view a list opens with: the person's own default beats that of their roles, which beats everyone's. */
export function defaultView(views: readonly SavedView[], roles: readonly string[]): SavedView | undefined {
  const first = views.filter(({ isDefault }) => isDefault)
  return (
    first.find(({ scope }) => scope === 'ME') ??
    first.find(({ scope, role }) => scope === 'ROLE' && roles.includes(role ?? '')) ??
    first.find(({ scope }) => scope === 'ALL')
  )
}

const NONE = '0'

/**
 * `?view=7` is the view as saved, `?view=7&changed=1&…` a changed version of it, `?view=0` none. An address without
 * parameters opens the default view; one with parameters but no view describes the whole state.
 */
export function readAddress(
  resource: Resource,
  query: URLSearchParams,
  views: readonly SavedView[],
  opens: SavedView | undefined,
): ListAddress {
  const viewParam = query.get('view')
  const view = query.size === 0 ? opens : views.find(({ id }) => String(id) === viewParam)
  const missing = view === undefined && viewParam !== null && viewParam !== NONE
  if (!view || query.has('changed')) return { state: readState(resource, query), view, missing }
  const { page } = readState(resource, query)
  return { state: { ...savedState(resource, view), page }, view, missing }
}

/** The shortest address for the state and view; `readAddress` is its inverse. */
export function writeAddress(
  resource: Resource,
  { state, view }: Pick<ListAddress, 'state' | 'view'>,
  opens: SavedView | undefined,
): URLSearchParams {
  const params = writeState(state)
  if (!view) return params.size === 0 && opens ? new URLSearchParams({ view: NONE }) : params
  const query = new URLSearchParams({ view: String(view.id) })
  if (isAsSaved(resource, view, state)) {
    if (state.page !== 1) query.set('page', String(state.page))
    return query
  }
  query.set('changed', '1')
  for (const [key, value] of params) query.append(key, value)
  return query
}

export const savedState = (resource: Resource, view: SavedView): ListState =>
  readState(resource, new URLSearchParams(view.state.query))

/** Whether the list shows the view as saved, on whatever page. */
export const isAsSaved = (resource: Resource, view: SavedView, state: ListState) =>
  savedQueryOf(state) === savedQueryOf(savedState(resource, view))

/** The state of a list as a view stores it: without the page. */
export const savedQueryOf = (state: ListState) => writeState({ ...state, page: 1 }).toString()
