import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page } from '@playwright/test'
import { withinSeconds } from './limits.ts'
import { PASSWORD } from './password.ts'

/** The factor by which the processor of every page is slowed down, to reveal race conditions. */
const SLOWER = Number(process.env.JOURNEYS_SLOWER) || 1

/**
 * A new page of a person who is signed in, without a login of an anonymous visitor. It does not use the sign-in screen,
 * which would load the whole admin again for every person; the sign-in screen has its own journeys.
 */
export async function openPageAs(browser: Browser, loginId?: string): Promise<Page> {
  const context = await browser.newContext()
  if (loginId) {
    const data = { strategy: 'local', loginId, password: PASSWORD }
    const answer = await context.request.post('/api/authentication', { data, headers: { 'X-Requested-With': 'bilty' } })
    expect([loginId, answer.status()]).toEqual([loginId, 201])
  }
  return slowDown(await context.newPage())
}

/** Slows the page down by JOURNEYS_SLOWER. */
export async function slowDown(page: Page): Promise<Page> {
  if (SLOWER > 1) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  }
  return page
}

/** Signs a person of the demo company in on the sign-in screen. */
export async function signIn(page: Page, loginId: string) {
  await page.getByLabel('Login ID').fill(loginId)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
}

/** Fails on any serious or critical finding of axe on the current page. */
export async function expectAccessible(page: Page) {
  // A notice may fade while axe looks, and its colours then fail: what is really wrong is still there at the next look.
  await expect(async () => expect(await graveViolations(page)).toEqual([])).toPass({ timeout: withinSeconds(30) })
}

async function graveViolations(page: Page): Promise<string[]> {
  await isStill(page)
  // There are no frames to collect from, and passed rules need not be listed.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Waits until nothing is loading or fading, because colours during a transition would be reported. */
async function isStill(page: Page) {
  await expect(page.locator('.ant-btn-loading')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      return playState !== 'running' || endless
    }),
  )
}

/** Imports a CSV on the import page of a master: checks it, then commits it. */
export async function importCsv(page: Page, path: string, name: string, lines: string[], { fromSap = false } = {}) {
  await page.goto(`${path}/import`)
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  if (fromSap) await page.getByLabel(/An extract from SAP/).check()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Import \d+ rows?$/ }).click()
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
}
