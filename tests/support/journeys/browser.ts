import type { Browser, BrowserContext, Page } from '@playwright/test'
import { portalAhead, shiftClock } from './day.ts'
import { visit } from './results.ts'

/** The factor by which the processor of every page is slowed down, to reveal race conditions. */
const SLOWER = Number(process.env.JOURNEYS_SLOWER) || 1

/** Lets every context of the browser have the portal's clock, a slower processor where asked, and a list of its paths. */
export function prepare(browser: Browser): void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async options => {
    const context = await open(options)
    await setClockOf(context)
    context.on('page', noteVisits)
    return SLOWER > 1 ? slowed(context) : context
  }
}

const clocks = new WeakMap<BrowserContext, { dispose(): Promise<void> }>()

/** Lets pages of a context that are still to come have the clock of the portal that runs now. */
export async function setClockOf(context: BrowserContext): Promise<void> {
  await clocks.get(context)?.dispose()
  clocks.set(context, await context.addInitScript(shiftClock, portalAhead()))
}

function noteVisits(page: Page): void {
  page.on('framenavigated', frame => {
    const { pathname, protocol } = new URL(frame.url())
    if (frame === page.mainFrame() && protocol === 'http:') visit(pathname)
  })
}

function slowed(context: BrowserContext): BrowserContext {
  const open = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await open()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return page
  }
  return context
}
