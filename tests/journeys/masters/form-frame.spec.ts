import { dayText } from '../../../resources/define/show.ts'
import { expect, goTo, homeHeading, openPageAs, test, today } from '../../support/journey.ts'

test('the buttons of a long form stay in sight, a new period begins today and may have no end', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await page.setViewportSize({ width: 1440, height: 700 })
  await goTo(page, '/masters/transporter/create')
  const save = page.getByRole('button', { name: 'Create transporter' })
  await expect(save).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(700)
  await page.mouse.wheel(0, 200)
  await expect(save).toBeInViewport()

  const pricing = await openPageAs(browser, 'pricing_approver')
  await goTo(pricing, '/masters/cust-shipto-prod-price/create')
  await expect(pricing.getByLabel('Valid from')).toHaveValue(dayText(today))
  await expect(pricing.locator('label').filter({ hasText: /^Valid from/ })).toContainText('*')
  await expect(pricing.locator('label').filter({ hasText: /^Valid to/ })).not.toContainText('*')
  await pricing.context().close()
  await page.context().close()
})

test('an address that leads nowhere says so and leads home; one of a missing row says so too', async ({ browser }) => {
  const page = await openPageAs(browser, 'asha')
  await goTo(page, '/orders/no-such-screen')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveURL(/no-such-screen$/)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(homeHeading(page)).toBeVisible()
  await goTo(page, '/masters/products/show/999999')
  await expect(page.getByText(/not found|does not exist|no longer/i).first()).toBeVisible()
  await page.context().close()
})

test('a screen whose rows are still fetched shows its frame and skeletons, no second veil', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  await goTo(page, '/masters/mvgr')
  await expect(page.locator('.grid tbody a').first()).toBeVisible()
  let answer = () => undefined as unknown
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/api/masters/transporter?**', async route => {
    await held
    await route.continue()
  })
  await page.evaluate(() => {
    history.pushState({}, '', '/masters/transporter')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Transporter' })).toBeVisible()
  await expect(page.locator('.grid .skeleton').first()).toBeVisible()
  await expect(page.locator('.loading')).toHaveCount(0)
  answer()
  await expect(page.locator('.grid tbody a').first()).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.context().close()
})

test('a row of the tasks of Finance opens', async ({ browser }) => {
  const page = await openPageAs(browser, 'finance')
  await goTo(page, '/transaction-view/payment-tasks')
  await page.locator('.grid tbody a').first().click()
  await expect(page.getByText('What happened').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(0)
  await page.context().close()
})
