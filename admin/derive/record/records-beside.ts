import { left } from '../../shell/came-from.ts'

const placeOf = (path: string) => path.replace(/\/\d+$/, '')

/**
 * The addresses of the records of the list that one came from, each once, where the one at this path is among them; kept
 * for the tab, so that they outlive a reload.
 */
export function recordsBeside(path: string): readonly string[] {
  const key = `beside ${placeOf(path)}`
  const ofKind = [...(left.links ?? [])].filter(
    ({ pathname }) => pathname !== placeOf(pathname) && placeOf(pathname) === placeOf(path),
  )
  const addresses = [...new Map(ofKind.map(({ pathname, search }) => [pathname, pathname + search])).values()]
  if (addresses.length > 1 && addresses.some(one => isAt(one, path)))
    sessionStorage.setItem(key, JSON.stringify(addresses))
  const kept: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
  return kept.some(one => isAt(one, path)) ? kept : []
}

export const isAt = (address: string, path: string) => address.replace(/\?.*/, '') === path
