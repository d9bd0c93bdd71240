import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../support/browser.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure } from './figure.ts'
import { contextOf, screens } from './screens.ts'

/** Milliseconds after which the page has also loaded what it loads once the person can work. */
const LATER = 3_500

/** The compressed JavaScript that a browser loads for a first screen, with an empty cache, and for a later one. */
export async function measureScripts({ ours }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
  try {
    const figures: Figure[] = []
    for (const { title, path, who, ready, mostKb } of screens) {
      const page = await (await contextOf(browser, ours.url, who)).newPage()
      const loaded = scriptsOf(page)
      await page.goto(ours.url + path, { waitUntil: 'networkidle' })
      await page.locator(ready).first().waitFor()
      const asked = loaded.requests()
      await pause(LATER)
      figures.push(atMost(`JavaScript of ${title} in all, gzip`, await loaded.size(), mostKb, 'kB'))
      if (path !== LIST) continue
      figures.push(atMost(`requests of ${title} until its rows are there`, asked, 30, 'requests'))
      figures.push(await laterScreens(page, loaded.size))
    }
    return figures
  } finally {
    await browser.close()
  }
}

const LIST = '/masters/products'

/** The most that a screen opened from the list loads: the page of a row, its form, the cards of the master data. */
async function laterScreens(page: Page, size: () => Promise<number>): Promise<Figure> {
  const more: number[] = []
  const opened = async (open: () => Promise<void>) => {
    const before = await size()
    await open()
    await page.waitForLoadState('networkidle')
    await pause(500)
    more.push((await size()) - before)
  }
  await opened(() => page.locator('.grid td a').first().click())
  await page.goBack()
  await opened(() => page.getByRole('link', { name: 'Create' }).click())
  await page.goBack()
  await opened(() => page.getByLabel('Screens').getByRole('link', { name: 'Master data' }).click())
  return atMost('JavaScript that a later screen adds, the most of three, gzip', Math.max(...more), 40, 'kB')
}

/** Records the requests of a page, and the gzipped size of its scripts in kB. */
function scriptsOf(page: Page) {
  const bodies: Promise<Buffer>[] = []
  let requests = 0
  page.on('request', () => requests++)
  page.on('response', response => {
    if (new URL(response.url()).pathname.endsWith('.js')) bodies.push(response.body())
  })
  const size = async () =>
    (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000
  return { size, requests: () => requests }
}
