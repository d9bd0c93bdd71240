import type { Page } from '@playwright/test'
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

/** The controls of the screen, and of a dialog that is open, that lie below a notice at some point. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [role=combobox]')]
    // What is above the header has been scrolled past.
    const past = document.querySelector('.header')!.getBoundingClientRect().top
    const isCovered = (control: Element) => {
      if (control.closest('.notices') || !control.checkVisibility({ visibilityProperty: true })) return false
      const { left, top, right, bottom } = control.getBoundingClientRect()
      const points = [0.1, 0.5, 0.9].flatMap(x =>
        [0.1, 0.5, 0.9].map(y => [left + x * (right - left), top + y * (bottom - top)] as const),
      )
      return points.some(([x, y]) => {
        if (y < past) return false
        const stack = document.elementsFromPoint(x, y)
        const below = stack.find(element => !element.closest('.notices'))
        return stack[0] !== below && below !== undefined && control.contains(below)
      })
    }
    return controls.filter(isCovered).map(({ outerHTML }) => outerHTML.slice(0, 120))
  })

for (const size of sizes)
  test(`a notice covers no control ${size.width} pixels wide, wherever the page is scrolled to`, {
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
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.evaluate(() => scrollTo(0, 300))
    answer()
    await expect(notice(page, /3 missing rules found/)).toBeVisible()
    expect(await coveredControls(page)).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    expect(await coveredControls(page)).toEqual([])
    await noteLook(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    // A success closes by itself, a failure does not.
    await expect(page.locator('.notice')).toHaveCount(0)
    await page.route('**/api/hole-checks', route => route.fulfill({ status: 409, json: { message: LONG } }))
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(notice(page, /The masters were not checked/)).toBeVisible()
    expect(await coveredControls(page)).toEqual([])
    await noteLook(page)
    await page.getByRole('button', { name: 'Close notice' }).click()
    await expect(page.locator('.notice')).toHaveCount(0)
    await page.context().close()
  })

for (const size of sizes)
  test(`a saved draft is told beside the bar of the order pad ${size.width} pixels wide`, {
    tag: size.width < 800 ? [] : '@proof',
  }, async ({ browser }) => {
    const page = await openPageAs(browser, 'asha')
    await page.setViewportSize(size)
    await goTo(page, '/orders/default-employee?customer=1')
    // What is bought often is put on the order with one click.
    await page.getByRole('button', { name: /^LS-1001/ }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(notice(page, /^Draft .* is saved\.$/)).toBeVisible()
    expect(await coveredControls(page)).toEqual([])
    await page.context().close()
  })
