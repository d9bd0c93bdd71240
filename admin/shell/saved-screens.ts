import { useCallback, useSyncExternalStore } from 'react'
import { usePerson } from '../account/person.ts'

/** The screens a person marked, and those he opened last, newest first; by their paths, kept by the browser. */
interface KeptScreens {
  favourites: readonly string[]
  recents: readonly string[]
}

const MOST_RECENT = 6
const NONE: KeptScreens = { favourites: [], recents: [] }

const listeners = new Set<() => void>()
// One text is read once, so that React sees the same screens until they change.
let known = { text: '', screens: NONE }

/** What is kept, and the two ways to change it: `visit` a screen, `mark` it or take the mark off. */
export function useKeptScreens() {
  const key = `bilty.screens.${usePerson().user.id}`
  const screens = useSyncExternalStore(listen, () => read(key))
  const visit = useCallback(
    (path: string) => {
      const { recents, favourites } = read(key)
      if (recents[0] !== path)
        write(key, { favourites, recents: [path, ...without(recents, path)].slice(0, MOST_RECENT) })
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

function read(key: string): KeptScreens {
  try {
    const text = localStorage.getItem(key) ?? ''
    if (text !== known.text) known = { text, screens: parsed(text) }
    return known.screens
  } catch {
    return NONE // a browser that keeps nothing
  }
}

function parsed(text: string): KeptScreens {
  try {
    const { favourites, recents } = JSON.parse(text)
    return { favourites: paths(favourites), recents: paths(recents) }
  } catch {
    return NONE // nothing yet, or something else under this name
  }
}

const paths = (given: unknown) => (Array.isArray(given) ? given.filter(path => typeof path === 'string') : [])

function write(key: string, screens: KeptScreens) {
  try {
    localStorage.setItem(key, JSON.stringify(screens))
  } catch {
    // private windows may refuse; then nothing is remembered
  }
  for (const listener of listeners) listener()
}
