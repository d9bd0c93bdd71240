import type { Page } from '@playwright/test'
import { expect, goTo, openPageAs, test } from '../support/journey.ts'

/** Collects what the browser refuses by the policy of the page, from its first line on. */
async function refusalsOn(page: Page): Promise<string[]> {
  const refusals: string[] = []
  await page.exposeFunction('noteRefusal', (text: string) => refusals.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { noteRefusal } = window as unknown as { noteRefusal(text: string): void }
      noteRefusal(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  page.on('console', message => {
    if (/Content.Security.Policy/i.test(message.text())) refusals.push(`${page.url()}: ${message.text()}`)
  })
  return refusals
}

/** Whether the browser took every style that antd wrote. */
const isStyled = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.querySelectorAll('style')]
    return sheets.length > 0 && sheets.every(({ sheet }) => sheet !== null)
  })

/** Some of each kind: what a browser refuses on any other screen is an error of its console in `screens.spec.ts`. */
const screens = ['/', '/orders/pad', '/masters/products', '/masters/products/edit/1', '/nowhere']

test('no screen needs inline styles that the policy would have to allow for everybody', async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  const refusals = await refusalsOn(page)
  for (const path of screens) {
    const answer = await page.request.get(path)
    const policy = answer.headers()['content-security-policy']
    expect([path, policy]).toEqual([path, expect.stringMatching(/style-src 'self' 'nonce-[\w+/=]{20,}'/)])
    expect([path, policy]).toEqual([path, expect.not.stringContaining('unsafe-inline')])
    await goTo(page, path)
    await expect(page.locator('.ant-layout, main').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, await isStyled(page)]).toEqual([path, true])
  }
  expect(refusals).toEqual([])
})

test('dialogs, lists to choose from, the sign-in page and the page of the API keep to it too', {
  tag: '@proof',
}, async ({ browser }) => {
  const page = await openPageAs(browser, 'master_admin')
  const refusals = await refusalsOn(page)
  await page.goto('/masters/products')
  await page.waitForLoadState('networkidle')
  await page.locator('.grid tbody td').first().focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.goto('/masters/products/create')
  await page.getByRole('combobox').first().click()
  await expect(page.locator('.ant-select-dropdown').first()).toBeVisible()
  await page.goto('/api/docs')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('color', 'rgb(80, 50, 145)')
  const stranger = await openPageAs(browser)
  const seen = await refusalsOn(stranger)
  await stranger.goto('/login')
  await expect(stranger.getByRole('button', { name: 'Sign in' })).toHaveCSS('background-color', /rgb/)
  expect([...refusals, ...seen]).toEqual([])
})

test('a style that somebody smuggles into a page is not applied', async ({ browser }) => {
  const page = await openPageAs(browser)
  await page.goto('/login')
  const applied = await page.evaluate(() => {
    const hole = document.createElement('div')
    hole.innerHTML = '<style>body { opacity: 0.5 }</style><p style="position: fixed" id="smuggled">x</p>'
    document.body.append(hole)
    const { position } = getComputedStyle(document.getElementById('smuggled')!)
    return [getComputedStyle(document.body).opacity, position]
  })
  expect(applied).toEqual(['1', 'static'])
})
