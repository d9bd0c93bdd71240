import { useEffect, useLayoutEffect } from 'react'

const PRODUCT = 'Bilty'

const setTitle = (title: string) => {
  document.title = title || PRODUCT
}

const listeners = new Set<(title: string) => void>()

/** Tells of the titles that pages give themselves, which are the names of records; returns how to stop that. */
export function onTitle(listener: (title: string) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Sets the title of a screen by its address; runs before any page inside it sets its own, so that the page's title
 * wins.
 */
export function useScreenTitle(title: string | undefined) {
  useLayoutEffect(() => setTitle(title ?? ''), [title])
}

/** Sets a more specific title than the one in its room’s `pages.ts`: «SO-1042 · Order». Empty leaves the title as it is. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (!title) return
    setTitle(title)
    for (const listener of listeners) listener(title)
  }, [title])
}
