import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Middleware } from 'koa'

/** How long an idle connection may bring one more request, and how long requests may take, in milliseconds. */
const IDLE_MS = 500
const LONGEST_MS = 2_500
const LOOK_MS = 20

/** Tells the clients of a portal that stops to send their next request on another connection. */
export function closeConnections(isStopping: () => boolean): Middleware {
  return async (ctx, next) => {
    if (isStopping()) ctx.set('Connection', 'close')
    await next()
    if (isStopping()) ctx.set('Connection', 'close')
  }
}

/**
 * Takes no new connection, answers the requests that are there, and closes what is left after two and a half seconds. An idle
 * connection is not closed at once: a request may be on its way on it.
 */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>(resolve => server.once('close', () => resolve()))
  // The server's own `close` would close idle connections too.
  NetServer.prototype.close.call(server)
  const from = performance.now()
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  while (!isClosed && performance.now() - from < LONGEST_MS) {
    await pause(LOOK_MS)
    if (performance.now() - from > IDLE_MS) server.closeIdleConnections()
  }
  server.closeAllConnections()
  await closed
  // Only now its own, which ends the timer that looks for slow requests and would keep the whole portal in memory.
  server.close()
}

/** Waits for work to end, but not longer than this. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController()
  await Promise.race([
    work.finally(() => late.abort()),
    pause(milliseconds, undefined, { signal: late.signal }).catch(() => undefined),
  ])
}
