import { markReplica } from '../reports/reports-database.ts'
import { countTableRows } from '../sqlite/table-statistics.ts'
import type { NightlyJob } from './nightly.ts'

/** Where the portal keeps its rows, and where reports are read. */
export interface Databases {
  databaseUrl?: string
  reportsDatabaseUrl?: string | null
}

/** What the database itself needs: the mark by which a replica says of when it is, and the statistics of SQLite. */
export const ownJobs = ({ databaseUrl = '', reportsDatabaseUrl = null }: Databases): readonly NightlyJob[] => [
  ...(reportsDatabaseUrl === null ? [] : [{ name: 'replica-mark', everyMinutes: 1, work: markReplica }]),
  ...(databaseUrl.startsWith('sqlite:') ? [{ name: 'table-statistics', at: '02:20', work: countTableRows }] : []),
]
