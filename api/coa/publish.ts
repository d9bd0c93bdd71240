import type { Knex } from 'knex'
import { type CoaFile, coaFile } from '../../resources/coa/coa-batch.ts'
import { type CoaDocument, coaDocument } from '../../resources/coa/coa-document.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { nextNumber } from '../platform/number-series.ts'
import { bookedBatch } from './known-batches.ts'

/** Of which batch a file is the certificate, and what it says of it. */
export type Mapping = Pick<CoaDocument, 'productId' | 'batchNo'> &
  Partial<Pick<CoaDocument, 'manufactureDate' | 'expiryDate' | 'retestDate'>> & {
    visibility?: CoaDocument['visibility'] | null
    /** Somebody compared the document with product and batch. */
    isCompared?: boolean
  }

/** What became of a file: its certificate, or why it cannot be one yet. */
type Published = { document: CoaDocument; isKnown: boolean } | { fault: Fault }

/**
 * Makes a file the certificate of a batch: its next version, which supersedes the one before. The batch must occur in stock
 * or invoices, and in the text of the PDF; where the PDF has no such text, somebody must have compared it. The same
 * file again is the certificate that is there.
 */
export async function publish(trx: Knex, file: CoaFile, mapping: Mapping, author: Author): Promise<Published> {
  const { productId, batchNo } = mapping
  const expires = await bookedBatch(trx, { productId, batchNo })
  const fault = (await mappingFault(trx, file, mapping, expires === undefined)) ?? datesFault(mapping)
  if (fault) return { fault }
  const before = (await rowsOf(trx, coaDocument, rows =>
    // Locked, because the next version is counted from them.
    rows.where({ productId, batchNo }).orderBy('version', 'desc').forUpdate(),
  )) as CoaDocument[]
  const active = before.find(({ status }) => status === 'ACTIVE')
  const same = await trx('coa_document')
    .where({ productId, batchNo, attachmentId: file.attachmentId })
    .orderBy('version', 'desc')
    .first('id', 'status', 'withdrawReason')
  if (same?.status === 'WITHDRAWN' && !mapping.isCompared)
    return {
      fault: { field: 'fileName', code: 'WITHDRAWN', message: `This file was withdrawn: ${same.withdrawReason}` },
    }
  if (active && same?.id === active.id) {
    await updateRow(trx, coaFile, file, { ...mapped(mapping), result: 'KNOWN', coaDocumentId: active.id }, author)
    return { document: active, isKnown: true }
  }
  if (active) await updateRow(trx, coaDocument, active, { status: 'SUPERSEDED' }, author)
  const row = withDefaults(coaDocument, {
    coaNo: await nextNumber(trx, 'CA', today()),
    productId,
    batchNo,
    version: (before[0]?.version ?? 0) + 1,
    manufactureDate: mapping.manufactureDate ?? active?.manufactureDate ?? null,
    expiryDate: mapping.expiryDate ?? active?.expiryDate ?? expires ?? null,
    retestDate: mapping.retestDate ?? active?.retestDate ?? null,
    attachmentId: file.attachmentId!,
    visibility: mapping.visibility ?? before[0]?.visibility ?? 'PUBLIC',
  })
  const [document] = (await insertRows(trx, coaDocument, [row], author)) as unknown as CoaDocument[]
  const changes = { ...mapped(mapping), result: 'PUBLISHED', coaDocumentId: document!.id } as const
  await updateRow(trx, coaFile, file, changes, author)
  return { document: document!, isKnown: false }
}

const mapped = ({ productId, batchNo }: Mapping) => ({ productId, batchNo, message: null })

async function mappingFault(
  trx: Knex,
  file: CoaFile,
  mapping: Mapping,
  isUnknown: boolean,
): Promise<Fault | undefined> {
  const { batchNo, productId } = mapping
  if (isUnknown) {
    const { code } = await trx('products').where('id', productId).first('code')
    const message = `Batch ${batchNo} of ${code} is in no stock and on no invoice: correct it, or wait until SAP tells it`
    return { field: 'batchNo', code: 'UNKNOWN_BATCH', message }
  }
  if (mapping.isCompared || file.words?.includes(batchNo)) return undefined
  const why = file.isScan ? 'It is a scan' : `The PDF does not hold batch ${batchNo}`
  return { field: 'isCompared', code: 'NOT_COMPARED', message: `${why}: compare it with the document, and confirm` }
}

/** Dates that cannot be: made after it expires or is tested again. */
function datesFault({ manufactureDate, expiryDate, retestDate }: Omit<Mapping, 'visibility'>): Fault | undefined {
  const ends = { expiryDate, retestDate }
  for (const [field, day] of Object.entries(ends))
    if (manufactureDate && day && day <= manufactureDate) {
      const label = field === 'expiryDate' ? 'Expiry date' : 'Retest date'
      return { field, code: 'RANGE', message: `${label} must be after the manufacture date` }
    }
  if (manufactureDate && manufactureDate > today())
    return { field: 'manufactureDate', code: 'RANGE', message: 'Manufacture date must not be after today' }
  return undefined
}
