import type { Knex } from 'knex'
import { type PodCorrection, type PodStep, takePodStep } from '../../../resources/dispatches/commands/pods.ts'
import {
  type PodBatch,
  type PodBatchFile,
  podBatch,
  podBatchFile,
} from '../../../resources/dispatches/pods/pod-batch.ts'
import { bind } from '../../derive/command/serve-commands.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { serveUploads } from '../../files/serve-uploads.ts'
import type { Config } from '../../platform/config.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import type { Log } from '../../platform/log.ts'
import { transact } from '../../platform/transact.ts'
import { judgePages } from './pages-of-batch.ts'
import { BatchWork } from './work-batches.ts'

/** How many files a browser may send at once; more travel in a zip. */
const MOST_SENT = 200
/** Takes many PODs, as files or zips, and answers before they are read; `command` takes the steps that follow. */
export function servePodBatches(
  router: ApiRouter,
  at: { config: Pick<Config, 'home' | 'environment'>; db: Knex; log: Log },
) {
  const work = new BatchWork(at)
  const stop = serveUploads(router, '/api/pod-batches', {
    resource: podBatch,
    work,
    most: MOST_SENT,
    setting: 'pod.zip_mb',
  })
  return {
    command: bind(takePodStep, async (asked, { trx: db, person, author }) => {
      const answer = await transact(db, trx => takeStep(trx, asked, person, author))
      work.begin()
      return answer
    }),
    stop,
  }
}

/** Corrects files of an upload, leaves some out, or has uploaded what matches. */
async function takeStep(trx: Knex, { batchId, step, files }: PodStep, person: Person, author: Author) {
  const [batch] = (await rowsOf(trx, podBatch, rows =>
    rows.where({ id: batchId, requestedById: person.id }),
  )) as PodBatch[]
  if (!batch) throw notFound()
  if (batch.status !== 'READY')
    throw conflict('NOT_NOW', 'This upload is being worked on, or is over: wait a moment, or send the files again')
  if (step === 'upload') {
    const { status } = await updateRow(trx, podBatch, batch, { status: 'UPLOADING', filesDone: 0 }, author)
    return { id: batch.id, status }
  }
  if (!files || files.length === 0) throw invalidField('files', 'REQUIRED', 'Files are required, each with its id')
  for (const file of files) await changeFile(trx, batch.id, file, step === 'leaveOut', person, author)
  return { id: batch.id, status: batch.status }
}

async function changeFile(
  trx: Knex,
  batchId: number,
  { id, ...values }: PodCorrection,
  isLeftOut: boolean,
  person: Person,
  author: Author,
) {
  const [file] = (await rowsOf(trx, podBatchFile, rows => rows.where({ id, batchId }))) as PodBatchFile[]
  if (!file) throw notFound()
  if (!isOpen(file)) throw conflict('NOT_NOW', `${file.fileName} cannot be changed any more`)
  const changes = isLeftOut ? { result: 'LEFT_OUT' as const, message: null } : changesOf(file, values)
  const changed = await updateRow(trx, podBatchFile, file, changes, author)
  for (const lrId of new Set([file.lrId, changed.lrId]))
    if (lrId !== null) await judgePages(trx, batchId, lrId, person, author)
  const [now] = (await rowsOf(trx, podBatchFile, rows => rows.where({ id }))) as PodBatchFile[]
  // An LR that is none of the person’s is not kept.
  if (now!.result === 'TRAY' && now!.lrId === null && !isLeftOut && changed.lrId === null)
    await updateRow(trx, podBatchFile, now!, { message: 'Choose the LR' }, author)
}

const isOpen = ({ result }: PodBatchFile) => result === 'TRAY' || result === 'MATCHED' || result === 'PROPOSED'

/** What somebody corrects of a file. What is proposed stays so until its LR is named, and then it is as if it were chosen. */
function changesOf({ result }: PodBatchFile, values: Partial<PodBatchFile>): Partial<PodBatchFile> {
  if (result === 'PROPOSED' && values.lrId === undefined) return values
  return { ...values, result: 'TRAY' }
}
