import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { atMost, type Figure } from './figure.ts'
import type { Bench } from './run.ts'

/** The compressed JavaScript that a browser loads for the sign-in page and for the first list. */
export async function measureScripts({ ours }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
  try {
    const page = await browser.newPage()
    const loaded = scriptsOf(page)
    await page.goto(`${ours.url}/login`, { waitUntil: 'networkidle' })
    const signIn = await loaded()
    await page.getByLabel('Login ID').fill('master_admin')
    await page.getByLabel('Password', { exact: true }).fill('Demo@12345')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    const grid = await browser.newContext({ storageState: await page.context().storageState() })
    const list = await grid.newPage()
    const loadedByList = scriptsOf(list)
    await list.goto(`${ours.url}/masters/products`, { waitUntil: 'networkidle' })
    return [
      atMost('JavaScript of the sign-in page, gzip', signIn, 260, 'kB'),
      atMost('JavaScript of the first list in all, gzip', await loadedByList(), 480, 'kB'),
    ]
  } finally {
    await browser.close()
  }
}

/** Records every script of a page; returns their gzipped size in kB. */
function scriptsOf(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', response => {
    if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body())
  })
  return async () =>
    (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000
}
