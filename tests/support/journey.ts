import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { homeTitles } from '../../resources/menu/nouns.ts'
import { prepare } from './journeys/browser.ts'
import { lendContext } from './journeys/contexts.ts'
import { endPortal, filePortal, portalOf } from './journeys/file-portal.ts'
import { noteLook } from './journeys/looks.ts'
import { PASSWORD } from './password.ts'

export { now, today } from './journeys/day.ts'
export { goTo } from './journeys/go-to.ts'
export { expect, noteLook }

/** Journeys of a spec file share one portal, which no other file uses; it starts with the demo company as it was made. */
export const test = base.extend<object, object>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the braces what a fixture uses.
  baseURL: async ({}, use, testInfo) => {
    const { url, said } = await portalOf(testInfo.file)
    const before = said().length
    await use(url)
    if (testInfo.status !== testInfo.expectedStatus && said().length > before)
      console.error(`The portal wrote:\n${said().slice(before)}`)
  },
  browser: [
    async ({ browser }, use) => {
      prepare(browser)
      await use(browser)
      await endPortal()
    },
    { scope: 'worker' },
  ],
})

/**
 * A new page of a person who is signed in, without a login of an anonymous visitor. It does not use the sign-in screen,
 * which would load the whole admin again for every person; the sign-in screen has its own journeys. A person signs in
 * once a file, unless `anew` asks for a session that nobody else has, in a browser that has loaded nothing yet.
 */
export async function openPageAs(browser: Browser, loginId?: string, { anew = false } = {}): Promise<Page> {
  const context = await lendContext(browser, anew)
  if (loginId) {
    const { sessions } = filePortal()
    const kept = anew ? undefined : sessions.get(loginId)
    if (kept) await context.addCookies(kept)
    else {
      const data = { strategy: 'local', loginId, password: PASSWORD }
      const headers = { 'X-Requested-With': 'bilty' }
      const answer = await context.request.post('/api/authentication', { data, headers })
      expect([loginId, answer.status()]).toEqual([loginId, 201])
      if (!anew) sessions.set(loginId, await context.cookies())
    }
  }
  return context.newPage()
}

/** Signs a person in on the sign-in screen; one of the demo company without more. */
export async function signIn(page: Page, loginId: string, password = PASSWORD) {
  await page.getByLabel('Login ID').fill(loginId)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(homeHeading(page)).toBeVisible()
}

/** The heading of the home page, whoever is signed in. */
export const homeHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^(${Object.values(homeTitles).join('|')})$`) })

/** Opens a screen as people do who know its name: by what Ctrl K opens, its name and Enter. */
export async function findScreen(page: Page, name: string) {
  await page.getByRole('button', { name: 'Search or go to' }).click()
  await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill(name)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Search or go to' })).toHaveCount(0)
}

/** Imports a CSV on the import page of a master: checks it, then commits it. */
export async function importCsv(page: Page, path: string, name: string, lines: string[], { fromSap = false } = {}) {
  await page.goto(`${path}/import`)
  await page.getByLabel(/^File/).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  if (fromSap) await page.getByLabel(/An extract from SAP/).check()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Checked. Nothing is changed yet.')).toBeVisible()
  await noteLook(page)
  await page.getByRole('button', { name: /^(Add|Change) \d/ }).click()
  await expect(page.getByText('Imported.', { exact: true })).toBeVisible()
}
