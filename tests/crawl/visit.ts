import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { axeFindings, faultsOnScreen } from './faults.ts'

interface Visit {
  url: string
  /** The folder of the screenshots. */
  into: string
  /** Opens only paths that begin with one of these. */
  only: readonly string[]
  /** The kinds of screens that need no visit; those that are visited are added. */
  seen: Set<string>
  /** The kinds of screens on which axe looked before, as anybody; those on which it looks are added. */
  tested: Set<string>
  /** How many screens are looked at at the same time. */
  atOnce: number
}

interface Visited {
  path: string
  findings: string[]
}

/** The widths and colours in which each screen is looked at, in an order that changes one of them at a time. */
const looks = [
  { width: 1440, height: 900, scheme: 'light' },
  { width: 1440, height: 900, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'dark' },
  { width: 390, height: 844, scheme: 'light' },
] as const

/** Links of one screen to screens of other kinds that are followed: a row, its form, «New» and «Import». */
const MOST_LINKS = 12

/**
 * Opens every screen of the person, and what each links to of a kind that was not opened yet; tells of each at
 * once.
 */
export async function visitScreens(
  context: BrowserContext,
  visit: Visit,
  tell: (visited: Visited) => void,
): Promise<void> {
  const pages = await Promise.all(Array.from({ length: visit.atOnce }, () => context.newPage()))
  const entries = await menuEntries(pages[0]!, visit.url)
  const waiting = ['/', ...entries].filter(path => visit.only.some(start => path.startsWith(start)))
  let underway = 0
  async function work(page: Page) {
    const errors: string[] = []
    watchErrors(page, visit.url, errors)
    while (waiting.length > 0 || underway > 0) {
      const path = waiting.shift()
      if (path === undefined) {
        // Another page may find links.
        await pause(BEGUN)
        continue
      }
      const kind = kindOf(path)
      if (visit.seen.has(kind)) continue
      visit.seen.add(kind)
      underway++
      errors.length = 0
      const findings = await look(page, path, visit).catch((error: Error) => [
        `could not be looked at: ${error.message}`,
      ])
      tell({ path, findings: [...errors, ...findings] })
      // What a row opens is looked at, what that links to is not: the list of all screens leads there.
      const links = entries.includes(path) ? await linksIn(page, visit.url).catch(() => []) : []
      waiting.unshift(...links.filter(to => !entries.includes(to)))
      underway--
    }
  }
  await Promise.all(pages.map(work))
}

async function look(page: Page, path: string, { url, into, tested }: Visit): Promise<string[]> {
  // The parts of a screen are the same for all who open it.
  const isNew = !tested.has(kindOf(path))
  tested.add(kindOf(path))
  const findings: string[] = []
  await page.setViewportSize(looks[0])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(url + path)
  for (const { width, height, scheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await settle(page)
    await page.screenshot({ path: join(into, `${fileOf(path)}.${width}.${scheme}.png`) })
    const isWide = width === looks[0].width
    // Modes differ in their colours, and widths in all else: axe looks at each once.
    const found = [
      ...(scheme === 'light' ? await faultsOnScreen(page) : []),
      ...(isNew && isWide ? await axeFindings(page, 'colours') : []),
      ...(isNew && scheme === 'light' ? await axeFindings(page, 'all but colours') : []),
    ]
    findings.push(...found.map(finding => `${width} ${scheme}: ${finding}`))
  }
  return findings
}

/** Milliseconds after which what a screen asks for, or changes its colours by, has begun. */
const BEGUN = 300

/** Waits until a screen has its data: nothing is asked, loading or fading. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await pause(BEGUN)
  await page.waitForFunction(
    () =>
      !document.querySelector('.loading, .skeleton, .ant-btn-loading, .ant-spin-spinning, main [aria-busy="true"]') &&
      document.getAnimations().every(({ playState, effect }) => {
        const isEndless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
        return playState !== 'running' || isEndless
      }),
    undefined,
    { timeout: 30_000 },
  )
}

/** The paths of the side bar, and of every screen that its foot lists. */
async function menuEntries(page: Page, url: string): Promise<string[]> {
  await page.goto(url)
  const menu = page.locator('.sider nav')
  await menu.waitFor()
  await settle(page)
  const nouns = await menu.locator('a[href^="/"]').evaluateAll(links => links.map(link => link.getAttribute('href')!))
  await menu.getByRole('button', { name: /^All \d+ screens/ }).click()
  const lines = page.getByRole('option')
  await lines.first().waitFor()
  const screens = await lines.evaluateAll(options => options.map(option => option.getAttribute('data-path')!))
  await page.keyboard.press('Escape')
  return unique([...nouns, ...screens])
}

/** The links in the middle of the screen to kinds of screens, one of each. */
async function linksIn(page: Page, url: string): Promise<string[]> {
  await page.setViewportSize(looks[0])
  await settle(page)
  const found = await page
    .locator('main a[href^="/"]:visible')
    .evaluateAll(links => links.map(link => link.getAttribute('href')!))
  const here = kindOf(page.url().slice(url.length))
  const kinds = new Map(
    found
      .filter(to => !/^\/(api|sign-out)/.test(to) && kindOf(to) !== here)
      .map(to => [kindOf(to), to] as const)
      .toReversed(),
  )
  return [...kinds.values()].toReversed().slice(0, MOST_LINKS)
}

/** A path without what tells one row or one search from another. */
const kindOf = (path: string) => path.split('?')[0]!.replaceAll(/\/\d+(?=\/|$)/g, '/N')

const fileOf = (path: string) => kindOf(path).slice(1).replaceAll('/', '.') || 'home'

const unique = (paths: string[]) => [...new Set(paths.map(path => path.split('?')[0]!))]

function watchErrors(page: Page, url: string, errors: string[]) {
  page.on('pageerror', error => errors.push(`error: ${error.message}`))
  page.on('console', message => {
    // A failed request is told with its address below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(`console: ${message.text()}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400)
      errors.push(`${answer.status()} from ${answer.request().method()} ${answer.url().slice(url.length)}`)
  })
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') errors.push(`${why} from ${request.url().slice(url.length)}`)
  })
}
