import type { Log } from '../log.ts'

/** Milliseconds: while a statement of SQLite runs on the main thread, nobody else is answered. */
export const LONG_STATEMENT = 50
/** The characters of a statement that a log line keeps. */
const LOGGED = 2_000

/** How long the statements of SQLite hold the main thread. */
export class StatementTimes {
  /** The longest since it was last asked for, in milliseconds. */
  private longest = 0
  /** How many were longer than they should. */
  long = 0
  /** How many selects ran on a reading thread instead. */
  aside = 0
  private readonly log: Log
  constructor(log: Log) {
    this.log = log
  }

  /** Notes that a statement held the main thread; an operator reads of those that took long, without their values. */
  held(sql: string, ms: number): void {
    if (ms > this.longest) this.longest = ms
    if (ms <= LONG_STATEMENT) return
    this.long += 1
    this.log.warn({ ms: Math.round(ms), sql: sql.slice(0, LOGGED) }, 'A statement held up everybody')
  }

  /** Notes that a reading thread was given up on. */
  gaveUp(sql: string, why: string): void {
    this.log.warn({ why, sql: sql.slice(0, LOGGED) }, 'A statement was given up')
  }

  takeLongest(): number {
    const { longest } = this
    this.longest = 0
    return longest
  }
}
