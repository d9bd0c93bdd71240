import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { noScreens } from '../../../resources/platform/saved-screens.ts'
import { usePerson } from '../../account/person.ts'
import { gridSettingsQuery, saveFavourite, saveVisit } from '../grid-settings.ts'

/**
 * The screens that the person pinned and what they opened, as the server keeps them, and the ways to change them:
 * `visit` one, `mark` it or unmark it. Whoever views the portal as somebody else leaves no trace.
 */
export function useSavedScreens() {
  const client = useQueryClient()
  const { viewing } = usePerson()
  const { data } = useQuery(gridSettingsQuery)
  const { favourites, used } = data?.screens ?? noScreens
  const isLoaded = data !== undefined
  const visit = useCallback(
    (path: string, title: string | null = null) => {
      const latest = client.getQueryData(gridSettingsQuery.queryKey)?.screens?.used[0]
      const isKnown = latest?.path === path && (title === null || latest.title === title)
      if (isLoaded && !viewing && !isKnown) saveVisit(client, path, title)
    },
    [client, isLoaded, viewing],
  )
  const mark = (path: string) => void saveFavourite(client, path, !favourites.includes(path))
  return { favourites, used, visit, mark }
}
