import { choice, integer, text } from '../../../resources/define/fields.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { podBatch, podBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes, rowOf } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { podInputs } from './pod-service.ts'
import { batchSteps, fileInputs, MOST_CHANGED } from './serve-batches.ts'

const sends = ({ ability }: Person) => ability.can('create', podBatch.path)

const changed = Object.fromEntries(fileInputs.map(name => [name, maybe(orNull(podBatchFile.fields[name]))]))

/** How proofs of delivery come to the portal. */
export const podRoutes: Routes = {
  'POST pods': {
    tag: 'Dispatch',
    summary: 'Uploads the POD of an LR, which is then delivered; a repeated requestKey answers with the first POD',
    body: bodyOf(Object.fromEntries(podInputs.map(name => [name, pod.fields[name]]))),
    answer: rowOf(pod),
    refusals: { 422: 'RULE: the POD does not fit its LR' },
    isFor: ({ ability }) => ability.can('create', pod.path),
  },
  'POST pod-batches': {
    tag: 'Dispatch',
    summary: 'Takes many PODs, as files or zips, which are then read in the background',
    isUpload: true,
    body: bodyOf({}),
    answer: answerOf({ id: integer(), fileName: text(), status: podBatch.fields.status }),
    isFor: sends,
  },
  'POST pod-batch-steps': {
    tag: 'Dispatch',
    summary: 'Corrects files of an upload of PODs, leaves some out, or uploads what matches',
    body: bodyOf({
      batchId: integer({ min: 1 }),
      step: choice(batchSteps),
      files: maybe(listOf(bodyOf({ id: integer({ min: 1 }), ...changed }), MOST_CHANGED)),
    }),
    answer: answerOf({ id: integer(), status: podBatch.fields.status }),
    refusals: { 409: 'NOT_NOW: the upload is being worked on, or is over' },
    isFor: sends,
    examples: { body: { batchId: 4, step: 'change', files: [{ id: 11, lrId: 7, deliveredOn: '2026-11-19' }] } },
  },
}
