import type { Browser, Page } from '@playwright/test'
import { pages, redirects } from '../../admin/pages.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { expect, noteLook, openPageAs, signIn, test } from '../support/journey.ts'
import { expected, rowOfPath } from '../support/matrix.ts'
import { isProof } from '../support/proof.ts'
import { existingScreens, opensTo } from '../support/screens.ts'

/** Who opens the screens: those who may do most on them, so that buttons and forms are seen, and last who only reads. */
const people: readonly Role[] = ['MASTER_ADMIN', 'SALES_MANAGER', 'CUSTOMER', 'DISPATCH', 'QA', 'AUDITOR']

/** How many refusals each of them is shown. */
const REFUSALS = 6

type Screen = (typeof existingScreens)[number]

const opened = (role: Role) => existingScreens.filter(([path]) => opensTo(path, role) !== false)
const refused = (role: Role) => existingScreens.filter(([path]) => opensTo(path, role) === false)

const lettersOn = (path: string, role: Role) =>
  rowOfPath(path.slice(1)) ? expected(path.slice(1), role).letters.length : 0

/** Who opens a screen: of those to whom it opens, the first with most letters. */
function openerOf([path]: Screen): Role {
  const who = people.filter(role => opensTo(path, role) !== false)
  const [first] = who.toSorted((one, other) => lettersOn(path, other) - lettersOn(path, one))
  if (!first) throw new Error(`Nobody of ${people.join(', ')} opens ${path}`)
  return first
}

const shares = Map.groupBy(existingScreens, openerOf)

/** Some refusals of each person, other ones than those of the person before. */
const someRefusals = (role: Role) => {
  const all = refused(role)
  const step = Math.floor(all.length / REFUSALS)
  return all.filter((_, no) => (no + people.indexOf(role)) % step === 0).slice(0, REFUSALS)
}

/** Requests that the shell makes on every screen: own grid layouts, the bell, the people who could grant a refused right, what waits. */
const ofTheShell = (role: Role) => [
  '/api/layouts',
  '/api/who-grants',
  '/api/my-notifications',
  '/api/home',
  ...pages.flatMap(({ path, count }) => {
    if (!count || opensTo(path, role) === false) return []
    return 'queue' in count ? '/api/approval-counts' : `/api/${count.resource}`
  }),
]

/** One browser in which they sign in one after the other. */
interface Seat {
  page: Page
  errors: string[]
  asked: string[]
  /** How many requests are not answered yet. */
  waiting: number
  at: string
}
let desk: Seat | undefined

async function deskOf(browser: Browser) {
  if (desk) return desk
  const page = await openPageAs(browser)
  const made: Seat = { page, errors: [], asked: [], waiting: 0, at: '' }
  page.on('console', message => message.type() === 'error' && made.errors.push(`${made.at}: ${message.text()}`))
  page.on('pageerror', error => made.errors.push(`${made.at}: ${error.message}`))
  page.on('request', request => {
    made.waiting++
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) made.asked.push(pathname)
  })
  page.on('requestfinished', () => made.waiting--)
  page.on('requestfailed', () => made.waiting--)
  await page.goto('/login')
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
async function wrongAt(page: Page, role: Role, [path, named]: Screen): Promise<string | null> {
  const opens = opensTo(path, role)
  const title = opens && !redirects.some(({ from }) => from === path) ? named : ''
  const seen = await follow(page, path, title)
  const stands = `${seen.path} “${seen.heading}”`
  if (opens === undefined) return `${path} stands in no row of the matrix`
  if (!opens) return seen.path === '/noaccess' && seen.heading === 'No access' ? null : `${path} opens: ${stands}`
  if ((seen.path === '/noaccess' || seen.heading === '') && path !== '/noaccess') return `${path} is refused: ${stands}`
  return seen.tab.startsWith(title) ? null : `${path} is called “${seen.tab}”, not “${title}”`
}

/** The screens that are seen in the dark, too: those with a page of their own, and of those that share one some. */
const inTheDark = new Set(
  existingScreens.flatMap(([path], no) => (pages.some(page => page.path === path) || no % 8 === 0 ? [path] : [])),
)

/** Each screen as it stands once it is loaded, for the stage `accessibility`. */
async function lookAt(seat: Seat) {
  await settles(seat)
  await noteLook(seat.page)
  if (!inTheDark.has(seat.at)) return
  await seat.page.emulateMedia({ colorScheme: 'dark' })
  await expect(seat.page.locator('html[style*="color-scheme: dark"]')).toBeAttached()
  await noteLook(seat.page)
  await seat.page.emulateMedia({ colorScheme: 'light' })
}

const settles = (seat: Seat) => expect.poll(() => seat.waiting, { intervals: [20] }).toBe(0)

/** Opens as a role what it may not open, which loads nothing, and then what it may. */
async function goThrough(
  browser: Browser,
  role: Role,
  closed: readonly Screen[],
  open: readonly Screen[],
  looks = false,
) {
  const seat = await deskOf(browser)
  const { page, errors, asked } = seat
  await signIn(page, role.toLowerCase())
  await follow(page, '/noaccess')
  await settles(seat)
  asked.length = 0
  const wrong: (string | null)[] = []
  for (const screen of closed) {
    seat.at = screen[0]
    wrong.push(await wrongAt(page, role, screen))
  }
  await settles(seat)
  expect(asked.filter(path => !ofTheShell(role).includes(path))).toEqual([])
  for (const screen of open) {
    seat.at = screen[0]
    wrong.push(await wrongAt(page, role, screen))
    if (looks) await lookAt(seat)
  }
  expect(wrong.filter(Boolean)).toEqual([])
  expect(errors).toEqual([])
  await page.getByRole('link', { name: 'Sign out' }).first().click()
}

test.afterAll(() => desk?.page.context().close())

for (const role of people) {
  const share = shares.get(role) ?? []
  test(`${role} opens ${share.length} screens, and gets a refusal on others, which load nothing`, ({ browser }) =>
    goThrough(browser, role, someRefusals(role), share, true))
}

// The guards are asked for every role and screen by `tests/resources/who-opens-screens.test.ts`.
if (isProof)
  for (const role of roleCodes)
    test(`${role} opens every screen that the matrix allows, and gets a refusal on all others, which load nothing`, ({
      browser,
    }) => goThrough(browser, role, refused(role), opened(role)))
