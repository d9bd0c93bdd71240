import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { graveNewColours, graveViolations } from '../support/axe.ts'
import type { Look } from '../support/journeys/looks.ts'
import { LOOKS } from '../support/journeys/results.ts'

const SITE = 'http://look.example'
const ADMIN = join('dist', 'admin')

const looks = existsSync(LOOKS) ? readdirSync(LOOKS) : []
const read = (file: string) => JSON.parse(readFileSync(join(LOOKS, file), 'utf8')) as Look

/** One page for all looks of a worker, which reads axe once and shows each look as its document. */
let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await page.route('**/*', route => {
    const { pathname } = new URL(route.request().url())
    const file = join(ADMIN, pathname)
    if (pathname === '/') return route.fulfill({ body: '<!doctype html>', contentType: 'text/html; charset=utf-8' })
    return pathname.startsWith('/assets/') && existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(SITE)
})
test.afterAll(() => page.close())

test('journeys wrote down what they saw', () => {
  expect(looks.length, 'Run the journeys first.').toBeGreaterThan(0)
})

for (const file of looks) {
  const { name, by } = read(file)
  test(`${name}: as seen in “${by}”`, async () => {
    const { html, width, height, theme } = read(file)
    await page.setViewportSize({ width, height })
    await page.evaluate(show, html)
    // In the dark only colours differ.
    const others = theme === 'dark' ? [] : await graveViolations(page, 'all but colours')
    expect([...others, ...(await graveNewColours(page))]).toEqual([])
  })
}

/**
 * Runs in the browser: shows a document with its styles, in which nothing moves. The further rows of a table are drawn as
 * its first ones, but the one with its place of Tab.
 */
async function show(html: string): Promise<void> {
  const { documentElement } = new DOMParser().parseFromString(html, 'text/html')
  for (const row of documentElement.querySelectorAll('tbody > tr:nth-child(n + 9):not(:has([tabindex="0"]))'))
    row.remove()
  const { sheets = new Map<string, Promise<string>>() } = window as { sheets?: Map<string, Promise<string>> }
  Object.assign(window, { sheets })
  // All looks have the same files of styles: each is loaded once.
  for (const link of documentElement.querySelectorAll('link[rel=stylesheet]')) {
    const href = link.getAttribute('href')!
    // The page of a simulated gateway has styles that are not ours.
    const text =
      sheets.get(href) ??
      fetch(href).then(
        answer => answer.text(),
        () => '',
      )
    sheets.set(href, text)
    link.replaceWith(Object.assign(document.createElement('style'), { textContent: await text }))
  }
  document.replaceChild(document.adoptNode(documentElement), document.documentElement)
  scrollTo(0, 0)
  for (const animation of document.getAnimations())
    if (animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish()
}
