import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import {
  type BatchPart,
  type PodBatch,
  type PodBatchFile,
  podBatch,
  podBatchFile,
} from '../../../resources/dispatches/pods/pod-batch.ts'
import { attachment } from '../../../resources/platform/attachment.ts'
import { type Person, readPerson } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, insertRows, updateRow } from '../../derive/save/write.ts'
import { saveScan } from '../../files/receive-file.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { uploadMegabytes } from '../../platform/receive-upload.ts'
import { readSettings } from '../../platform/settings.ts'
import { readSaved, removeSaved, savedFolder, sizeOfSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { matchFile, type PodEntries } from './match-files.ts'
import { isPodSheet, noSheet, type PodSheet, readPodSheet } from './pod-sheet.ts'
import { uploadPod } from './upload-pod.ts'
import { tooLarge, UnreadableUpload, type ZipLimits, type ZippedFile, zipFiles } from './zip-files.ts'

const MEGABYTE = 1024 * 1024
/** How many files one upload may hold. */
export const MOST_FILES = 2_000
/** A zip may unpack to so many times the largest zip. */
const MOST_UNPACKED = 4
const LEASE_SECONDS = 120

interface Working {
  config: Pick<Config, 'home'>
  db: Knex
  log: Log
}

/** Reads and uploads batches of PODs in the background of this process; one that was cut off is gone on with. */
export class BatchWork {
  readonly #at: Working
  readonly #process = randomUUID()
  #running: Promise<void> = Promise.resolve()
  #isStopping = false

  constructor(at: Working) {
    this.#at = at
  }

  /** Works on whatever waits, after what runs already. */
  begin(): void {
    this.#running = this.#running
      .then(() => this.#workAll())
      .catch(error => {
        this.#at.log.error({ err: error }, 'An upload of PODs was cut off')
      })
  }

  /** Resolves when nothing is worked on any more. */
  settled = (): Promise<void> => this.#running

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#running
  }

  async #workAll() {
    for (let next = await this.#claim(); next && !this.#isStopping; next = await this.#claim()) await this.#work(next)
  }

  /** Takes a batch that nobody works on, by compare-and-set. */
  async #claim(): Promise<PodBatch | undefined> {
    const { db } = this.#at
    const free = (rows: Knex.QueryBuilder) =>
      rows
        .whereIn('status', ['READING', 'UPLOADING'])
        .where(one => one.whereNull('lockedUntil').orWhere('lockedUntil', '<', now()))
    const [waiting] = (await rowsOf(db, podBatch, rows => free(rows).orderBy('id').limit(1))) as PodBatch[]
    if (!waiting) return undefined
    const lock = { lockedBy: this.#process, lockedUntil: secondsFromNow(LEASE_SECONDS) }
    const taken = await free(db('pod_batch').where('id', waiting.id)).update(lock)
    return taken === 1 ? waiting : this.#claim()
  }

  async #work(batch: PodBatch) {
    const { db } = this.#at
    const person = await readPerson(db, batch.requestedById)
    try {
      if (!person) throw new UnreadableUpload('Whoever sent it has no login any more.')
      if (batch.status === 'READING') await this.#read(batch, person)
      else await this.#upload(batch, person)
    } catch (error) {
      if (error instanceof UnreadableUpload) return this.#end(batch.id, { status: 'FAILED', errorText: error.message })
      await db('pod_batch').where('id', batch.id).update({ lockedBy: null })
      throw error
    }
  }

  /** Saves and matches each file of a batch; those that were looked at before a stop are passed over. */
  async #read(batch: PodBatch, person: Person) {
    const { db, config } = this.#at
    const parts = batch.parts ?? []
    const settings = await readSettings(db)
    const limits: ZipLimits = {
      fileBytes: uploadMegabytes(settings) * MEGABYTE,
      allBytes: settings['pod.zip_mb'] * MEGABYTE * MOST_UNPACKED,
      files: MOST_FILES,
    }
    const sheet = await this.#sheetOf(parts, limits)
    const known = new Set<number>(await db('pod_batch_file').where('batchId', batch.id).pluck('position'))
    let position = 0
    for await (const file of filesOf(config.home, parts, limits)) {
      position += 1
      if (position > MOST_FILES) throw new UnreadableUpload(`Send at most ${MOST_FILES} files at once.`)
      if (!known.has(position)) await this.#take(batch, person, position, file, sheet)
      if (this.#isStopping) return
    }
    for (const { key } of parts) await removeSaved(config.home, key)
    if (position === 0) throw new UnreadableUpload('There is no file in it.')
    await this.#end(batch.id, { status: 'READY', filesTotal: position, warnings: JSON.stringify(sheet.warnings) })
  }

  async #sheetOf(parts: readonly BatchPart[], limits: ZipLimits): Promise<PodSheet> {
    for await (const file of filesOf(this.#at.config.home, parts, limits, isPodSheet)) {
      if ('bytes' in file) return readPodSheet(file.bytes)
      return { ...noSheet, warnings: [`pod.csv is not read. ${file.refusal}.`] }
    }
    return noSheet
  }

  async #take(batch: PodBatch, person: Person, position: number, file: ZippedFile, sheet: PodSheet) {
    const { db, config } = this.#at
    const fileName = (file.name.split('/').at(-1) || file.name).slice(0, 120)
    const saved = 'bytes' in file ? await savedScan(config.home, fileName, file.bytes) : file
    const entries: PodEntries = sheet.rowFor(fileName) ?? {}
    const author = authorOf(person)
    await transact(db, async trx => {
      const base = { batchId: batch.id, requestedById: person.id, position, fileName }
      if ('refusal' in saved) {
        const row = { ...base, result: 'REFUSED' as const, message: saved.refusal.slice(0, 255) }
        await insertRows(trx, podBatchFile, [withDefaults(podBatchFile, row)], author)
      } else {
        const scan = withDefaults(attachment, { ...saved, ownerType: 'POD', title: fileName })
        const [made] = await insertRows(trx, attachment, [scan], author)
        const found = await withoutTwin(trx, batch.id, await matchFile(trx, person, fileName, entries))
        const { shortagePackages = 0, damagePackages = 0 } = entries
        const row = { ...base, ...found, shortagePackages, damagePackages, attachmentId: made!.id }
        await insertRows(trx, podBatchFile, [withDefaults(podBatchFile, row)], author)
      }
      await this.#renew(trx, batch.id, { filesDone: position, filesTotal: position })
    })
    await yieldToOthers()
  }

  /** Uploads the matched files of a batch, each for itself: one that is refused goes to the tray. */
  async #upload(batch: PodBatch, person: Person) {
    const { db } = this.#at
    const matched: number[] = await db('pod_batch_file')
      .where({ batchId: batch.id, result: 'MATCHED' })
      .orderBy('position')
      .pluck('id')
    for (const [at, id] of matched.entries()) {
      if (this.#isStopping) return
      await uploadFile(db, person, id)
      await this.#renew(db, batch.id, { filesDone: at + 1 })
      await yieldToOthers()
    }
    const left = await db('pod_batch_file').where({ batchId: batch.id, result: 'TRAY' }).first('id')
    await this.#end(batch.id, { status: left ? 'READY' : 'DONE' })
  }

  #renew = (db: Knex, id: number, progress: Record<string, unknown>) =>
    db('pod_batch')
      .where('id', id)
      .update({ ...progress, lockedUntil: secondsFromNow(LEASE_SECONDS), updatedAt: now() })

  #end = async (id: number, how: Record<string, unknown>) => {
    await this.#at
      .db('pod_batch')
      .where('id', id)
      .update({ ...how, lockedBy: null, lockedUntil: null, updatedAt: now() })
  }
}

/** The author of what is done for somebody in the background. */
const authorOf = ({ id }: Person): Author => ({ id, source: 'UI', ip: null, requestId: null })

/** The files of an upload one by one, those within zips too, without the sheet; or with `wants` only those wanted. */
async function* filesOf(
  home: string,
  parts: readonly BatchPart[],
  limits: ZipLimits,
  wants: (name: string) => boolean = name => !isPodSheet(name),
): AsyncGenerator<ZippedFile> {
  for (const { key, name } of parts) {
    if (/\.zip$/i.test(name)) yield* zipFiles(join(savedFolder(home), key), limits, wants)
    else if (!wants(name)) continue
    else if ((await sizeOfSaved(home, key)) > limits.fileBytes) yield { name, refusal: tooLarge(limits) }
    else yield { name, bytes: await readSaved(home, key) }
  }
}

async function savedScan(home: string, originalname: string, buffer: Buffer) {
  try {
    return await saveScan(home, { originalname, buffer })
  } catch (error) {
    if (error instanceof FeathersError && error.code === 415) return { refusal: error.message }
    throw error
  }
}

/** A second file of the same LR in one upload goes to the tray. */
async function withoutTwin<
  Found extends { lrId: number | null; result: PodBatchFile['result']; message: string | null },
>(trx: Knex, batchId: number, found: Found): Promise<Found> {
  if (found.result !== 'MATCHED') return found
  const twin = await trx('pod_batch_file').where({ batchId, lrId: found.lrId, result: 'MATCHED' }).first('fileName')
  if (!twin) return found
  return {
    ...found,
    result: 'TRAY',
    message: `${twin.fileName} is for the same LR: leave one of the two out`.slice(0, 255),
  }
}

async function uploadFile(db: Knex, person: Person, id: number) {
  const author = authorOf(person)
  const change = (trx: Knex, of: PodBatchFile, changes: Partial<PodBatchFile>) =>
    updateRow(trx, podBatchFile, of, changes, author)
  const read = async (trx: Knex) => (await rowsOf(trx, podBatchFile, rows => rows.where({ id })))[0] as PodBatchFile
  try {
    await transact(db, async trx => {
      const file = await read(trx)
      if (file.result !== 'MATCHED') return
      const made = await uploadPod(
        trx,
        {
          lrId: file.lrId!,
          attachmentId: file.attachmentId!,
          deliveredOn: file.deliveredOn!,
          receivedBy: file.receivedBy!,
          packagesReceived: file.packagesReceived!,
          shortagePackages: file.shortagePackages,
          damagePackages: file.damagePackages,
          temperature: null,
          isLoggerRead: false,
          remarks: null,
          requestKey: null,
        },
        'MULTIPLE',
        person,
        author,
      )
      await change(trx, file, { result: 'UPLOADED', podId: made.id, message: null })
    })
  } catch (error) {
    if (!(error instanceof FeathersError) || error.code >= 500) throw error
    const [first] = (error.errors ?? []) as { message?: string }[]
    await transact(db, async trx => {
      await change(trx, await read(trx), { result: 'TRAY', message: (first?.message ?? error.message).slice(0, 255) })
    })
  }
}
