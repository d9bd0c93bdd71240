import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import { momentText, showNumber } from '../../../resources/define/show.ts'
import { FILE_HOURS, type ReportFile, reportFile } from '../../../resources/mis/report-file.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import type { Person } from '../../derive/rights/person.ts'
import { listableAt } from '../../derive/signed-in.ts'
import { UploadWork } from '../../files/upload-work.ts'
import { UnreadableUpload } from '../../files/zip-files.ts'
import { sendMail } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { removeSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import type { ReportThreadConfig, ReportThreadMessage } from './write-report-file.ts'

export interface ReportFilesAt {
  config: Pick<Config, 'home' | 'databaseUrl' | 'reportsDatabaseUrl' | 'environment'>
  db: Knex
  log: Log
  /** Where a thread begins. */
  worker: URL
}

/** The most memory that the thread of one file may take. */
const MEGABYTES = 256
/** How many rows are written between two looks at whether somebody cancelled. */
const LOOK_ROWS = 5_000

/** How long a file is left that needs facts which are still counted. */
const COUNT_SECONDS = 30

type Written = Extract<ReportThreadMessage, { ended: true }>
type End = Written | { failed: string } | { counted: number }

/** Makes files of reports in the background of this process, one after the other, each in a thread of its own. */
export class ReportFileWork extends UploadWork<ReportFile> {
  protected readonly busy = ['WAITING', 'WRITING']
  readonly #at: ReportFilesAt
  #thread: Worker | undefined

  constructor(at: ReportFilesAt) {
    super(at, reportFile)
    this.#at = at
  }

  override async stop() {
    this.isStopping = true
    await this.#thread?.terminate()
    await super.stop()
  }

  /** Ends the thread of a file that somebody cancelled, where it is in this process. */
  protected async work(file: ReportFile, person: Person) {
    const { db, config } = this.#at
    const storageKey = file.storageKey ?? randomBytes(16).toString('hex')
    await this.renew(db, file.id, { status: 'WRITING', storageKey, rowsDone: 0, errorText: null })
    const end = await this.#write(file.id)
    if (end === undefined && this.isStopping) return
    if (end === undefined || !('ended' in end)) {
      await removeSaved(config.home, storageKey)
      if (end && 'counted' in end) return this.#leave(file.id, end.counted)
      if (end === undefined) return void (await this.end(file.id, { status: 'CANCELLED', storageKey: null }))
      throw new UnreadableUpload(end.failed)
    }
    await transact(db, trx => this.#tell(trx, file, person, end))
  }

  /** Runs the thread of a file; undefined when it was cancelled, or the portal stops. */
  async #write(fileId: number): Promise<End | undefined> {
    const { config, worker, log } = this.#at
    const { databaseUrl, reportsDatabaseUrl, home, environment } = config
    const workerData: ReportThreadConfig = { databaseUrl, reportsDatabaseUrl, home, environment, fileId }
    const thread = new Worker(worker, { workerData, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } })
    this.#thread = thread
    try {
      return await new Promise(resolve => {
        let looked = 0
        let looking = Promise.resolve()
        let end: End | undefined
        thread.on('error', error => {
          log.error({ err: error, fileId }, 'The file of a report could not be made')
          end ??= { failed: 'The file could not be made: try again.' }
        })
        thread.on('message', (message: ReportThreadMessage) => {
          if ('ended' in message || 'counted' in message) end = message
          else if ('failed' in message) {
            log.info({ err: message.error, fileId }, 'The file of a report could not be made')
            end = message
          } else if (message.rowsDone === 0 || message.rowsDone - looked >= LOOK_ROWS) {
            looked = message.rowsDone
            const { rowsTotal, rowsDone } = message
            looking = looking.then(() => this.#look(fileId, { rowsTotal, rowsDone }, thread))
          }
        })
        // A thread that was ended before its time says nothing; what was noted of its progress comes before its end.
        thread.on('exit', () => void looking.catch(() => undefined).then(() => resolve(end)))
      })
    } finally {
      this.#thread = undefined
    }
  }

  /** Leaves a file until the figures are counted, and says so: it is taken up again by whichever process looks next. */
  async #leave(id: number, counted: number) {
    const errorText = `Figures are being counted, ${counted} % done: the file is made automatically afterwards`
    const { db } = this.#at
    await transact(db, async trx => {
      const how = (await isCancelled(trx, id))
        ? { status: 'CANCELLED' }
        : { status: 'WAITING', errorText, lockedUntil: secondsFromNow(COUNT_SECONDS) }
      await this.end(id, { ...how, storageKey: null }, trx)
    })
  }

  /** Notes how far a file is, and ends its thread when whoever asked for it no longer wants it. */
  async #look(id: number, progress: { rowsTotal: number; rowsDone: number }, thread: Worker) {
    const { db } = this.#at
    const job = await db('report_file').where({ id }).first('cancelRequested')
    if (!job || job.cancelRequested) await thread.terminate()
    else await this.renew(db, id, progress)
  }

  /** Ends a file that is made, and tells whoever asked for it: by a mail with a link, which asks for their rights again. */
  async #tell(trx: Knex, file: ReportFile, person: Person, { rights, rowsTotal }: Written) {
    const expiresAt = secondsFromNow(FILE_HOURS * 60 * 60)
    if (await isCancelled(trx, file.id)) return
    if (!(await this.end(file.id, { status: 'DONE', rights, rowsTotal, rowsDone: rowsTotal, expiresAt }, trx))) return
    const { title, path } = listableAt(file.report)
    const values = {
      name: person.name,
      reportTitle: title,
      count: showNumber(rowsTotal),
      expiresAt: momentText(expiresAt),
      link: `${PORTAL}/${path}?files=1`,
    }
    const login = await trx('user').where('id', person.id).first('email')
    const owner = { type: 'report-file', id: file.id }
    if (login?.email)
      await sendMail(trx, { template: 'REPORT_FILE_READY', topic: 'ORDER', to: login.email, owner, values })
    const note = { title: `${title}: your file is ready`, body: `${values.count} rows, kept until ${values.expiresAt}` }
    await notify(trx, [person.id], { ...note, link: `/${path}?files=1` })
  }
}

/** Whether somebody no longer wants a file; nobody can say so before the transaction ends. */
const isCancelled = async (trx: Knex, id: number): Promise<boolean> =>
  Boolean((await trx('report_file').where({ id }).forUpdate().first('cancelRequested'))?.cancelRequested)

/** Removes the files whose time is over; returns how many. */
export async function dropReportFiles(db: Knex, home: string): Promise<number> {
  const over: { id: number; storageKey: string | null }[] = await db('report_file')
    .where('status', 'DONE')
    .where('expiresAt', '<', now())
    .select('id', 'storageKey')
  for (const { id, storageKey } of over) {
    if (storageKey) await removeSaved(home, storageKey)
    await db('report_file').where({ id }).update({ status: 'EXPIRED', storageKey: null, updatedAt: now() })
  }
  return over.length
}
