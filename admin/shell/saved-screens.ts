import { useCallback, useSyncExternalStore } from 'react'
import { usePerson } from '../account/person.ts'

/** The person's favourite screens and those opened last, newest first; by path, stored by the browser. */
interface SavedScreens {
  favourites: readonly string[]
  recents: readonly string[]
}

const MAX_RECENT = 6
const NONE: SavedScreens = { favourites: [], recents: [] }

const listeners = new Set<() => void>()
// The text is parsed once, so that React gets the same object until it changes.
let known = { text: '', screens: NONE }

/** The stored screens, and the two ways to change them: `visit` a screen, `mark` it or unmark it. */
export function useSavedScreens() {
  const key = `bilty.screens.${usePerson().user.id}`
  const screens = useSyncExternalStore(listen, () => read(key))
  const visit = useCallback(
    (path: string) => {
      const { recents, favourites } = read(key)
      if (recents[0] !== path)
        write(key, { favourites, recents: [path, ...without(recents, path)].slice(0, MAX_RECENT) })
    },
    [key],
  )
  const mark = (path: string) => {
    const { recents, favourites } = read(key)
    const marked = favourites.includes(path)
    write(key, { recents, favourites: marked ? without(favourites, path) : [...favourites, path] })
  }
  return { ...screens, visit, mark }
}

const without = (paths: readonly string[], path: string) => paths.filter(other => other !== path)

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function read(key: string): SavedScreens {
  try {
    const text = localStorage.getItem(key) ?? ''
    if (text !== known.text) known = { text, screens: parsed(text) }
    return known.screens
  } catch {
    return NONE // the browser has no storage
  }
}

function parsed(text: string): SavedScreens {
  try {
    const { favourites, recents } = JSON.parse(text)
    return { favourites: paths(favourites), recents: paths(recents) }
  } catch {
    return NONE // nothing stored yet, or something else under this key
  }
}

const paths = (value: unknown) => (Array.isArray(value) ? value.filter(path => typeof path === 'string') : [])

function write(key: string, screens: SavedScreens) {
  try {
    localStorage.setItem(key, JSON.stringify(screens))
  } catch {
    // private windows may refuse; then nothing is remembered
  }
  for (const listener of listeners) listener()
}
