import type { Browser, BrowserContext, Page } from '@playwright/test'
import { setClockOf } from './browser.ts'

/** Contexts that nobody uses: they still have the scripts of the portal, which a new one would load and compile again. */
const idle: BrowserContext[] = []
const lent = new Set<BrowserContext>()

/** A context without anything of a person; closing it lets the next person have it. */
export async function lendContext(browser: Browser, anew: boolean): Promise<BrowserContext> {
  const known = anew ? undefined : idle.pop()
  const context = known ?? (await opened(browser))
  if (known) await setClockOf(context)
  lent.add(context)
  return context
}

/** An empty page of each context, which keeps the process of its pages, and the scripts compiled there, until it is lent again. */
const anchors = new Map<BrowserContext, Page>()

async function opened(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  anchors.set(context, await context.newPage())
  context.close = () => takeBack(context)
  return context
}

async function takeBack(context: BrowserContext): Promise<void> {
  if (!lent.delete(context)) return
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const used = context.pages().filter(page => page !== anchors.get(context))
  const origins = new Set(used.map(page => new URL(page.url()).origin))
  // A page that is open may keep more after it was made to forget: the order pad saves what was typed a little later.
  await Promise.all(used.map(page => page.close()))
  await forget(context, origins)
  await context.clearCookies()
  idle.push(context)
}

/** Forgets what the pages of these addresses kept, but not the files that they loaded. */
async function forget(context: BrowserContext, origins: Set<string>): Promise<void> {
  origins.delete('null')
  if (origins.size === 0) return
  const session = await context.newCDPSession(anchors.get(context)!)
  for (const origin of origins)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,file_systems' })
  await session.detach()
}

/** Takes all contexts back as the portal of their people ends, at which their pages would go on asking for it. */
export async function takeBackContexts(): Promise<void> {
  await Promise.all([...lent].map(takeBack))
}
