import type { Page } from '@playwright/test'
import { dark, light } from '../../admin/theme/palettes.ts'
import { expect, noteLook, openPageAs, test } from '../support/journey.ts'

const screens = ['/', '/orders/all-orders', '/masters/products', '/masters/products/show/1', '/masters/products/import']

/** The colour of the paper that a page has, or comes to have. */
const expectPaper = (page: Page, colour: string) =>
  expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper')))
    .toBe(colour)

test('a person chooses dark colours and a larger text, and keeps both', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await page.goto('/masters/products')
  await expectPaper(page, light.paper)
  const row = page.locator('.grid tbody tr:has(a)').first()
  await expect(row).toBeVisible()
  // The padding of 8 leaves 36 pixels a row.
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(36)

  await page.getByRole('button', { name: 'Appearance' }).click()
  const drawer = page.getByRole('dialog', { name: 'Appearance' })
  await drawer.getByRole('radio', { name: 'Dark' }).check()
  await drawer.getByRole('radio', { name: 'Comfortable (14)' }).check()
  await noteLook(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  for (const path of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectPaper(page, dark.paper)
    await expect(page.locator('body')).toHaveCSS('font-size', '14px')
    await noteLook(page)
  }
  await page.context().close()
})

test('follows the colours of the device unless a person chose others', async ({ browser }) => {
  const page = await openPageAs(browser)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expectPaper(page, dark.paper)
  await expect(page.getByLabel('Login ID')).toBeVisible()
  await noteLook(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectPaper(page, light.paper)
  await page.context().close()
})

test('pages say the company’s name before and after a sign-in, and ask nothing for it', async ({ browser }) => {
  const stranger = await openPageAs(browser)
  const asked: string[] = []
  stranger.on('request', request => asked.push(new URL(request.url()).pathname))
  await stranger.goto('/login')
  await expect(stranger.getByRole('banner').getByRole('link', { name: 'Meridian Laboratories' })).toBeVisible()
  const foot = stranger.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'orders@meridian-labs.example' })).toBeVisible()
  await stranger.waitForLoadState('networkidle')
  expect(asked.filter(path => path.startsWith('/api/') && !path.startsWith('/api/banners'))).toEqual([])
  await stranger.getByLabel('Password', { exact: true }).fill('a password to read')
  await stranger.getByRole('button', { name: 'Show' }).click()
  await expect(stranger.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await noteLook(stranger)
  await stranger.context().close()

  const page = await openPageAs(browser, 'dispatch')
  await page.goto('/')
  await expect(page.locator('.sider').getByRole('link', { name: /^Meridian Laboratories/ })).toBeVisible()
  await page.context().close()
})

test('a printed list has no menu, and says who printed it', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await page.goto('/masters/products')
  await expect(page.locator('.grid tbody tr').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.sider')).toBeHidden()
  await expect(page.locator('.list-bar')).toBeHidden()
  await expect(page.getByText(/^Meridian Laboratories · printed by .+ on \d\d-\d\d-\d{4}/)).toBeVisible()
  await page.context().close()
})
