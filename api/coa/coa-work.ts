import type { Knex } from 'knex'
import { type CoaBatch, type CoaFile, coaBatch, coaFile } from '../../resources/coa/coa-batch.ts'
import { batchInFileName } from '../../resources/coa/coa-file-name.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import type { PdfFinding } from '../files/pdf/pdf-parts.ts'
import { PdfReader } from '../files/pdf/pdf-reader.ts'
import { authorOf, filesOf, UploadWork, type Working } from '../files/upload-work.ts'
import { UnreadableUpload, type ZipLimits, type ZippedFile } from '../files/zip-files.ts'
import { readSettings } from '../platform/settings.ts'
import { removeSaved, saveFile } from '../platform/stored-files.ts'
import { transact } from '../platform/transact.ts'
import { yieldToOthers } from '../platform/yield-to-others.ts'
import { guessBatch } from './known-batches.ts'
import { publish } from './publish.ts'

const MEGABYTE = 1024 * 1024
/** How many certificates one upload may hold. */
export const MOST_CERTIFICATES = 200
/** How large one may be. */
const CERTIFICATE_MEGABYTES = 10
/** A zip may unpack to so many times the largest zip. */
const MOST_UNPACKED = 4

const TWIN = { refusal: 'Another file of this upload has the same name: send one of the two' }

/** Reads uploads of certificates: each file is checked, matched by its name, and published or put into the tray. */
export class CoaWork extends UploadWork<CoaBatch> {
  protected readonly busy = ['READING']
  readonly #pdfs = new PdfReader()

  constructor(at: Working) {
    super(at, coaBatch)
  }

  override async stop() {
    await super.stop()
    await this.#pdfs.stop()
  }

  /** Looks at each file of an upload; those that were looked at before a stop are passed over. */
  protected async work(batch: CoaBatch, person: Person) {
    const { db, config } = this.at
    const parts = batch.parts ?? []
    const limits: ZipLimits = {
      fileBytes: CERTIFICATE_MEGABYTES * MEGABYTE,
      allBytes: (await readSettings(db))['coa.zip_mb'] * MEGABYTE * MOST_UNPACKED,
      files: MOST_CERTIFICATES,
    }
    const takenPositions = new Set<number>(await db('coa_file').where('batchId', batch.id).pluck('position'))
    let position = 0
    for await (const file of filesOf(config.home, parts, limits)) {
      position += 1
      if (position > MOST_CERTIFICATES)
        throw new UnreadableUpload(`Only the first ${MOST_CERTIFICATES} files were read: send the others again.`)
      if (!takenPositions.has(position)) await this.#take(batch, person, position, file)
      if (this.isStopping) return
    }
    for (const { key } of parts) await removeSaved(config.home, key)
    if (position === 0) throw new UnreadableUpload('There is no file in it.')
    await this.end(batch.id, { status: 'DONE', filesTotal: position })
  }

  async #take(batch: CoaBatch, person: Person, position: number, file: ZippedFile) {
    const { db, config } = this.at
    const fileName = (file.name.split('/').at(-1) || file.name).slice(0, 120)
    let finding = 'bytes' in file ? await this.#read(fileName, file.bytes) : file
    const author = authorOf(person)
    const base = { batchId: batch.id, position, fileName }
    await transact(db, async trx => {
      const twin = await trx('coa_file').where({ batchId: batch.id, fileName }).first('id')
      if (twin && !('refusal' in finding)) finding = TWIN
      if ('refusal' in finding) {
        const row = { ...base, result: 'REFUSED' as const, message: finding.refusal.slice(0, 255) }
        await insertRows(trx, coaFile, [withDefaults(coaFile, row)], author)
      } else {
        const attachmentId = await storedOnce(trx, config.home, fileName, (file as { bytes: Buffer }).bytes, author)
        await placeFile(trx, { ...base, attachmentId }, finding.words, author)
      }
      await this.renew(trx, batch.id, { filesDone: position, filesTotal: position })
    })
    await yieldToOthers()
  }

  #read(fileName: string, bytes: Buffer): Promise<PdfFinding> | PdfFinding {
    if (!/\.pdf$/i.test(fileName)) return { refusal: 'It is no PDF: send certificates as PDFs, or a zip of them' }
    if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return { refusal: 'It is no PDF, whatever its name says' }
    return this.#pdfs.read(bytes)
  }
}

/** The attachment of these bytes: the one that is there, or a new one. */
async function storedOnce(trx: Knex, home: string, fileName: string, bytes: Buffer, author: Author): Promise<number> {
  const stored = await saveFile(home, bytes)
  const there = await trx('attachment').where({ ownerType: 'COA', sha256: stored.sha256 }).first('id')
  if (there) {
    await removeSaved(home, stored.key)
    return there.id
  }
  const row = withDefaults(attachment, {
    ownerType: 'COA',
    title: fileName,
    fileName,
    mimeType: 'application/pdf',
    sizeBytes: stored.size,
    sha256: stored.sha256,
    storageKey: stored.key,
  })
  const [made] = await insertRows(trx, attachment, [row], author)
  return made!.id
}

/** Publishes a file by its name, or puts it into the tray with the best guess and the reason. */
async function placeFile(
  trx: Knex,
  base: Pick<CoaFile, 'batchId' | 'position' | 'fileName' | 'attachmentId'>,
  words: string[],
  author: Author,
) {
  const named = batchInFileName(base.fileName)
  const row = withDefaults(coaFile, {
    ...base,
    parsedProductCode: named?.productCode ?? null,
    parsedBatchNo: named?.batchNo ?? null,
    result: 'TRAY',
    isScan: words.length === 0,
    words,
  })
  const [made] = await insertRows(trx, coaFile, [row], author)
  const [file] = (await rowsOf(trx, coaFile, rows => rows.where('id', made!.id))) as CoaFile[]
  const product = named && (await productOf(trx, named.productCode))
  if (named && product) {
    const published = await publish(trx, file!, { productId: product.id, batchNo: named.batchNo }, author)
    if (!('fault' in published)) return
    const guess = (await guessBatch(trx, named, words)) ?? {}
    return toTray(trx, file!, published.fault.message, guess, author)
  }
  const why = named
    ? `No product has the code ${named.productCode}: choose the product`
    : 'Its name says no product and batch: choose them'
  await toTray(trx, file!, why, (await guessBatch(trx, named, words)) ?? {}, author)
}

const toTray = (trx: Knex, file: CoaFile, why: string, guess: Partial<CoaFile>, author: Author) =>
  updateRow(trx, coaFile, file, { ...guess, message: why.slice(0, 255) }, author)

/** The product that a name means; a number may be written with zeros before it, as SAP does. */
const productOf = (trx: Knex, code: string): Promise<{ id: number } | undefined> =>
  trx('products')
    .whereIn('code', [code, code.toLowerCase(), /^\d+$/.test(code) ? code.replace(/^0+(?=.)/, '') : code])
    .first('id')
