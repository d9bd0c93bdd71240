import { useLayoutEffect } from 'react'

const PLACE = /\/\d+$/
const placeOf = (path: string) => path.replace(PLACE, '')
const keyOf = (path: string) => `beside ${placeOf(path)}`

/** Remembers the records that a page leads to, in its order, once it is left: their pages lead from one to the next. */
export function useRememberedRecords() {
  useLayoutEffect(() => remember, [])
}

function remember() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].filter(({ pathname }) =>
    PLACE.test(pathname),
  )
  for (const [key, ofKind] of Map.groupBy(links, ({ pathname }) => keyOf(pathname))) {
    const paths = new Map(ofKind.map(({ pathname, search }) => [pathname, pathname + search]))
    if (paths.size > 1) sessionStorage.setItem(key, JSON.stringify([...paths.values()]))
  }
}

/** The paths of the records of the page that one came from, where the one at this path is among them. */
export function recordsBeside(path: string): readonly string[] {
  const paths: string[] = JSON.parse(sessionStorage.getItem(keyOf(path)) ?? '[]')
  return paths.some(one => isAt(one, path)) ? paths : []
}

export const isAt = (one: string, path: string) => one.replace(/\?.*/, '') === path
