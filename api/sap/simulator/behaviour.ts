import type { Context } from 'koa'

export const modes = ['ok', 'slow', 'wrong', 'dead', 'late', 'lost-reply', 'outrun'] as const
export type Mode = (typeof modes)[number]

/**
 * How the simulated SAP behaves: `slow` sleeps beyond the caller's time-out and does nothing once the caller has hung up;
 * `late` answers after a moment; `dead` closes the socket; `wrong` does the work and answers 2xx that cannot be parsed;
 * `lost-reply` does the work and drops the connection; `outrun` lets somebody in SAP save the sales orders just before a
 * change. With `times` it returns to `ok` after so many requests.
 */
export function behaviour() {
  let mode: Mode = 'ok'
  let left: number | null = null

  function setMode(next: Mode, times: number | null) {
    mode = next
    left = times
  }

  /**
   * The mode for one request, counted down, but not by the scheduled readings, since they come at any time. Fetching a
   * CSRF token does no work whose answer could be lost or wrong.
   */
  function take(request: 'token' | 'watch' | 'read' | 'change'): Mode {
    if (
      ((mode === 'lost-reply' || mode === 'outrun') && request !== 'change') ||
      (mode === 'wrong' && request === 'token')
    )
      return 'ok'
    const now = mode
    if (left !== null && request !== 'watch' && --left <= 0) setMode('ok', null)
    return now
  }

  return { tell: setMode, take }
}

/** `POST /sap/simulator/behaviour { mode, times? }`: only from this machine itself, not through a proxy on it. */
export function answerBehaviour(ctx: Context, simulated: ReturnType<typeof behaviour>, body: unknown) {
  const { mode, times } = (body ?? {}) as { mode?: Mode; times?: number }
  const known = mode !== undefined && modes.includes(mode)
  if (!known || !(times === undefined || (Number.isInteger(times) && times > 0))) {
    ctx.status = 400
    ctx.body = { message: `Say { "mode": one of ${modes.join(', ')}, "times": a whole number above 0 or left out }.` }
    return
  }
  simulated.tell(mode, times ?? null)
  ctx.status = 200
  ctx.body = { mode, times: times ?? null }
}

export function fromThisMachine(ctx: Context): boolean {
  const address = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const forwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => ctx.get(name) !== '')
  return !forwarded && (address === '::1' || address.startsWith('127.'))
}
