import { type BodyOf, command, may, rowOf } from '../../define/command.ts'
import { choice, integer } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { ifSent, many } from '../../define/shape.ts'
import { pod } from '../pods/pod.ts'
import { podBatch, podBatchFile } from '../pods/pod-batch.ts'

const room = 'Dispatch'
const id = integer({ min: 1 })
const sender = may(podBatch, 'create')
const { fileName, status } = podBatch.fields

const input = [
  ...(['lrId', 'attachmentId', 'deliveredOn', 'receivedBy', 'packagesReceived', 'shortagePackages'] as const),
  ...(['damagePackages', 'temperature', 'isLoggerRead', 'remarks', 'requestKey'] as const),
] as const

export const uploadPod = command('POST pods', {
  room,
  summary: 'Uploads the POD of an LR, which is then delivered; a repeated requestKey answers with the first POD',
  who: may(pod, 'create'),
  body: { ...pick(pod.fields, input) },
  answer: rowOf(pod),
  refusals: { RULE: [422, 'the POD does not fit its LR'] },
})
/** What a POD says, besides what the portal decides itself. */
export type PodInput = BodyOf<typeof uploadPod>

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
