import { podBatches } from '../../access.ts'
import { choice, date, file, instant, integer, json, reference, text } from '../../define/fields.ts'
import { type Row, record } from '../../define/resource.ts'
import type { UploadPart } from '../../platform/imports/upload-part.ts'
import { user } from '../../settings/user.ts'
import { lr } from '../lr.ts'
import { pod } from './pod.ts'

const mine = { DISPATCH: { requestedById: 'myself' }, TRANSPORTER: { requestedById: 'myself' } } as const

/** Many PODs sent together, as files or as one zip: read in the background, looked through, then uploaded. */
export const podBatch = record({
  path: 'pod-batches',
  name: 'pod-batch',
  title: 'Uploads of PODs',
  purpose: 'Bulk uploads of PODs and their progress.',
  fields: {
    fileName: text({ max: 120 }),
    requestedById: reference(user, { audience: 'readers', label: 'Sent by' }),
    status: choice(['READING', 'READY', 'UPLOADING', 'DONE', 'FAILED'], { default: 'READING' }),
    filesTotal: integer({ min: 0, default: 0, label: 'Files' }),
    filesDone: integer({ min: 0, default: 0, label: 'Files looked at' }),
    warnings: json<string[], { optional: true }>({ optional: true }),
    errorText: text({ audience: 'readers', max: 255, optional: true, label: 'Error' }),
    parts: json<readonly UploadPart[], { optional: true; secret: true }>({ optional: true, secret: true }),
    lockedBy: text({ max: 60, optional: true, secret: true }),
    lockedUntil: instant({ optional: true, secret: true }),
  },
  key: [],
  display: ['fileName'],
  list: ['createdAt', 'fileName', 'status', 'filesTotal', 'filesDone'],
  sort: ['-id'],
  indexes: [['status', 'lockedUntil'], ['requestedById']],
  access: podBatches,
  within: mine,
})

/** An LR that the name of a file may mean. */
export interface PodCandidate {
  lrId: number
  /** Such as “KOP0068 to Pune”. */
  text: string
  /** Why it is proposed, as a sentence. */
  reason: string
}

/** One file of an upload of many PODs: the LR it belongs to, what it proves, and what became of it. */
export const podBatchFile = record({
  path: 'pod-batch-files',
  name: 'pod-batch-file',
  title: 'Files of Uploads of PODs',
  purpose: 'The result of each file in a POD upload.',
  fields: {
    batchId: reference(podBatch),
    requestedById: reference(user, { audience: 'readers', label: 'Sent by' }),
    position: integer({ min: 1 }),
    fileName: text({ max: 120 }),
    attachmentId: file({ optional: true, label: 'Photo or scan' }),
    lrId: reference(lr, { optional: true }),
    deliveredOn: date({ optional: true }),
    receivedBy: text({ max: 60, optional: true }),
    packagesReceived: integer({ min: 0, optional: true }),
    shortagePackages: integer({ min: 0, default: 0, label: 'Packages short' }),
    damagePackages: integer({ min: 0, default: 0, label: 'Packages damaged' }),
    result: choice(['MATCHED', 'PROPOSED', 'TRAY', 'REFUSED', 'UPLOADED', 'LEFT_OUT']),
    message: text({ audience: 'readers', max: 255, optional: true, label: 'Why' }),
    pageNo: integer({ min: 1, optional: true, label: 'Page', hint: 'Where its name says one' }),
    candidates: json<readonly PodCandidate[], { optional: true }>({ optional: true }),
    podId: reference(pod, { optional: true, label: 'POD' }),
  },
  key: ['batchId', 'position'],
  display: ['fileName'],
  list: ['position', 'fileName', 'lrId', 'deliveredOn', 'packagesReceived', 'result', 'message'],
  filters: ['batchId', 'result'],
  sort: ['position'],
  indexes: [['lrId'], ['attachmentId'], ['requestedById'], ['podId']],
  access: podBatches,
  within: mine,
})

export type PodBatch = Row<typeof podBatch>
export type PodBatchFile = Row<typeof podBatchFile>
