import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, SentOf } from '../../resources/define/command.ts'
import type { keepLayout, SavedLayouts, showLayouts } from '../../resources/platform/commands/views.ts'
import { marked, noScreens, visited } from '../../resources/platform/saved-screens.ts'
import type { ViewLayout } from '../../resources/platform/view-layout.ts'
import { api, isRefusal } from './api.ts'
import { showFailure } from './notices/notices.ts'

/** The person's settings of lists as the server stores them, and what is not saved yet. */
export interface GridSettings extends SavedLayouts {
  /** Unsaved layouts of views, by view id and version; until the page is reloaded. */
  drafts?: Record<string, ViewLayout>
}

const nothing: GridSettings & { failed?: boolean } = {
  layouts: {},
  shortcuts: true,
  screens: noScreens,
  views: [],
}

/** Fetched once after sign-in, so that a grid is right when it is first drawn; a grid works without it. */
export const gridSettingsQuery = queryOptions({
  queryKey: ['layouts'],
  queryFn: () =>
    api.get<AnswerOf<typeof showLayouts>>('/layouts').then(
      ({ data }): typeof nothing => data,
      () => ({ ...nothing, failed: true }),
    ),
  staleTime: query => (query.state.data?.failed ? 0 : Number.POSITIVE_INFINITY),
  gcTime: Number.POSITIVE_INFINITY,
})

export const changeGridSettings = (client: QueryClient, change: (old: GridSettings) => Partial<GridSettings>) =>
  client.setQueryData(gridSettingsQuery.queryKey, (old = nothing) => ({ ...old, ...change(old) }))

const PAUSE_MS = 700
const pending = new Map<string, { body: SentOf<typeof keepLayout>; timer: ReturnType<typeof setTimeout> }>()

/** Shows a changed layout at once and saves it after a pause: dragging costs one request, not one per pixel. */
export function saveLayout(client: QueryClient, grid: string, layout: ViewLayout) {
  changeGridSettings(client, ({ layouts }) => ({ layouts: { ...layouts, [grid]: layout } }))
  clearTimeout(pending.get(grid)?.timer)
  const timer = setTimeout(() => void send(grid), PAUSE_MS)
  pending.set(grid, { body: { grid, layout }, timer })
}

/** Saves whether single keys are shortcuts. */
export async function saveShortcuts(client: QueryClient, shortcuts: boolean) {
  changeGridSettings(client, () => ({ shortcuts }))
  await keep({ shortcuts }).catch(reportFailure)
}

/** Counts that a screen or the page of a record was opened; what is not kept is missed by nobody. */
export function saveVisit(client: QueryClient, path: string, title: string | null) {
  changeGridSettings(client, ({ screens }) => ({ screens: visited(screens, path, title, new Date().toISOString()) }))
  void keep({ visited: path, title }).catch(() => undefined)
}

/** Pins a screen to the side bar, or takes it off. */
export async function saveFavourite(client: QueryClient, path: string, isFavourite: boolean) {
  changeGridSettings(client, ({ screens }) => ({ screens: marked(screens, path, isFavourite) }))
  await keep({ favourite: path, isFavourite }).catch(error =>
    showFailure('The pin is not saved.', isRefusal(error) ? error.message : undefined),
  )
}

const keep = (body: SentOf<typeof keepLayout>, options: { keepalive?: boolean } = {}) =>
  api.post('/layouts', body, { ...options, keepsRead: true })

async function send(grid: string) {
  const { body, timer } = pending.get(grid) ?? {}
  clearTimeout(timer)
  pending.delete(grid)
  if (body) await keep(body, { keepalive: true }).catch(reportFailure)
}

const reportFailure = (error: unknown) =>
  showFailure('The layout of this list was not saved.', isRefusal(error) ? error.message : 'Something went wrong.')

// Saves a pending layout when the tab is closed or hidden.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') for (const grid of pending.keys()) void send(grid)
})
