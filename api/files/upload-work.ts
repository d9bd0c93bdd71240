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
import {
  claimFirst,
  type Held,
  renew,
  settle,
  unheld,
  type Work,
  waitAfter,
  whileHeld,
} from '../platform/work/claim.ts'
import { tooLarge, UnreadableUpload, type ZipLimits, type ZippedFile, zipFiles } from './zip-files.ts'

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

/** The minutes after which an upload that failed through an error of ours is worked on again; after the last it is given up. */
const WAITS = [1, 5, 15]

/** An upload was taken over by another process, which does what is left of it. */
class TakenOver extends Error {}

/** The author of what is done for somebody in the background. */
export const authorOf = ({ id }: Person): Author => ({ id, source: 'UI', ip: null, requestId: null })

/** Works on uploads of many files in the background of this process; one that was cut off is gone on with. */
export abstract class UploadWork<Upload extends UploadRow> {
  readonly at: Working
  readonly #uploads: Resource
  readonly #claims: Work
  #held: Held | undefined
  /** How often each upload failed in this process: an error that stays is found by the one that meets it. */
  readonly #tries = new Map<number, number>()
  #running: Promise<void> = Promise.resolve()
  isStopping = false

  constructor(at: Working, uploads: Resource) {
    this.at = at
    this.#uploads = uploads
    this.#claims = { table: tableOf(uploads), seen: ['status'] }
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
    while (!this.isStopping) {
      const next = await this.#claim()
      if (!next) return
      await this.#do(next)
    }
  }

  /** Claims the next upload that nobody works on. */
  async #claim(): Promise<(Upload & Held) | null> {
    const waiting = (await rowsOf(this.at.db, this.#uploads, rows =>
      unheld(rows.whereIn('status', [...this.busy]))
        .orderBy('id')
        .limit(8),
    )) as never as Upload[]
    return claimFirst(this.at.db, this.#claims, waiting)
  }

  async #do(upload: Upload & Held) {
    const { db, log } = this.at
    this.#held = upload
    const person = await readPerson(db, upload.requestedById)
    try {
      if (!person) throw new UnreadableUpload('The person who asked for it has no login any more.')
      await whileHeld(db, this.#claims, [upload], () => this.work(upload, person))
    } catch (error) {
      if (error instanceof UnreadableUpload) await this.end(upload.id, { status: 'FAILED', errorText: error.message })
      else if (error instanceof TakenOver)
        log.warn({ id: upload.id }, `${this.#uploads.title}: another process took it over`)
      else await this.#fail(upload.id, error)
    }
    // What was cut off by a stop is gone on with at once, wherever the portal starts again.
    if (this.isStopping) await this.end(upload.id, {})
  }

  /** Leaves an upload that failed through an error of ours for a while, at last for good. */
  async #fail(id: number, error: unknown) {
    const tries = (this.#tries.get(id) ?? 0) + 1
    this.#tries.set(id, tries)
    const wait = waitAfter(tries, WAITS)
    this.at.log.error({ err: error, id, tries }, `${this.#uploads.title} were cut off`)
    if (wait !== null) await this.end(id, { lockedUntil: secondsFromNow(wait) })
    else await this.end(id, { status: 'FAILED', errorText: 'Something went wrong on our side: send it again.' })
  }

  /** Notes how far an upload has come; throws where another process has taken it over, so that nothing is done twice. */
  protected async renew(db: Knex, id: number, progress: Record<string, unknown>) {
    if (!(await renew(db, this.#claims, this.#heldAs(id), { ...progress, updatedAt: now() }))) throw new TakenOver()
  }

  /** Ends an upload or leaves it for later, and says whether it was still ours. */
  protected async end(id: number, how: Record<string, unknown>, db = this.at.db): Promise<boolean> {
    return (await settle(db, this.#claims, this.#heldAs(id), how)).length === 1
  }

  #heldAs = (id: number): Held[] => (this.#held?.id === id ? [this.#held] : [])
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
