import { useLayoutEffect } from 'react'

/** What the page that was left last links to, in its order. */
export const left: { links?: NodeListOf<HTMLAnchorElement> } = {}

function leave() {
  left.links = document.querySelectorAll('main a[href]')
}

/** Keeps what a page links to once it is left: the pages of its records lead from one to the next. */
export const useLinksLeft = () => useLayoutEffect(() => leave, [])
