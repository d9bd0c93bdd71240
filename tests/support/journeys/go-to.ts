import type { Page } from '@playwright/test'

/**
 * Opens a screen as a link does, where the person is on another one, and loads the portal only where they are not: a load
 * takes ten times as long. A test that is about a load says `page.goto`.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const isThere = page.url().startsWith('http') && (await page.evaluate(follow, address))
  if (!isThere) await page.goto(address)
}

/** Runs in the browser: whether the screen came without a load. */
async function follow(address: string): Promise<boolean> {
  const to = new URL(address, location.href)
  const isSignedIn = document.querySelector('.header') !== null
  // The same screen with another filter has the heading that it had.
  if (!isSignedIn || to.origin !== location.origin || to.pathname === location.pathname) return false
  document.querySelector('h1')?.setAttribute('data-left', 'yes')
  const arrived = () => document.querySelector('h1:not([data-left])') !== null
  history.pushState({}, '', to.pathname + to.search + to.hash)
  dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  if (arrived()) return true
  return new Promise(resolve => {
    const end = (isThere: boolean) => {
      watch.disconnect()
      clearTimeout(tooLate)
      resolve(isThere)
    }
    const watch = new MutationObserver(() => arrived() && end(true))
    // A form with changes asks first, and a page that stays for another row keeps its heading.
    const tooLate = setTimeout(end, 10_000, false)
    watch.observe(document, { childList: true, subtree: true })
  })
}
