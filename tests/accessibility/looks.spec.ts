import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import type { Look } from '../support/journeys/looks.ts'
import { LOOKS } from '../support/journeys/results.ts'

const SITE = 'http://look.example'
const ADMIN = join('dist', 'admin')
const COLOURS = ['color-contrast', 'link-in-text-block']

const looks = existsSync(LOOKS) ? readdirSync(LOOKS) : []
const read = (file: string) => JSON.parse(readFileSync(join(LOOKS, file), 'utf8')) as Look

/** One page for all looks of a worker: each is a document of its own. */
let page: Page
let shown = ''
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  await page.route('**/*', route => {
    const { pathname } = new URL(route.request().url())
    const file = join(ADMIN, pathname)
    if (pathname === '/look') return route.fulfill({ body: shown, contentType: 'text/html; charset=utf-8' })
    return pathname.startsWith('/assets/') && existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
})
test.afterAll(() => page.close())

test('journeys wrote down what they saw', () => {
  expect(looks.length, 'Run the journeys first.').toBeGreaterThan(0)
})

for (const file of looks) {
  const { name, by } = read(file)
  test(`${name}: as seen in «${by}»`, async () => {
    const look = read(file)
    shown = look.html
    await page.setViewportSize({ width: look.width, height: look.height })
    await page.goto(`${SITE}/look`)
    await page.evaluate(leaveEightRows)
    expect(await graveViolations(look)).toEqual([])
  })
}

/** Runs in the browser: the further rows of a table are drawn as its first ones, but the one with its place of Tab; and nothing moves. */
function leaveEightRows(): void {
  for (const row of document.querySelectorAll('tbody > tr:nth-child(n + 9):not(:has([tabindex="0"]))')) row.remove()
  for (const animation of document.getAnimations())
    if (animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY) animation.finish()
}

/** What axe finds that is serious or critical; in the dark only colours differ. */
async function graveViolations({ theme }: Look): Promise<string[]> {
  // There are no frames to collect from, and passed rules need not be listed.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  if (theme === 'dark') axe.withRules(COLOURS)
  const { violations } = await axe.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
