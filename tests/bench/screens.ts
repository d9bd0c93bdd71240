import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/password.ts'
import type { Bench } from './bench.ts'
import { atLeast, atMost, type Figure, median } from './figure.ts'

/** The screens that are measured: who opens which, what shows that it is there, and how much JavaScript it may load. */
export const screens = [
  { title: 'the sign-in page', path: '/login', who: undefined, ready: 'form input', mostKb: 260 },
  { title: 'the first list', path: '/masters/products', who: 'master_admin', ready: '.grid td a', mostKb: 430 },
  {
    title: 'the order pad, choosing a customer',
    path: '/orders/default-employee',
    who: 'asha',
    ready: 'main input',
    mostKb: 400,
  },
] as const

/** The factor by which the processor is slowed down. */
const SLOWER = 4
/** Milliseconds without a long task after which a screen is at rest. */
const REST = 1_500

/**
 * How soon a screen stands, with an empty cache on a slow processor: its largest paint, and the milliseconds above 50 of
 * all tasks that keep it from answering, from the first request on.
 */
export async function measureScreens({ ours, rounds, lighthouse }: Bench): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
  try {
    const figures: Figure[] = []
    for (const { title, path, who, ready } of screens) {
      const opened: Opened[] = []
      for (let round = 0; round < rounds; round++) {
        const context = await contextOf(browser, ours.url, who)
        opened.push(await openSlowly(context, ours.url + path, ready))
        await context.close()
      }
      const on = `${title}, processor ${SLOWER} × slower`
      figures.push(atMost(`largest paint of ${on}`, median(opened.map(({ paint }) => paint)), 2000, 'ms'))
      figures.push(atMost(`blocked time of ${on}`, median(opened.map(({ blocked }) => blocked)), 300, 'ms'))
      if (lighthouse) figures.push(await rate(await contextOf(browser, ours.url, who), title, ours.url + path))
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** A browser context with an empty cache, of a person who is signed in, or of nobody. */
export async function contextOf(browser: Browser, url: string, who: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (!who) return context
  const answer = await context.request.post(`${url}/api/authentication`, {
    data: { strategy: 'local', loginId: who, password: PASSWORD },
    headers: { 'X-Requested-With': 'bilty' },
  })
  if (!answer.ok()) throw new Error(`${who} could not sign in: ${await answer.text()}`)
  return context
}

/** Milliseconds. */
interface Opened {
  paint: number
  blocked: number
}

declare global {
  interface Window {
    opened: Opened & { lastTask: number }
  }
}

async function openSlowly(context: BrowserContext, url: string, ready: string): Promise<Opened> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(url)
  await page.locator(ready).first().waitFor()
  await page.waitForLoadState('networkidle')
  while (await page.evaluate(rest => performance.now() - window.opened.lastTask < rest, REST)) await pause(200)
  return page.evaluate(() => window.opened)
}

/** Runs in the browser: records the largest paint and the long tasks. */
function watch() {
  const opened = { paint: 0, blocked: 0, lastTask: 0 }
  window.opened = opened
  new PerformanceObserver(list => {
    for (const { startTime } of list.getEntries()) opened.paint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) {
      opened.blocked += duration - 50
      opened.lastTask = startTime + duration
    }
  }).observe({ type: 'longtask', buffered: true })
}

/** What Lighthouse says of a screen on the slow processor; npx fetches it, which is why it runs only when asked for. */
async function rate(context: BrowserContext, title: string, url: string): Promise<Figure> {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      'lighthouse@13.5.0',
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance',
      '--form-factor=desktop',
      '--screenEmulation.disabled',
      '--throttling-method=devtools',
      `--throttling.cpuSlowdownMultiplier=${SLOWER}`,
      '--throttling.requestLatencyMs=0',
      '--throttling.downloadThroughputKbps=0',
      '--throttling.uploadThroughputKbps=0',
      `--extra-headers=${JSON.stringify({ Cookie: cookies })}`,
      `--chrome-flags=--headless=new --window-size=1440,900 ${browserArgs().join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: await findBrowser() }, maxBuffer: 64e6 },
  )
  const { score } = (JSON.parse(stdout) as { categories: { performance: { score: number } } }).categories.performance
  return { ...atLeast(`Lighthouse performance of ${title}`, score * 100, 90, 'of 100', 100), bare: '', ratio: '' }
}
