import type { Browser, Page } from '@playwright/test'
import { pages, redirects } from '../../admin/pages.ts'
import { reports, resourceAt } from '../../resources/registry.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { expect, goTo, openPageAs, signIn, test } from '../support/journey.ts'
import { opensTo, screens } from '../support/screens.ts'

const isThere = (path: string) =>
  path === '/masters' ||
  resourceAt(path.slice(1))?.kind === 'master' ||
  reports.some(report => `/${report.path}` === path) ||
  pages.some(page => page.path === path) ||
  redirects.some(({ from }) => from === path)

/** Screens that are only for people who are not signed in. */
const opened = screens.filter(([path]) => path !== '/login' && isThere(path))

/** Requests that the shell makes on every screen: own grid layouts, the bell, the people who could grant a refused right, menu counts. */
const ofTheShell = (role: Role) => [
  '/api/layouts',
  '/api/who-grants',
  '/api/my-notifications',
  ...pages.flatMap(({ path, count }) => {
    if (!count || opensTo(path, role) === false) return []
    return 'queue' in count ? '/api/approval-counts' : `/api/${count.resource}`
  }),
]

/** One browser in which they sign in one after the other. */
let desk: { page: Page; errors: string[]; asked: string[]; waiting: number; at: string } | undefined

async function deskOf(browser: Browser) {
  if (desk) return desk
  const page = await openPageAs(browser)
  const made = { page, errors: [] as string[], asked: [] as string[], waiting: 0, at: '' }
  page.on('console', message => message.type() === 'error' && made.errors.push(`${made.at}: ${message.text()}`))
  page.on('pageerror', error => made.errors.push(`${made.at}: ${error.message}`))
  page.on('request', request => {
    made.waiting++
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) made.asked.push(pathname)
  })
  page.on('requestfinished', () => made.waiting--)
  page.on('requestfailed', () => made.waiting--)
  await goTo(page, '/login')
  desk = made
  return made
}

/** The path and the title after following a link, once the screen is loaded, or after 25 seconds. */
const follow = (page: Page, path: string, title = '') =>
  page.evaluate(
    async ([to, named]) => {
      document.querySelector('h1')?.setAttribute('data-left', 'yes')
      const arrived = () => document.querySelector('h1:not([data-left])')
      await new Promise<void>(there => {
        const watch = new MutationObserver(() => arrived() && document.title.startsWith(named!) && end())
        const end = () => {
          watch.disconnect()
          there()
        }
        watch.observe(document, { childList: true, subtree: true, characterData: true })
        setTimeout(end, 25_000)
        window.history.pushState({}, '', to)
        window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
      })
      return { path: location.pathname, heading: arrived()?.textContent ?? '', tab: document.title }
    },
    [path, title],
  )

/** The error of a screen for a role; null when it is as the matrix says. */
async function wrongAt(page: Page, role: Role, [path, named]: (typeof opened)[number]): Promise<string | null> {
  const opens = opensTo(path, role)
  const title = opens && !redirects.some(({ from }) => from === path) ? named : ''
  const seen = await follow(page, path, title)
  const stands = `${seen.path} «${seen.heading}»`
  if (opens === undefined) return `${path} stands in no row of the matrix`
  if (!opens) return seen.path === '/noaccess' && seen.heading === 'No access' ? null : `${path} opens: ${stands}`
  if ((seen.path === '/noaccess' || seen.heading === '') && path !== '/noaccess') return `${path} is refused: ${stands}`
  return seen.tab.startsWith(title) ? null : `${path} is called «${seen.tab}», not «${title}»`
}

test.afterAll(() => desk?.page.context().close())

for (const role of roleCodes) {
  test(`${role} opens the screens that the matrix allows, and gets a refusal on the others, which load nothing`, async ({
    browser,
  }) => {
    const seat = await deskOf(browser)
    const { page, errors, asked } = seat
    await signIn(page, role.toLowerCase())
    await follow(page, '/noaccess')
    await expect.poll(() => seat.waiting).toBe(0)
    asked.length = 0
    const wrong: (string | null)[] = []
    for (const screen of opened.filter(([path]) => opensTo(path, role) === false)) {
      seat.at = screen[0]
      wrong.push(await wrongAt(page, role, screen))
    }
    await expect.poll(() => seat.waiting).toBe(0)
    expect(asked.filter(path => !ofTheShell(role).includes(path))).toEqual([])
    for (const screen of opened.filter(([path]) => opensTo(path, role) !== false)) {
      seat.at = screen[0]
      wrong.push(await wrongAt(page, role, screen))
    }
    expect(wrong.filter(Boolean)).toEqual([])
    expect(errors).toEqual([])
    await page.getByRole('link', { name: 'Sign out' }).first().click()
  })
}

test('every existing screen of the list is checked, at least seventy', () => {
  expect(opened.length).toBeGreaterThanOrEqual(70)
})
