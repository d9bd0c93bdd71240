import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { PASSWORD } from './password.ts'

/** How many times slower than it is the processor of every page is made to be, so that races come to light. */
const SLOWER = Number(process.env.JOURNEYS_SLOWER) || 1

/**
 * A page of a person's own, signed in and nowhere yet; a stranger's when no login is named. The page of sign-ins, which
 * would load all of the admin once more for each of them, has journeys of its own.
 */
export async function pageOf(browser: Browser, loginId?: string): Promise<Page> {
  const context = await browser.newContext()
  if (loginId) {
    const data = { strategy: 'local', loginId, password: PASSWORD }
    const answer = await context.request.post('/api/authentication', { data, headers: { 'X-Requested-With': 'bilty' } })
    expect([loginId, answer.status()]).toEqual([loginId, 201])
  }
  return slowed(await context.newPage())
}

/** The page, made slower where the journeys are to be. */
export async function slowed(page: Page): Promise<Page> {
  if (SLOWER > 1) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  }
  return page
}

/** Signs a person of the demo company in on the page of sign-ins. */
export async function signIn(page: Page, loginId: string) {
  await page.getByLabel('Login ID').fill(loginId)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** Fails on any serious or critical finding of axe on the page as it stands. */
export async function isAccessible(page: Page) {
  await isStill(page)
  // There are no frames to gather from, and what is in order need not be listed.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/** Waits until nothing is loading or fading: colours half-way between two are nobody's choice. */
async function isStill(page: Page) {
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      return playState !== 'running' || endless
    }),
  )
}

/** Imports a CSV on the import page of a master, as a person does: checked first, then taken over. */
export async function importCsv(page: Page, path: string, name: string, lines: string[], { fromSap = false } = {}) {
  await page.goto(`${path}/import`)
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  if (fromSap) await page.getByLabel(/An extract from SAP/).check()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: /^Import \d+ rows?$/ }).click()
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
}
