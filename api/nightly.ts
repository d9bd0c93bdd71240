import type { Knex } from 'knex'
import { bookJobs } from './books.ts'
import { markReplica } from './platform/reports/reports-database.ts'
import { countTableRows } from './platform/sqlite/table-statistics.ts'
import type { NightlyJob } from './platform/work/nightly.ts'
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

/** Where the portal keeps its rows, and where reports are read. */
interface Databases {
  databaseUrl?: string
  reportsDatabaseUrl?: string | null
}

/** What the database itself needs: the mark by which a replica says of when it is, and the statistics of SQLite. */
const ownJobs = ({ databaseUrl = '', reportsDatabaseUrl = null }: Databases): readonly NightlyJob[] => [
  ...(reportsDatabaseUrl === null ? [] : [{ name: 'replica-mark', everyMinutes: 1, work: markReplica }]),
  ...(databaseUrl.startsWith('sqlite:') ? [{ name: 'table-statistics', at: '02:20', work: countTableRows }] : []),
]
