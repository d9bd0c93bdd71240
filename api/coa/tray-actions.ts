import type { Knex } from 'knex'
import { plainBatch } from '../../resources/batch-no.ts'
import { type CoaFile, coaFile } from '../../resources/coa/coa-batch.ts'
import { type CoaDocument, coaDocument } from '../../resources/coa/coa-document.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type { ActionHandler, ActionInput } from '../derive/extend.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { updateRow } from '../derive/save/write.ts'
import type { UploadContext } from '../derive/uploads/upload.ts'
import { refused } from '../platform/errors.ts'
import { type Mapping, publish } from './publish.ts'

const filesOf = ({ rows }: ActionInput) => rows as unknown as CoaFile[]

const NO_GUESS = {
  fault: { field: 'productId', code: 'NO_GUESS', message: 'Nothing to confirm: choose its product and batch' },
}

/**
 * Makes files of the tray the certificates of their guessed batches, which somebody compared. Each stands by itself: what
 * cannot be one stays in the tray with the reason. Refused where none can.
 */
export const confirmGuesses: ActionHandler = async (trx, input) => {
  const files = filesOf(input)
  const faults: Fault[] = []
  for (const row of files) {
    const file = await whole(trx, row.id)
    const { productId, batchNo } = file
    const published =
      productId === null || batchNo === null
        ? NO_GUESS
        : await publish(trx, file, { productId, batchNo, isCompared: true }, input.author)
    if (!('fault' in published)) continue
    const { message } = published.fault
    faults.push({ ...published.fault, message: `${file.fileName}: ${message}` })
    if (published !== NO_GUESS) await updateRow(trx, coaFile, file, { message: message.slice(0, 255) }, input.author)
  }
  if (faults.length === files.length) throw refused(faults)
  if (faults.length === 0) return undefined
  const stay = faults.length === 1 ? '1 stays' : `${faults.length} stay`
  return `${files.length - faults.length} confirmed, ${stay} in the tray: ${faults[0]!.message}`
}

/** Makes a file of the tray the certificate of the batch that somebody chose. */
export const mapFile: ActionHandler = async (trx, input) => {
  const file = await whole(trx, filesOf(input)[0]!.id)
  const given = input.values as Partial<Mapping>
  const mapping = { ...given, productId: Number(given.productId), batchNo: plainBatch(given.batchNo) ?? '' }
  const published = await publish(trx, file, mapping, input.author)
  if ('fault' in published) throw refused([published.fault])
  const { coaNo, version } = published.document
  return published.isKnown ? `It is ${coaNo} already.` : `It is ${coaNo}, version ${version}.`
}

/** Takes files out of the tray that are no certificates. */
export const leaveFilesOut: ActionHandler = async (trx, input) => {
  for (const file of filesOf(input))
    await updateRow(trx, coaFile, file, { result: 'LEFT_OUT', message: null }, input.author)
  return undefined
}

/** A file with the words of its PDF, which no reader gets. */
const whole = async (trx: Knex, id: number) => (await rowsOf(trx, coaFile, rows => rows.where({ id })))[0] as CoaFile

/**
 * Gives the files that a sheet names their batches: of several with the same name, the last one that waits in the tray. The
 * sheet is what quality says of a scan; where a PDF has text, that must hold the batch.
 */
export async function importMappings(trx: Knex.Transaction, rows: ImportRow[], { author }: UploadContext) {
  for (const one of rows) {
    const { fileName, ...mapping } = one.row as { fileName: string } & Mapping
    const named = (await rowsOf(trx, coaFile, all =>
      all.where({ fileName }).whereIn('result', ['TRAY', 'PUBLISHED', 'KNOWN']).orderBy('id', 'desc').limit(20),
    )) as CoaFile[]
    const batchNo = plainBatch(mapping.batchNo) ?? ''
    const waiting = named.find(({ result }) => result === 'TRAY')
    if (!waiting) {
      const done = named.find(file => file.productId === mapping.productId && file.batchNo === batchNo)
      if (done) one.unchanged = true
      else one.refuse('fileName', 'UNKNOWN_REF', `No file named ${fileName} waits in the tray: send it first`)
      continue
    }
    const published = await publish(trx, waiting, { ...mapping, batchNo, isCompared: waiting.isScan }, author)
    if (!('fault' in published)) one.entityId = waiting.id
    else if (published.fault.code === 'NOT_COMPARED')
      one.refuse(
        'batchNo',
        'NOT_IN_TEXT',
        `The PDF does not hold batch ${batchNo}: correct it, or map this file by hand`,
      )
    else one.refuse(published.fault.field, published.fault.code, published.fault.message)
  }
}

const certificatesOf = ({ rows }: ActionInput) => rows as unknown as CoaDocument[]

/** Withdraws certificates: nobody outside quality finds or opens them any more. */
export const withdrawCertificates: ActionHandler = async (trx, input) => {
  const withdrawReason = String(input.values.reason)
  for (const row of certificatesOf(input))
    await updateRow(trx, coaDocument, row, { status: 'WITHDRAWN', withdrawReason }, input.author)
  return undefined
}

/** Changes who finds certificates by product and batch. */
export const changeVisibility: ActionHandler = async (trx, input) => {
  const visibility = input.values.visibility as CoaDocument['visibility']
  for (const row of certificatesOf(input)) await updateRow(trx, coaDocument, row, { visibility }, input.author)
  return undefined
}
