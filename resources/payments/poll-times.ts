import type { GatewayName } from './payment-words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Minutes after its start at which a gateway is asked about a payment; a session of CCAvenue ends after 15. */
const minutesOf = (gateway: GatewayName): readonly number[] =>
  gateway === 'CCAVENUE' ? [1, 5, 15, 20, 30, 60] : [5, 15, 30, 60]

/**
 * The next instant after `at` at which the gateway is asked about a payment that began at `since`: within the first hour
 * by its own minutes, then hourly for a day, then daily for so many days. Null when they are over.
 */
export function nextPoll(gateway: GatewayName, since: string, at: string, days: number): string | null {
  const age = Date.parse(at) - Date.parse(since)
  const minute = minutesOf(gateway).find(minutes => minutes * MINUTE > age)
  const step = age < DAY ? HOUR : DAY
  const due = minute === undefined ? (Math.floor(age / step) + 1) * step : minute * MINUTE
  return due > days * DAY ? null : new Date(Date.parse(since) + due).toISOString()
}

/** Whether a payment that began at `since` has been waited for as long as it may. */
export const isOver = (since: string, at: string, days: number): boolean =>
  Date.parse(at) - Date.parse(since) >= days * DAY
