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
export function nextPoll(
  gateway: GatewayName,
  since: string,
  at: string,
  days: number,
  { authorised = false }: { authorised?: boolean } = {},
): string | null {
  const age = Date.parse(at) - Date.parse(since)
  const minute = minutesOf(gateway).find(minutes => minutes * MINUTE > age)
  const step = age < DAY ? HOUR : DAY
  const due = minute === undefined ? (Math.floor(age / step) + 1) * step : minute * MINUTE
  return due > (windowDays(gateway, days, authorised) + AFTER_DAYS) * DAY
    ? null
    : new Date(Date.parse(since) + due).toISOString()
}

/** Days after the window in which a gateway is still asked once a day. */
const AFTER_DAYS = 30
const windowDays = (gateway: GatewayName, days: number, isAuthorised: boolean) =>
  gateway === 'CCAVENUE' && isAuthorised ? 13 : days

/** Whether the days are over in which a gateway says something definite of what began at `since`. */
export const windowOver = (
  gateway: GatewayName,
  since: string,
  at: string,
  days: number,
  isAuthorised: boolean,
): boolean => isOver(since, at, windowDays(gateway, days, isAuthorised))

/** Whether a payment that began at `since` has been waited for as long as it may. */
export const isOver = (since: string, at: string, days: number): boolean =>
  Date.parse(at) - Date.parse(since) >= days * DAY
