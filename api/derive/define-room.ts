import type { Server } from 'node:http'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Book } from '../platform/books.ts'
import type { Config } from '../platform/config.ts'
import type { RateLimit, RateLimits } from '../platform/http/rate-limit.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import type { Log } from '../platform/log.ts'
import type { Simulators } from '../platform/simulators.ts'
import type { DueWork } from '../platform/work/due-work.ts'
import type { NightlyJob } from '../platform/work/nightly.ts'
import type { Bound } from './command/serve-commands.ts'

/** What a room is given when the portal starts. */
export interface Means {
  app: Application
  config: Config
  db: Knex
  /** Where reports are read: a replica, or the database itself. */
  reading: Knex
  log: Log
  limits: RateLimits
  /** Counts the files that a person has written. */
  files: RateLimit
  /** Routes that are no commands: files, streams, uploads. Who asks is known there. */
  router: ApiRouter
  /** Whether work begins by timers; in tests it begins when it is called. */
  byTimer: boolean
}

/** What a room serves, and what it works at beside requests. */
export interface Served {
  commands?: readonly Bound[]
  /** The method and path of routes that it answers without the router. */
  routes?: readonly string[]
  /** Begins to work, once the portal's own address is known, and outside production those of simulated systems. */
  start?(server: Server, simulators: Simulators | null): void
  /** Each does what is due now. */
  dueWork?: readonly DueWork[]
  /** Reads what happened in a system around, which else a timer does. */
  readOutside?(): Promise<void>
  /** Ends the work; what it leaves undone another process takes up, or the next start. */
  stop?(): unknown
}

/**
 * A room of the portal. Its file `room.ts` attaches what its declarations cannot say (`extend`) and lists here where it
 * serves; `api/rooms.ts` lists the rooms.
 */
export interface Room {
  /**
   * Its file `serve.ts`, which threads of the portal do without: adds routes and middleware, which run before it is known
   * who asks, and says what it serves.
   */
  serves?(): Promise<{ serve(means: Means): Served }>
  /** What it does at its times of the night, or every so many minutes. */
  nightly?(at: { home: string; reading: Knex }): readonly NightlyJob[]
  /** What it keeps beside the rows that it follows from, in the order in which it is made anew. */
  books?: readonly Book[]
}
