import type { SentOf } from '../../../resources/define/command.ts'
import type { takePodStep } from '../../../resources/dispatches/commands/pods.ts'
import {
  type PodBatch,
  type PodBatchFile,
  podBatch,
  podBatchFile,
} from '../../../resources/dispatches/pods/pod-batch.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { api } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

export type BatchRow = Omit<PodBatch, 'parts' | 'lockedBy' | 'lockedUntil'>
export type BatchFileRow = PodBatchFile & { texts: Partial<Record<keyof PodBatchFile, string>> }

export interface WholeBatch {
  batch: BatchRow
  files: BatchFileRow[]
}

/** Whether the server works on it just now. */
export const isWorkedOn = ({ status }: BatchRow) => status === 'READING' || status === 'UPLOADING'

export async function sendBatch(files: readonly File[]): Promise<number> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  return (await api.post<{ id: number }>('/pod-batches', form)).data.id
}

export async function fetchBatch(id: number): Promise<WholeBatch> {
  const batch = await rowsOf(podBatch).at<BatchRow>(id)
  const files =
    batch.status === 'READING'
      ? []
      : await rowsOf(podBatchFile).all<BatchFileRow>({ where: { batchId: id }, sort: { position: 1 } })
  return { batch, files }
}

const step = at<typeof takePodStep>('POST pod-batch-steps')
type Correction = NonNullable<SentOf<typeof takePodStep>['files']>[number]

export const correctFiles = (batchId: number, files: readonly Correction[]) =>
  ask(step, { batchId, step: 'change', files })
export const leaveOut = (batchId: number, id: number) => ask(step, { batchId, step: 'leaveOut', files: [{ id }] })
export const uploadMatched = (batchId: number) => ask(step, { batchId, step: 'upload' })

/** The files of an upload that are one POD with this one: those of its LR, in the order of their names. */
function pagesWith(files: readonly BatchFileRow[], file: BatchFileRow): BatchFileRow[] {
  const isOfPod = ({ lrId, result, podId }: BatchFileRow) =>
    lrId === file.lrId && podId === file.podId && (result === 'MATCHED' || result === 'TRAY' || result === 'UPLOADED')
  if (file.lrId === null || !isOfPod(file)) return [file]
  return files.filter(isOfPod).toSorted((a, b) => (a.pageNo ?? 1) - (b.pageNo ?? 1) || a.position - b.position)
}

/** Which page of the POD of its LR a file is. */
export const pageIn = (files: readonly BatchFileRow[], file: BatchFileRow): number =>
  pagesWith(files, file).findIndex(({ id }) => id === file.id) + 1

/** What became of a file: a further page goes with the first one, unless it is wrong itself. */
export const stateIn = (files: readonly BatchFileRow[], file: BatchFileRow): BatchFileRow['result'] =>
  file.result === 'MATCHED' ? pagesWith(files, file)[0]!.result : file.result

/** How many PODs the files are that are ready. */
export const readyPods = (files: readonly BatchFileRow[]) =>
  files.filter(file => file.result === 'MATCHED' && pageIn(files, file) === 1).length
