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
import { matchChosen } from './match-files.ts'
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
  if (file.result !== 'TRAY' && file.result !== 'MATCHED')
    throw conflict('NOT_NOW', `${file.fileName} cannot be changed any more`)
  if (isLeftOut) {
    await updateRow(trx, podBatchFile, file, { result: 'LEFT_OUT', message: null }, author)
    return rejudgeTwins(trx, file, person, author)
  }
  await updateRow(trx, podBatchFile, file, await judged(trx, { ...file, ...values }, person), author)
}

/** Looks at a file again after somebody corrected it. */
async function judged(trx: Knex, file: PodBatchFile, person: Person): Promise<Partial<PodBatchFile>> {
  const { lrId, deliveredOn, receivedBy, packagesReceived, shortagePackages, damagePackages } = file
  const entered = { deliveredOn, receivedBy, packagesReceived, shortagePackages, damagePackages }
  if (lrId === null) return { ...entered, result: 'TRAY', message: 'Choose the LR' }
  const match = await matchChosen(trx, person, lrId, entered)
  if (match.result !== 'MATCHED') return { ...entered, ...match }
  const twin = await trx('pod_batch_file')
    .where({ batchId: file.batchId, lrId: match.lrId, result: 'MATCHED' })
    .whereNot('id', file.id)
    .first('fileName')
  if (!twin) return { ...entered, ...match }
  const message = `${twin.fileName} is for the same LR: leave one of the two out`.slice(0, 255)
  return { ...entered, ...match, result: 'TRAY', message }
}

/** Once one of two files of an LR is left out, the other may fit. */
async function rejudgeTwins(trx: Knex, { batchId, lrId }: PodBatchFile, person: Person, author: Author) {
  if (lrId === null) return
  const twins = (await rowsOf(trx, podBatchFile, rows =>
    rows.where({ batchId, lrId, result: 'TRAY' }),
  )) as PodBatchFile[]
  for (const twin of twins) await updateRow(trx, podBatchFile, twin, await judged(trx, twin, person), author)
}
