import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { UploadPart } from '../../resources/platform/imports/upload-part.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { now, secondsFromNow } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'
import { readSaved, savedFolder, sizeOfSaved } from '../platform/stored-files.ts'
import { tooLarge, UnreadableUpload, type ZipLimits, type ZippedFile, zipFiles } from './zip-files.ts'

const LEASE_SECONDS = 120

export interface Working {
  config: Pick<Config, 'home'>
  db: Knex
  log: Log
}

/** What every upload of many files has, and everything else that is worked on for somebody. */
export interface UploadRow {
  id: number
  status: string
  requestedById: number
}

/** The author of what is done for somebody in the background. */
export const authorOf = ({ id }: Person): Author => ({ id, source: 'UI', ip: null, requestId: null })

/** Works on uploads of many files in the background of this process; one that was cut off is gone on with. */
export abstract class UploadWork<Upload extends UploadRow> {
  readonly at: Working
  readonly #uploads: Resource
  readonly #process = randomUUID()
  #running: Promise<void> = Promise.resolve()
  isStopping = false

  constructor(at: Working, uploads: Resource) {
    this.at = at
    this.#uploads = uploads
  }

  /** Does what an upload waits for. An `UnreadableUpload` ends it with its message. */
  protected abstract work(upload: Upload, person: Person): Promise<void>
  /** The statuses in which an upload is worked on. */
  protected abstract readonly busy: readonly string[]

  /** Works on whatever waits, after what runs already. */
  begin(): void {
    this.#running = this.#running
      .then(() => this.#workAll())
      .catch(error => {
        this.at.log.error({ err: error }, `${this.#uploads.title} were cut off`)
      })
  }

  /** Waits until what was begun is done. */
  done(): Promise<void> {
    return this.#running
  }

  async stop(): Promise<void> {
    this.isStopping = true
    await this.#running
  }

  async #workAll() {
    for (let next = await this.#claim(); next && !this.isStopping; next = await this.#claim()) await this.#do(next)
  }

  /** Takes an upload that nobody works on, by compare-and-set. */
  async #claim(): Promise<Upload | undefined> {
    const { db } = this.at
    const free = (rows: Knex.QueryBuilder) =>
      rows
        .whereIn('status', [...this.busy])
        .where(one => one.whereNull('lockedUntil').orWhere('lockedUntil', '<', now()))
    const [waiting] = (await rowsOf(db, this.#uploads, rows => free(rows).orderBy('id').limit(1))) as never as Upload[]
    if (!waiting) return undefined
    const lock = { lockedBy: this.#process, lockedUntil: secondsFromNow(LEASE_SECONDS) }
    const taken = await free(db(this.#table).where('id', waiting.id)).update(lock)
    return taken === 1 ? waiting : this.#claim()
  }

  async #do(upload: Upload) {
    const { db } = this.at
    const person = await readPerson(db, upload.requestedById)
    try {
      if (!person) throw new UnreadableUpload('The person who asked for it has no login any more.')
      await this.work(upload, person)
    } catch (error) {
      if (error instanceof UnreadableUpload) return this.end(upload.id, { status: 'FAILED', errorText: error.message })
      await db(this.#table).where('id', upload.id).update({ lockedBy: null })
      throw error
    }
  }

  /** Notes how far an upload has come, and goes on holding it. */
  protected renew = (db: Knex, id: number, progress: Record<string, unknown>) =>
    db(this.#table)
      .where('id', id)
      .update({ ...progress, lockedUntil: secondsFromNow(LEASE_SECONDS), updatedAt: now() })

  protected end = async (id: number, how: Record<string, unknown>) => {
    await this.at
      .db(this.#table)
      .where('id', id)
      .update({ ...how, lockedBy: null, lockedUntil: null, updatedAt: now() })
  }

  get #table() {
    return tableOf(this.#uploads)
  }
}

/** The files of an upload one by one, those within zips too; `wants` says which are read at all. */
export async function* filesOf(
  home: string,
  parts: readonly UploadPart[],
  limits: ZipLimits,
  wants: (name: string) => boolean = () => true,
): AsyncGenerator<ZippedFile> {
  for (const { key, name } of parts) {
    if (/\.zip$/i.test(name)) yield* zipFiles(join(savedFolder(home), key), limits, wants)
    else if (!wants(name)) continue
    else if ((await sizeOfSaved(home, key)) > limits.fileBytes) yield { name, refusal: tooLarge(limits) }
    else yield { name, bytes: await readSaved(home, key) }
  }
}
