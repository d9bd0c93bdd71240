import type { Browser, BrowserContext } from '@playwright/test'
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

async function opened(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext()
  context.close = () => takeBack(context)
  return context
}

async function takeBack(context: BrowserContext): Promise<void> {
  if (!lent.delete(context)) return
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await forget(context)
  await Promise.all(context.pages().map(page => page.close()))
  await context.clearCookies()
  idle.push(context)
}

/** Forgets what its pages kept, but not the files that they loaded. */
async function forget(context: BrowserContext): Promise<void> {
  const page = context.pages()[0]
  const origins = new Set(context.pages().map(one => new URL(one.url()).origin))
  origins.delete('null')
  if (!page || origins.size === 0) return
  const session = await context.newCDPSession(page)
  for (const origin of origins)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,file_systems' })
  await session.detach()
}

/** Takes all contexts back as the portal of their people ends, at which their pages would go on asking for it. */
export async function takeBackContexts(): Promise<void> {
  await Promise.all([...lent].map(takeBack))
}
