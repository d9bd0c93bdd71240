import { expect, type Page, test } from '@playwright/test'
import { pages, redirects } from '../../admin/pages.tsx'
import { reports, resourceAt } from '../../resources/registry.ts'
import { roleCodes } from '../../resources/roles.ts'
import { pageOf } from '../support/journey.ts'
import { opensTo, screens } from '../support/screens.ts'

const isThere = (path: string) =>
  path === '/masters' ||
  resourceAt(path.slice(1))?.kind === 'master' ||
  reports.some(report => `/${report.path}` === path) ||
  pages.some(page => page.path === path) ||
  redirects.some(({ from }) => from === path)

/** A sign-in is not a screen of somebody who is signed in. */
const opened = screens.filter(([path]) => path !== '/login' && isThere(path))

/** Where one stands after following a link of the portal, once the screen is there. */
const follow = (page: Page, path: string) =>
  page.evaluate(async to => {
    document.querySelector('h1')?.setAttribute('data-left', 'yes')
    window.history.pushState({}, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    const until = Date.now() + 8000
    const arrived = () => document.querySelector('h1:not([data-left])')
    while (!arrived() && Date.now() < until) await new Promise(next => setTimeout(next, 15))
    return { path: location.pathname, heading: arrived()?.textContent ?? '', tab: document.title }
  }, path)

for (const role of roleCodes) {
  test(`${role} opens the screens that the matrix opens to him, and is told so of the others`, async ({ browser }) => {
    test.setTimeout(120_000)
    const page = await pageOf(browser, role.toLowerCase())
    const errors: string[] = []
    let at = ''
    page.on('console', message => message.type() === 'error' && errors.push(`${at}: ${message.text()}`))
    page.on('pageerror', error => errors.push(`${at}: ${error.message}`))
    const wrong: string[] = []
    for (const [path, title] of opened) {
      at = path
      const seen = await follow(page, path)
      const opens = opensTo(path, role)
      if (opens === undefined) wrong.push(`${path} stands in no row of the matrix`)
      else if (opens && (seen.path === '/noaccess' || seen.heading === '') && path !== '/noaccess')
        wrong.push(`${path} is refused: ${seen.path} «${seen.heading}»`)
      else if (!opens && (seen.path !== '/noaccess' || seen.heading !== 'No access'))
        wrong.push(`${path} opens: ${seen.path} «${seen.heading}»`)
      else if (opens && title && !redirects.some(({ from }) => from === path) && !seen.tab.startsWith(title))
        wrong.push(`${path} is called «${seen.tab}», not «${title}»`)
    }
    expect(wrong).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  })
}

test('every screen of the list that is there is looked at, and no fewer than seventy are', () => {
  expect(opened.length).toBeGreaterThanOrEqual(70)
})
