import type { GatewayName } from './payment-words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Days for which CCAvenue holds an order that nobody has confirmed, and a day more until it says what became of it. */
const CCAVENUE_HELD_DAYS = 13
/** Days for which a gateway is still asked once a day after its window. */
const AFTER_DAYS = 30

/** Minutes after its start at which a gateway is asked about a payment; a session of CCAvenue ends after 15. */
const minutesOf = (gateway: GatewayName): readonly number[] =>
  gateway === 'CCAVENUE' ? [1, 5, 15, 20, 30, 60] : [5, 15, 30, 60]

/** What the gateway last said of a payment: that it is authorised and not taken yet. */
interface Heard {
  authorised?: boolean
}

/**
 * The next instant after `at` at which the gateway is asked about a payment that began at `since`: within the first hour
 * by its own minutes, then hourly for a day, then daily until thirty days after its window of so many days. Null when
 * they are over.
 */
export function nextPoll(
  gateway: GatewayName,
  since: string,
  at: string,
  days: number,
  { authorised = false }: Heard = {},
): string | null {
  const age = Date.parse(at) - Date.parse(since)
  const minute = minutesOf(gateway).find(minutes => minutes * MINUTE > age)
  const step = age < DAY ? HOUR : DAY
  const due = minute === undefined ? (Math.floor(age / step) + 1) * step : minute * MINUTE
  const last = (windowDays(gateway, days, authorised) + AFTER_DAYS) * DAY
  return due > last ? null : new Date(Date.parse(since) + due).toISOString()
}

/**
 * Whether a payment that began at `since` has been waited for as long as its gateway may take: so many days, and thirteen
 * of CCAvenue while it says Successful.
 */
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

const windowDays = (gateway: GatewayName, days: number, isAuthorised: boolean) =>
  gateway === 'CCAVENUE' && isAuthorised ? Math.max(days, CCAVENUE_HELD_DAYS) : days
