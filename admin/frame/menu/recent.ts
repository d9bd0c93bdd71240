import { useEffect, useRef } from 'react'
import { useSavedScreens } from '../../shell/menu/saved-screens.ts'

export interface Place {
  path: string
  title: string
}

const MOST = 5

/**
 * The records and screens that the person opened last, without those that stand above them. One that is shown keeps its
 * place when it is opened again, so that no line moves under the pointer.
 */
export function useRecent(titles: ReadonlyMap<string, string>, above: readonly string[]): Place[] {
  const { used } = useSavedScreens()
  const latest = used
    .flatMap(({ path, title }): Place[] => {
      const name = titles.get(path) ?? title
      return name === null || above.includes(path) ? [] : [{ path, title: name }]
    })
    .slice(0, MOST)
  const before = useRef<readonly string[]>([])
  const placeOf = ({ path }: Place) => before.current.indexOf(path)
  // A new one has the place −1, before all that stay.
  const shown = latest.toSorted((one, other) => placeOf(one) - placeOf(other))
  useEffect(() => {
    before.current = shown.map(({ path }) => path)
  })
  return shown
}
