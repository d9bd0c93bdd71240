import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import {
  type PodBatch,
  type PodBatchFile,
  podBatch,
  podBatchFile,
} from '../../../resources/dispatches/pods/pod-batch.ts'
import { attachment } from '../../../resources/platform/attachment.ts'
import type { UploadPart } from '../../../resources/platform/imports/upload-part.ts'
import type { Person } from '../../derive/rights/person.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { saveScan } from '../../files/receive-file.ts'
import { authorOf, filesOf, UploadWork, type Working } from '../../files/upload-work.ts'
import { UnreadableUpload, type ZipLimits, type ZippedFile } from '../../files/zip-files.ts'
import { uploadMegabytes } from '../../platform/http/receive-upload.ts'
import { readSettings } from '../../platform/settings.ts'
import { removeSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { matchFile, type PodEntries } from './match-files.ts'
import { followFirst, pagesOfBatch } from './pages-of-batch.ts'
import { isPodSheet, noSheet, type PodSheet, readPodSheet } from './pod-sheet.ts'
import { uploadPod } from './upload-pod.ts'

const MEGABYTE = 1024 * 1024
/** How many files one upload may hold. */
const MOST_FILES = 2_000
/** A zip may unpack to so many times the largest zip. */
const MOST_UNPACKED = 4
const isNoSheet = (name: string) => !isPodSheet(name)

/** Reads and uploads batches of PODs. */
export class BatchWork extends UploadWork<PodBatch> {
  protected readonly busy = ['READING', 'UPLOADING']

  constructor(at: Working) {
    super(at, podBatch)
  }

  protected async work(batch: PodBatch, person: Person) {
    if (batch.status === 'READING') await this.#read(batch, person)
    else await this.#upload(batch, person)
  }

  /** Saves and matches each file of a batch; those that were looked at before a stop are passed over. */
  async #read(batch: PodBatch, person: Person) {
    const { db, config } = this.at
    const parts = batch.parts ?? []
    const settings = await readSettings(db)
    const limits: ZipLimits = {
      fileBytes: uploadMegabytes(settings) * MEGABYTE,
      allBytes: settings['pod.zip_mb'] * MEGABYTE * MOST_UNPACKED,
      files: MOST_FILES,
    }
    const sheet = await this.#sheetOf(parts, limits)
    const takenPositions = new Set<number>(await db('pod_batch_file').where('batchId', batch.id).pluck('position'))
    let position = 0
    for await (const file of filesOf(config.home, parts, limits, isNoSheet)) {
      position += 1
      if (position > MOST_FILES) throw new UnreadableUpload(`Send at most ${MOST_FILES} files at once.`)
      if (!takenPositions.has(position)) await this.#take(batch, person, position, file, sheet)
      if (this.isStopping) return
    }
    for (const { key } of parts) await removeSaved(config.home, key)
    if (position === 0) throw new UnreadableUpload('There is no file in it.')
    await this.end(batch.id, { status: 'READY', filesTotal: position, warnings: JSON.stringify(sheet.warnings) })
  }

  async #sheetOf(parts: readonly UploadPart[], limits: ZipLimits): Promise<PodSheet> {
    for await (const file of filesOf(this.at.config.home, parts, limits, isPodSheet)) {
      if ('bytes' in file) return readPodSheet(file.bytes)
      return { ...noSheet, warnings: [`pod.csv is not read. ${file.refusal}.`] }
    }
    return noSheet
  }

  async #take(batch: PodBatch, person: Person, position: number, file: ZippedFile, sheet: PodSheet) {
    const { db, config } = this.at
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
        const [attachmentRow] = await insertRows(trx, attachment, [scan], author)
        const match = await matchFile(trx, person, fileName, entries)
        const { shortagePackages = 0, damagePackages = 0 } = entries
        const row = { ...base, ...match, shortagePackages, damagePackages, attachmentId: attachmentRow!.id }
        await insertRows(trx, podBatchFile, [withDefaults(podBatchFile, row)], author)
        if (match.lrId !== null && match.result !== 'PROPOSED')
          await followFirst(trx, (await pagesOfBatch(trx, batch.id, match.lrId)).slice(1), author)
      }
      await this.renew(trx, batch.id, { filesDone: position, filesTotal: position })
    })
    await yieldToOthers()
  }

  /** Uploads the PODs of a batch, each for itself: one that is refused goes to the tray with its pages. */
  async #upload(batch: PodBatch, person: Person) {
    const { db } = this.at
    const lrIds: number[] = await db('pod_batch_file')
      .where({ batchId: batch.id, result: 'MATCHED' })
      .groupBy('lrId')
      .min({ first: 'position' })
      .orderBy('first')
      .pluck('lrId')
    let done = 0
    for (const lrId of lrIds) {
      if (this.isStopping) return
      done += await uploadPages(db, person, batch.id, lrId)
      await this.renew(db, batch.id, { filesDone: done })
      await yieldToOthers()
    }
    const left = await db('pod_batch_file')
      .where({ batchId: batch.id })
      .whereIn('result', ['TRAY', 'PROPOSED', 'MATCHED'])
      .first('id')
    await this.end(batch.id, { status: left ? 'READY' : 'DONE' })
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

/** Uploads the files of an LR as one POD, unless its first page waits for a correction. Returns how many were uploaded. */
async function uploadPages(db: Knex, person: Person, batchId: number, lrId: number): Promise<number> {
  const author = authorOf(person)
  const change = async (trx: Knex, files: readonly PodBatchFile[], changes: Partial<PodBatchFile>) => {
    for (const file of files) await updateRow(trx, podBatchFile, file, changes, author)
  }
  const matched = async (trx: Knex) => {
    const [first, ...further] = await pagesOfBatch(trx, batchId, lrId)
    return first?.result === 'MATCHED' ? [first, ...further.filter(({ result }) => result === 'MATCHED')] : []
  }
  try {
    return await transact(db, async trx => {
      const files = await matched(trx)
      const [file, ...further] = files
      if (!file) return 0
      const uploadedPod = await uploadPod(
        trx,
        {
          lrId,
          attachmentId: file.attachmentId!,
          furtherIds: further.map(({ attachmentId }) => attachmentId!),
          deliveredOn: file.deliveredOn!,
          receivedBy: file.receivedBy!,
          packagesReceived: file.packagesReceived!,
          shortagePackages: file.shortagePackages,
          damagePackages: file.damagePackages,
          refusedPackages: 0,
          temperature: null,
          isLoggerRead: false,
          remarks: null,
          requestKey: null,
          goods: null,
        },
        'MULTIPLE',
        person,
        author,
      )
      await change(trx, files, { result: 'UPLOADED', podId: uploadedPod.id, message: null })
      return files.length
    })
  } catch (error) {
    if (!(error instanceof FeathersError) || error.code >= 500) throw error
    const [first] = (error.errors ?? []) as { message?: string }[]
    const message = (first?.message ?? error.message).slice(0, 255)
    await transact(db, async trx => change(trx, await matched(trx), { result: 'TRAY', message }))
    return 0
  }
}
