import type { Resource } from '../../../resources/define/resource.ts'
import type { SavedView } from '../../../resources/platform/grid-view.ts'
import { type ListState, readState, writeState } from './list-state.ts'

/** What an address shows: the state of the list, and the view it belongs to, as saved or changed since. */
export interface Addressed {
  state: ListState
  view: SavedView | undefined
  /** The address names a view that is not there for this person. */
  missing: boolean
}

/** The view a list opens with: the person's own choice beats that of a role of his, that beats everyone's. */
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
 * `?view=7` is the view as saved, `?view=7&changed=1&…` what somebody made of it, `?view=0` none. An address without a
 * word is the view that opens first, one with words but without a view says all itself.
 */
export function readAddress(
  resource: Resource,
  query: URLSearchParams,
  views: readonly SavedView[],
  opens: SavedView | undefined,
): Addressed {
  const asked = query.get('view')
  const view = query.size === 0 ? opens : views.find(({ id }) => String(id) === asked)
  const missing = view === undefined && asked !== null && asked !== NONE
  if (!view || query.has('changed')) return { state: readState(resource, query), view, missing }
  const { page } = readState(resource, query)
  return { state: { ...savedState(resource, view), page }, view, missing }
}

/** The shortest address that says it all; on the way back `readAddress` reads the same. */
export function writeAddress(
  resource: Resource,
  { state, view }: Pick<Addressed, 'state' | 'view'>,
  opens: SavedView | undefined,
): URLSearchParams {
  const said = writeState(state)
  if (!view) return said.size === 0 && opens ? new URLSearchParams({ view: NONE }) : said
  const query = new URLSearchParams({ view: String(view.id) })
  if (isAsSaved(resource, view, state)) {
    if (state.page !== 1) query.set('page', String(state.page))
    return query
  }
  query.set('changed', '1')
  for (const [key, value] of said) query.append(key, value)
  return query
}

export const savedState = (resource: Resource, view: SavedView): ListState =>
  readState(resource, new URLSearchParams(view.state.query))

/** Whether the list shows what the view says, on whatever page. */
export const isAsSaved = (resource: Resource, view: SavedView, state: ListState) =>
  queryOf(state) === queryOf(savedState(resource, view))

/** The state of a list as a view keeps it: without the page. */
export const queryOf = (state: ListState) => writeState({ ...state, page: 1 }).toString()
