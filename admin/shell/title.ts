import { useEffect, useLayoutEffect } from 'react'

const PRODUCT = 'Bilty'

const setTitle = (title: string) => {
  document.title = title || PRODUCT
}

/** The title a screen has by its place; set before any page inside it speaks, so that the page has the last word. */
export function useScreenTitle(title: string | undefined) {
  useLayoutEffect(() => setTitle(title ?? ''), [title])
}

/** A page that knows better than its row in `pages.tsx`: «SO-1042 · Order». Empty leaves the tab as it is. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) setTitle(title)
  }, [title])
}
