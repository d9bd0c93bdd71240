import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { openDatabase } from '../../api/platform/database.ts'
import { homeTitles } from '../../resources/menu/nouns.ts'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/password.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, median } from './figure.ts'
import { MOST_LINES, orderable } from './orders.ts'

/** Milliseconds between two keys of a fast typist. */
const BETWEEN = 80
const ROUNDS = 3

/** The delays on an order pad of 500 lines: from a key to its paint, and the longest task. */
export async function measurePad({ ours, databases }: Bench): Promise<Figure[]> {
  const db = openDatabase(databases.ours)
  const { customerId, lines } = await orderable(db)
  const codes: string[] = await db('products')
    .whereIn(
      'id',
      lines.map(({ productId }) => productId),
    )
    .pluck('code')
  await db.destroy()
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(watch)
    await page.goto(`${ours.url}/login`)
    await page.getByLabel('Login ID').fill('asha')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: homeTitles.staff }).waitFor()
    await page.goto(`${ours.url}/orders/default-employee?customer=${customerId}`)
    await page.getByLabel('Product of row 1', { exact: true }).waitFor()
    const pasted = await paste(page, codes)
    await settled(page)
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await edited(page))
    // The baseline of the machine: a page with nothing but an input.
    await page.goto('data:text/html,<input>')
    await page.locator('input').focus()
    await keysOf(page, ...Array<string>(20).fill('1'))
    const bare = await waits(page)
    const longest = median(rounds.map(waited => Math.max(...waited)))
    const on = `on a pad of ${MOST_LINES} lines`
    return [
      atMost(`key to paint ${on}, median`, median(rounds.flat()), 50, 'ms', median(bare)),
      atMost(`key to paint ${on}, the longest of a round`, longest, 100, 'ms', Math.max(...bare)),
      atMost(`${MOST_LINES} pasted rows until they stand on the pad`, pasted, 2000, 'ms'),
    ]
  } finally {
    await browser.close()
  }
}

/** A round of edits of every kind; returns all delays in milliseconds. */
async function edited(page: Page): Promise<number[]> {
  const all: number[] = []
  for (const work of [quantities, products, moves, removals]) {
    await page.getByRole('region', { name: 'Order lines' }).evaluate(frame => frame.scrollTo(0, 0))
    await cell(page, 'Product', 2).waitFor()
    await page.evaluate(() => window.watched.splice(0))
    await work(page)
    await settled(page)
    all.push(...(await waits(page)))
  }
  return all
}

const waits = (page: Page) => page.evaluate(() => window.watched)

declare global {
  interface Window {
    watched: number[]
  }
}

/** Runs in the browser: records the time from each key to the paint, and the long tasks in between. */
function watch() {
  const watched: number[] = []
  window.watched = watched
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => watched.push(performance.now() - timeStamp)
        port2.postMessage(null)
      }),
    true,
  )
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) watched.push(duration)
  }).observe({ type: 'longtask' })
}

/** Pastes a list of codes into the pad; returns the milliseconds until the lines are shown. */
async function paste(page: Page, codes: readonly string[]): Promise<number> {
  await page.getByRole('button', { name: 'A sheet or a mail' }).click()
  const list = page.getByLabel('Rows of a sheet, an e-mail or a message', { exact: false })
  await list.fill(codes.map((code, at) => `${code}\t${at + 1}`).join('\n'))
  const press = page.getByRole('button', { name: `Put ${codes.length} rows on the order` })
  await press.waitFor()
  const from = performance.now()
  await press.click()
  await page.locator('.pad-side', { hasText: `${codes.length} lines` }).waitFor()
  return performance.now() - from
}

/** Waits until every line is priced and no request is pending. */
const settled = async (page: Page) => {
  await pause(400)
  await page
    .locator('.pad-side', { hasText: /₹/ })
    .filter({ hasNotText: /checking/ })
    .waitFor()
  await pause(300)
}

async function keysOf(page: Page, ...keys: string[]) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await pause(BETWEEN)
  }
}

const cell = (page: Page, what: string, row: number) => page.getByLabel(`${what} of row ${row}`, { exact: true })

/** Types new quantities in bursts, so that answers arrive in between. */
async function quantities(page: Page) {
  for (const row of [3, 4, 5]) {
    await cell(page, 'Quantity', row).focus()
    await keysOf(page, 'Control+A', '1', '2', '3')
    await pause(500)
    await keysOf(page, '4', '.', '5')
    await settled(page)
  }
}

/** Chooses another product by a part of its code. */
async function products(page: Page) {
  for (const row of [4, 6]) {
    await cell(page, 'Product', row).focus()
    await keysOf(page, 'Control+A', 'B', 'N', '-', '0', '0', '0')
    await pause(600)
    await keysOf(page, 'ArrowDown', 'ArrowDown', 'Enter', '7')
    await settled(page)
  }
}

/** Moves from cell to cell. */
async function moves(page: Page) {
  await cell(page, 'Product', 2).focus()
  await keysOf(
    page,
    'Tab',
    'Tab',
    'Shift+Tab',
    ...Array<string>(15).fill('Enter'),
    ...Array<string>(10).fill('ArrowUp'),
  )
}

/** Removes rows with the keyboard. */
async function removals(page: Page) {
  for (const row of [8, 3, 5]) {
    await page.getByRole('button', { name: `Remove row ${row}`, exact: true }).focus()
    await keysOf(page, 'Enter')
    await settled(page)
  }
}
