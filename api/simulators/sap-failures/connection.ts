import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'koa'

/** Drops the connection without an answer. */
export function hangUp(ctx: Context) {
  ctx.respond = false
  ctx.req.socket.destroy()
}

/** Waits, or until the caller hangs up. */
export async function waited(ctx: Context, ms: number) {
  const gone = new AbortController()
  const stop = () => gone.abort()
  ctx.req.socket.once('close', stop)
  await sleep(ms, undefined, { signal: gone.signal, ref: false }).catch(() => undefined)
  ctx.req.socket.off('close', stop)
}

/** Sends the head of an answer and half of its body, and drops the connection. */
export function answerHalf(ctx: Context, status: number, body: string) {
  ctx.respond = false
  const whole = Buffer.from(body)
  ctx.res.writeHead(status, { ...ctx.response.headers, 'Content-Length': whole.length })
  ctx.res.write(whole.subarray(0, Math.floor(whole.length / 2)), () => ctx.req.socket.destroy())
}
