import { certificateFiles, certificateUploads } from '../access.ts'
import { action } from '../define/action.ts'
import { choice, file, flag, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import type { UploadPart } from '../platform/imports/upload-part.ts'
import { user } from '../settings/user.ts'
import { certificateDates, coaDocument, visibilities } from './coa-document.ts'

/** Many certificates sent together, as files or zips: each is looked at by itself in the background. */
export const coaBatch = record({
  path: 'coa-batches',
  name: 'coa-batch',
  title: 'Uploads of Certificates',
  purpose: 'Bulk uploads of certificates and their progress.',
  fields: {
    fileName: text({ max: 120 }),
    requestedById: reference(user, { label: 'Sent by' }),
    status: choice(['READING', 'DONE', 'FAILED'], { default: 'READING' }),
    filesTotal: integer({ min: 0, default: 0, label: 'Files' }),
    filesDone: integer({ min: 0, default: 0, label: 'Files looked at' }),
    errorText: text({ max: 255, optional: true, label: 'Error' }),
    parts: json<readonly UploadPart[], { optional: true; secret: true }>({ optional: true, secret: true }),
    lockedBy: text({ max: 60, optional: true, secret: true }),
    lockedUntil: instant({ optional: true, secret: true }),
  },
  key: [],
  display: ['fileName'],
  list: ['createdAt', 'fileName', 'status', 'filesTotal', 'filesDone', 'requestedById'],
  sort: ['-id'],
  indexes: [['status', 'lockedUntil'], ['requestedById']],
  access: certificateUploads,
})

const waits = { result: 'TRAY' }

/** One file of an upload of certificates: the batch it is of, or why it waits in the tray for somebody of quality. */
export const coaFile = record({
  path: 'coa/upload-mapping',
  name: 'coa-file',
  title: 'Upload Mapping Data',
  purpose: 'The result of each uploaded certificate. Files in the tray need a product and a batch.',
  fields: {
    batchId: reference(coaBatch, { label: 'Upload' }),
    position: integer({ min: 1 }),
    fileName: text({ max: 120 }),
    attachmentId: file({ optional: true, label: 'PDF' }),
    parsedProductCode: text({ max: 40, optional: true, label: 'Product in the name' }),
    parsedBatchNo: text({ max: 10, format: 'batch', optional: true, label: 'Batch in the name' }),
    productId: reference(products, { optional: true, hint: 'For files in the tray, the best guess' }),
    batchNo: text({ max: 10, format: 'batch', optional: true, label: 'Batch' }),
    result: choice(['PUBLISHED', 'TRAY', 'KNOWN', 'REFUSED', 'LEFT_OUT'], {
      words: { staff: { TRAY: 'In the tray', KNOWN: 'Already on file' }, buyer: {} },
    }),
    message: text({ max: 255, optional: true, label: 'Why' }),
    isScan: flag({ label: 'Scan', hint: 'The PDF holds no text to compare' }),
    words: json<readonly string[], { optional: true; secret: true }>({ optional: true, secret: true }),
    coaDocumentId: reference(coaDocument, { optional: true, label: 'Certificate' }),
  },
  key: ['batchId', 'position'],
  display: ['fileName'],
  list: [
    'fileName',
    'result',
    'message',
    'productId',
    'batchNo',
    'isScan',
    'attachmentId',
    'coaDocumentId',
    'createdAt',
  ],
  filters: ['result', 'batchId', 'isScan', 'batchNo', 'productId'],
  search: ['fileName', 'batchNo'],
  sort: ['-result', '-id'],
  indexes: [['result'], ['fileName'], ['attachmentId'], ['coaDocumentId'], ['productId']],
  actions: {
    confirm: action({
      label: 'Confirm product and batch',
      letter: 'A',
      on: 'rows',
      when: waits,
      confirm: 'You have compared each document with its product and batch.',
    }),
    map: action({
      label: 'Choose product and batch',
      letter: 'A',
      when: waits,
      inputs: {
        productId: reference(products),
        batchNo: text({ max: 10, format: 'batch', label: 'Batch' }),
        ...certificateDates,
        visibility: choice(visibilities, {
          optional: true,
          hint: 'Leave empty to keep that of the previous version, or PUBLIC',
        }),
        isCompared: flag({
          label: 'I compared product and batch with the document',
          hint: 'The portal needs it for scans',
        }),
      },
    }),
    leaveOut: action({ label: 'Leave out', letter: 'A', on: 'rows', when: waits, danger: true }),
  },
  access: certificateFiles,
})

export type CoaBatch = Row<typeof coaBatch>
export type CoaFile = Row<typeof coaFile>
