import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two small requests. */
const EVERY = 10

/** What the work returned, and for how many milliseconds the longest of small requests sent meanwhile waited. */
export interface Watched<Result> {
  result: Result
  longest: number
}

/**
 * Sends the portal a small request every 10 ms while the work runs. A statement on its main thread holds up every answer,
 * so the longest of them shows how long the process froze, from outside.
 */
export async function watchFreezes<Result>(url: string, work: () => Promise<Result>): Promise<Watched<Result>> {
  const agent = new Agent({ keepAlive: true })
  let longest = 0
  let working = true
  const knocking = (async () => {
    while (working) {
      const from = performance.now()
      await answered(`${url}/api/health`, agent)
      longest = Math.max(longest, performance.now() - from)
      await pause(EVERY)
    }
  })()
  try {
    const result = await work()
    working = false
    // The one sent last waited as well.
    await knocking
    return { result, longest }
  } finally {
    working = false
    agent.destroy()
  }
}

const answered = (url: string, agent: Agent) =>
  // After a freeze the portal may have closed a connection that was idle meanwhile.
  sent(url, agent).catch(() => sent(url))

const sent = (url: string, agent?: Agent) =>
  new Promise<void>((resolve, reject) => {
    get(url, { agent }, response => response.resume().on('end', resolve).on('error', reject)).on('error', reject)
  })
