import { mkdir } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Knex } from 'knex'
import { type ReportFile, reportFile } from '../../../resources/mis/report-file.ts'
import { aboutFile } from '../../derive/export/about-file.ts'
import { MOST_OF_REPORT } from '../../derive/export/export.ts'
import { askFile, countRowsOfFile, rowsOfFile, writeFile } from '../../derive/export/file-rows.ts'
import { MOST_READ, requireFitsOnPaper } from '../../derive/export/list-paper.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { listableAt } from '../../derive/signed-in.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase, withSmallCache } from '../../platform/database.ts'
import { setEnvironment } from '../../platform/environment.ts'
import { percentCounted } from '../../platform/reports/counting.ts'
import { hasOneWriter } from '../../platform/sql-words.ts'
import { savedFolder, writeSaved } from '../../platform/stored-files.ts'
import { rightsPrint } from './rights-print.ts'

/** What a thread is given when it starts. */
export interface ReportThreadConfig
  extends Pick<Config, 'databaseUrl' | 'reportsDatabaseUrl' | 'home' | 'environment'> {
  fileId: number
}

/** A message of the thread: how far it is, or its end, with a sentence where it failed, or how far the facts are that it needs. */
export type ReportThreadMessage =
  | { rowsTotal: number; rowsDone: number }
  | { ended: true; rights: string; rowsTotal: number }
  | { failed: string; error?: unknown }
  | { counted: number }

/** Writes one file of a report in a thread and on a connection of its own, so that nobody waits for it. */
export async function runReportFile(): Promise<void> {
  const { databaseUrl, reportsDatabaseUrl, home, environment, fileId } = workerData as ReportThreadConfig
  setEnvironment(environment)
  const tell = (message: ReportThreadMessage) => parentPort!.postMessage(message)
  const db = openDatabase(databaseUrl)
  const reading = reportsDatabaseUrl === null || hasOneWriter(db) ? db : openDatabase(reportsDatabaseUrl)
  try {
    await withSmallCache(db)
    // What is asked, and by whom, may not have reached a replica yet.
    const fileOrder = await readOrder(db, fileId)
    if (fileOrder === undefined) tell({ failed: 'The person who asked for it has no login any more.' })
    // All pages are of one moment.
    else await reading.transaction(trx => write(trx, home, fileOrder, tell))
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: string }
    const isRefusal = typeof code === 'number' && code < 500
    const counted = percentCounted(error)
    if (counted !== undefined) tell({ counted })
    else tell({ failed: isRefusal && message ? message : 'The file could not be made: try again.', error })
  }
  if (reading !== db) await reading.destroy()
  await db.destroy()
}

interface FileOrder {
  job: ReportFile
  person: Person
}

async function readOrder(db: Knex, fileId: number): Promise<FileOrder | undefined> {
  const [job] = (await rowsOf(db, reportFile, rows => rows.where('id', fileId))) as never as ReportFile[]
  const person = job && (await readPerson(db, job.requestedById))
  return job && person ? { job, person } : undefined
}

async function write(db: Knex, home: string, { job, person }: FileOrder, tell: (message: ReportThreadMessage) => void) {
  const report = listableAt(job.report)
  const { columns = null, ...filters } = job.asked
  const look = { format: job.format, columns: columns as string | null }
  const file = await askFile(db, report, person, look, filters)
  if (job.format === 'pdf') requireFitsOnPaper(await countRowsOfFile(db, file, MOST_READ))
  const ids = await rowsOfFile(db, file, MOST_OF_REPORT)
  const about = await aboutFile(db, report, person, file.query, { at: now(), rows: ids.length })
  const onPage = (rowsDone: number) => tell({ rowsTotal: ids.length, rowsDone })
  onPage(0)
  await mkdir(savedFolder(home), { recursive: true, mode: 0o700 })
  await writeSaved(home, job.storageKey!, writeFile(db, { ...file, ids }, { about, onPage }))
  tell({ ended: true, rights: rightsPrint(person), rowsTotal: ids.length })
}
