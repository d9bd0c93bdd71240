import { waitAfter } from '../../platform/work/claim.ts'
import type { SapErrorClass } from '../http/what-came.ts'

const WAITS = [1, 2, 5, 15, 30, 60, 120]
const minute = 60_000

/**
 * When to try again after `attempts` failed attempts: 1, 2, 5, 15, 30, 60, 120 minutes ± 20 %, spread by `random` (0 to
 * 1) so that messages that failed together do not return together; never before SAP asks for it. Null after the seventh
 * wait: give up.
 */
export function nextAttemptAt(
  attempts: number,
  now: string,
  random: number,
  retryAfterMs: number | null = null,
): string | null {
  const wait = waitAfter(attempts, WAITS, random)
  return wait === null ? null : later(now, Math.max(Math.round(wait * 1000), retryAfterMs ?? 0))
}

/** The state of the connection to SAP: technical failures in a row, and until when nothing is sent. */
export type Breaker = { readonly failures: number; readonly pausedUntil: string | null }

export const closedBreaker: Breaker = { failures: 0, pausedUntil: null }
export const failuresToPause = 5
export const pauseMs = 5 * minute

/**
 * Whether a call may go out now, and the breaker to store. After the pause one probe is let through; the pause is
 * renewed as it leaves, so that the others wait for its result, and a probe that never reports is followed by another.
 */
export function admit(breaker: Breaker, now: string): { admitted: boolean; breaker: Breaker } {
  if (breaker.pausedUntil === null) return { admitted: true, breaker }
  if (now < breaker.pausedUntil) return { admitted: false, breaker }
  return { admitted: true, breaker: { ...breaker, pausedUntil: later(now, pauseMs) } }
}

/**
 * The breaker after a call: `null` for success. A business refusal proves that SAP works; five TECH or AUTH in a row,
 * or any during a pause, pause the sending; UNKNOWN proves neither and only prolongs a pause. Where SAP asks to be left
 * alone, nothing is sent for so long.
 */
export function afterCall(
  breaker: Breaker,
  outcome: SapErrorClass | null,
  now: string,
  retryAfterMs: number | null = null,
): Breaker {
  if (outcome === null || outcome === 'BUSINESS') return closedBreaker
  const failures = breaker.failures + (outcome === 'UNKNOWN' ? 0 : 1)
  const pause = failures >= failuresToPause || breaker.pausedUntil !== null ? pauseMs : 0
  const wait = Math.max(pause, retryAfterMs ?? 0)
  return { failures, pausedUntil: wait > 0 ? latest(breaker.pausedUntil, later(now, wait)) : null }
}

const later = (now: string, ms: number) => new Date(Date.parse(now) + ms).toISOString()

const latest = (one: string | null, other: string) => (one !== null && one > other ? one : other)
