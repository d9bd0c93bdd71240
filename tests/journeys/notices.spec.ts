import type { Page } from '@playwright/test'
import { ruleGap } from '../../resources/orders/rule-gap.ts'
import { expect, goTo, noteLook, openPageAs, test } from '../support/journey.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

/** A reason that takes several lines. */
const LONG = 'A check is already running, which another person began a moment ago: try again in a few minutes. '.repeat(
  3,
)

const notice = (page: Page, words: RegExp) => page.locator('.notice').filter({ hasText: words })

/** Where what somebody may be about to press lies on the screen, in whole pixels. */
const placesOfControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, textarea, [role=combobox], h1')]
      .filter(control => !control.closest('.notices') && control.checkVisibility({ visibilityProperty: true }))
      .map(control => {
        const { left, top, width, height } = control.getBoundingClientRect()
        return [left, top, width, height].map(Math.round).join(' ')
      }),
  )

/** The notices stand 24 px from the top and the right of the screen. */
async function expectTopRight(page: Page, width: number) {
  const { x, y, width: wide } = (await page.locator('.notices').boundingBox())!
  expect([y, width - x - wide]).toEqual([24, 24])
  expect(x).toBeGreaterThanOrEqual(24)
}

for (const size of sizes)
  test(`a notice stands top right ${size.width} pixels wide and moves nothing, wherever the page is scrolled to`, {
    tag: size.width < 800 ? '@proof' : [],
  }, async ({ browser }) => {
    const page = await openPageAs(browser, 'master_admin')
    await page.setViewportSize(size)
    // The answer comes once the person has scrolled on.
    let answer = () => {}
    const scrolled = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/api/hole-checks', async (route, request) => {
      if (request.method() !== 'POST') return route.continue()
      await scrolled
      await route.fulfill({ json: { found: 3, more: true } })
    })
    await goTo(page, '/orders/holes')
    await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible()
    // The tabs of the desk come with what the menu knows.
    await expect(page.getByRole('link', { name: ruleGap.title, exact: true })).toBeAttached()
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.evaluate(() => scrollTo(0, 300))
    answer()
    await expect(notice(page, /3 missing rules found/)).toBeVisible()
    await expectTopRight(page, size.width)
    await page.evaluate(() => scrollTo(0, 0))
    await expectTopRight(page, size.width)
    const places = await placesOfControls(page)
    await noteLook(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    // A success closes by itself, a failure does not.
    await expect(page.locator('.notice')).toHaveCount(0)
    expect(await placesOfControls(page)).toEqual(places)
    await page.route('**/api/hole-checks', route => route.fulfill({ status: 409, json: { message: LONG } }))
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(notice(page, /The masters were not checked/)).toBeVisible()
    expect(await placesOfControls(page)).toEqual(places)
    await expectTopRight(page, size.width)
    await noteLook(page)
    await page.getByRole('button', { name: 'Close notice' }).click()
    await expect(page.locator('.notice')).toHaveCount(0)
    await page.context().close()
  })

for (const size of sizes)
  test(`a saved draft is told above the order pad ${size.width} pixels wide, whose bar stays free`, {
    tag: size.width < 800 ? [] : '@proof',
  }, async ({ browser }) => {
    const page = await openPageAs(browser, 'asha')
    await page.setViewportSize(size)
    await goTo(page, '/orders/default-employee?customer=1')
    // What is bought often is put on the order with one click.
    await page.getByRole('button', { name: /^Bought often/ }).click()
    await page.getByRole('button', { name: /^LS-1001/ }).click()
    await page.keyboard.press('Control+s')
    await expect(notice(page, /^Draft .* is saved\.$/)).toBeVisible()
    await expectTopRight(page, size.width)
    await page.getByRole('button', { name: /^Send (order|for approval)$/ }).click({ trial: true })
    await page.context().close()
  })
