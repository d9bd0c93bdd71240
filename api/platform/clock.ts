// India has one time zone without daylight saving, five and a half hours ahead of UTC.
const istAhead = 5.5 * 60 * 60 * 1000

let milliseconds = startingClock(process.env.BILTY_NOW)
let isSet = false

/** The present instant as UTC text of 24 characters, '2026-04-01T05:30:00.000Z'. */
export function now(): string {
  return new Date(milliseconds()).toISOString()
}

/** The present business day in India, '2026-04-01'. */
export function today(): string {
  return new Date(milliseconds() + istAhead).toISOString().slice(0, 10)
}

/** The instant `seconds` from now (or before, when negative), as the same text as `now()`. */
export function secondsFromNow(seconds: number): string {
  return new Date(milliseconds() + seconds * 1000).toISOString()
}

/** Whether a test has set the time. */
export const isClockSet = (): boolean => isSet

/** Sets the time for tests: an instant that stands still, a function that returns it, or null for the real time. */
export function setClock(time: string | (() => string) | null): void {
  isSet = time !== null
  if (time === null) milliseconds = startingClock(process.env.BILTY_NOW)
  else if (typeof time === 'string') milliseconds = () => Date.parse(time)
  else milliseconds = () => Date.parse(time())
}

// BILTY_NOW is where the clock starts; it runs on from there, so that leases and sessions still expire; with
// BILTY_CLOCK_RATE so many times as fast, so that hours of waiting fit into a test.
function startingClock(start: string | undefined): () => number {
  if (!start) return Date.now
  const [from, began] = [Date.parse(start), Date.now()]
  if (Number.isNaN(from)) throw new Error(`BILTY_NOW is "${start}": write it as 2026-04-01T05:30:00.000Z.`)
  const rate = Number(process.env.BILTY_CLOCK_RATE || 1)
  if (!(rate > 0)) throw new Error('BILTY_CLOCK_RATE must be a number above 0.')
  return () => from + (Date.now() - began) * rate
}
