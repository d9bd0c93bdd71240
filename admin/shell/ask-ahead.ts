/** Asks for the code of a screen once the pointer or the focus is on a link to it, so that opening it rarely waits. */
export function askAheadOfLinks(ask: (pathname: string) => void): void {
  const askedPaths = new Set<string>()
  function onLink({ target }: Event) {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin || askedPaths.has(link.pathname)) return
    askedPaths.add(link.pathname)
    if (!isFile(link)) ask(link.pathname)
  }
  document.addEventListener('pointerover', onLink)
  document.addEventListener('focusin', onLink)
}

const isFile = (link: HTMLAnchorElement) => link.hasAttribute('download') || link.pathname.startsWith('/api/')
