import { type AnswerOf, type BodyOf, command, fileOf, may, rowOf } from '../../define/command.ts'
import { choice, flag, integer, quantity, reference, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { ifSent, many } from '../../define/shape.ts'
import { lrLineItem } from '../lr-line-item.ts'
import { pod } from '../pods/pod.ts'
import { podBatch, podBatchFile } from '../pods/pod-batch.ts'
import { MOST_PAGES } from '../pods/pod-file-name.ts'
import { podLine } from '../pods/pod-line.ts'
import { podPage } from '../pods/pod-page.ts'
import { sapDeliveryLine } from '../sap-delivery-line.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const sender = may(podBatch, 'create')
const { fileName, status } = podBatch.fields

const input = [
  ...(['lrId', 'attachmentId', 'deliveredOn', 'receivedBy', 'packagesReceived', 'shortagePackages'] as const),
  ...(['damagePackages', 'refusedPackages', 'temperature', 'isLoggerRead', 'remarks', 'requestKey'] as const),
] as const

/** What somebody says of goods on a POD, in their unit. */
const saidGoods = many(
  { lrLineItemId: reference(lrLineItem, { label: 'Goods' }), ...pick(podLine.fields, ['shortQty', 'damagedQty']) },
  { most: 10_000, optional: true, distinct: 'lrLineItemId', label: 'Goods short or damaged' },
)

export const uploadPod = command('POST pods', {
  room,
  summary: 'Uploads the POD of an LR, which is then delivered; a repeated requestKey answers with the first POD',
  who: may(pod, 'create'),
  body: {
    ...pick(pod.fields, input),
    furtherIds: many(id, {
      most: MOST_PAGES - 1,
      optional: true,
      label: 'Further pages',
      hint: 'The photos or scans behind the first one, in order',
    }),
    goods: saidGoods,
  },
  answer: rowOf(pod),
  refusals: { RULE: [422, 'the POD does not fit its LR'] },
})
/** What a POD says, besides what the portal decides itself. */
export type PodInput = BodyOf<typeof uploadPod>

export const addPodPages = command('POST pod-page-additions', {
  room,
  summary: 'Adds photos or scans to a POD, behind its pages',
  who: may(pod, 'create'),
  body: {
    podId: reference(pod, { label: 'Proof of delivery' }),
    attachmentIds: many(id, { most: MOST_PAGES - 1, least: 1 }),
  },
  answer: { added: integer({ min: 0 }) },
  refusals: { NOT_ALLOWED_STATE: [422, 'the POD does not count any more, or has all the pages it can have'] },
})

export const turnPodPage = command('POST pod-page-turns', {
  room,
  summary: 'Turns a page of a POD by a quarter to the right',
  who: { anyOf: [may(pod, 'create'), may(pod, 'approve')] },
  body: { pageId: reference(podPage, { label: 'Page' }) },
  answer: pick(podPage.fields, ['quarterTurns']),
})

export const printPod = command('GET pods/{id}/pdf', {
  room,
  summary: 'A POD as a PDF: what it says, and all its pages upright',
  who: may(pod, 'read'),
  answer: fileOf('application/pdf'),
})

export const showPodGoods = command('GET pod-goods', {
  room,
  summary: 'The goods on an LR, and what its POD says of each',
  who: may(pod, 'read'),
  body: { lrId: id },
  answer: {
    goods: many(
      {
        lrLineItemId: id,
        name: text({ hint: 'The code of the product, with its batch' }),
        ...pick(sapDeliveryLine.fields, ['uom']),
        qty: quantity(),
        ...pick(podLine.fields, ['receivedQty', 'shortQty', 'damagedQty', 'isEstimated']),
        returnedQty: quantity({ label: 'Returned', hint: 'For readers of deliveries' }),
        isReturnAbout: flag({ label: 'Returned about', hint: 'Only a return note says how much came back' }),
      },
      { most: 10_000 },
    ),
  },
})
export type PodGoods = AnswerOf<typeof showPodGoods>['goods'][number]

export const countPodGoods = command('POST pod-goods', {
  room,
  summary: 'Says which goods of a POD were short or damaged, and how much of each',
  who: may(pod, 'approve'),
  body: { podId: reference(pod, { label: 'Proof of delivery' }), goods: { ...saidGoods, optional: false } },
  answer: { id },
  refusals: {
    NOT_ALLOWED_STATE: [422, 'the POD was rejected'],
    RULE: [422, 'the goods fit neither the POD nor its LR'],
  },
})

export const sendPods = command('POST pod-batches', {
  room,
  summary: 'Takes many PODs, as files or zips, which are then read in the background',
  who: sender,
  reads: 'upload',
  answer: { id, fileName, status },
})

const { lrId, deliveredOn, receivedBy, packagesReceived, shortagePackages, damagePackages } = podBatchFile.fields

export const takePodStep = command('POST pod-batch-steps', {
  room,
  summary: 'Corrects files of an upload of PODs, leaves some out, or uploads what matches',
  who: sender,
  // The work begins once the step is saved.
  does: 'each',
  body: {
    batchId: id,
    step: choice(['change', 'leaveOut', 'upload']),
    files: many(
      {
        id,
        lrId: ifSent(lrId),
        deliveredOn: ifSent(deliveredOn),
        receivedBy: ifSent(receivedBy),
        packagesReceived: ifSent(packagesReceived),
        shortagePackages: ifSent(shortagePackages),
        damagePackages: ifSent(damagePackages),
      },
      { most: 2_000, optional: true },
    ),
  },
  answer: { id, status },
  refusals: { NOT_NOW: [409, 'the upload is being worked on, or is over'] },
  example: { batchId: 4, step: 'change', files: [{ id: 11, lrId: 7, deliveredOn: '2026-11-19' }] },
})
export type PodStep = BodyOf<typeof takePodStep>
export type PodCorrection = NonNullable<PodStep['files']>[number]
