import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { folded, noScreens } from '../../../resources/platform/saved-screens.ts'
import { usePerson } from '../../account/person.ts'
import { changeGridSettings, gridSettingsQuery, saveBranch, saveFavourite, saveVisit } from '../grid-settings.ts'

/**
 * The person's favourite screens and those they opened, as the server keeps them, and the ways to change them: `visit`
 * one, `mark` it or unmark it, `fold` a branch of the menu. Whoever views the portal as somebody else leaves no trace.
 */
export function useSavedScreens() {
  const client = useQueryClient()
  const { viewing } = usePerson()
  const { data } = useQuery(gridSettingsQuery)
  const { favourites, used, branches } = data?.screens ?? noScreens
  const isLoaded = data !== undefined
  const visit = useCallback(
    (path: string, title: string | null = null) => {
      const latest = client.getQueryData(gridSettingsQuery.queryKey)?.screens?.used[0]
      if (isLoaded && !viewing && latest?.path !== path) saveVisit(client, path, title)
    },
    [client, isLoaded, viewing],
  )
  const mark = (path: string) => void saveFavourite(client, path, !favourites.includes(path))
  const fold = (branch: string, isOpen: boolean) => {
    if (viewing) changeGridSettings(client, ({ screens }) => ({ screens: folded(screens, branch, isOpen) }))
    else saveBranch(client, branch, isOpen)
  }
  return { favourites, used, branches, visit, mark, fold }
}
