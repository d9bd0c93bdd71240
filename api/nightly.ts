import type { Knex } from 'knex'
import { bookJobs } from './books.ts'
import type { NightlyJob } from './platform/work/nightly.ts'
import { type Databases, ownJobs } from './platform/work/own-jobs.ts'
import { rooms } from './rooms.ts'

const timeOf = (job: NightlyJob) => ('at' in job ? job.at : '')

/**
 * The jobs of all rooms, and the comparison of their books: those that run all day, then those of the night by their time,
 * in which order they are done. Reports are read from `reading`.
 */
export const nightlyJobs = (config: Databases & { home: string }, reading: Knex): readonly NightlyJob[] =>
  [
    ...ownJobs(config),
    ...rooms.flatMap(room => room.nightly?.({ home: config.home, reading }) ?? []),
    ...bookJobs,
  ].toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)))
