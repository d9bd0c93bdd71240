import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { Fault } from '../../../resources/define/validate.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import {
  type PodBatch,
  type PodBatchFile,
  podBatch,
  podBatchFile,
} from '../../../resources/dispatches/pods/pod-batch.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { type Author, insertRows, updateRow } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { signedIn } from '../../derive/signed-in.ts'
import type { Config } from '../../platform/config.ts'
import { conflict, invalid, invalidField, notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { receiveToDisk } from '../../platform/receive-upload.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { readSettings } from '../../platform/settings.ts'
import { displayFileName, removeSaved } from '../../platform/stored-files.ts'
import { transact } from '../../platform/transact.ts'
import { matchChosen } from './match-files.ts'
import { BatchWork } from './work-batches.ts'

/** How many files a browser may send at once; more travel in a zip. */
const MOST_SENT = 200
export const MOST_CHANGED = 2_000

/** What may be corrected of a file before it is uploaded. */
export const fileInputs = [
  'lrId',
  'deliveredOn',
  'receivedBy',
  'packagesReceived',
  'shortagePackages',
  'damagePackages',
] as const

/**
 * `POST /api/pod-batches` takes many PODs, as files or zips, and answers before they are read; `POST
 * /api/pod-batch-steps` corrects them, leaves some out, and uploads what matches.
 */
export function servePodBatches(
  app: Application,
  router: ApiRouter,
  at: { config: Pick<Config, 'home' | 'environment'>; db: Knex; log: Log },
) {
  const work = new BatchWork(at)
  const timer = setInterval(() => work.begin(), LOOK_MS).unref()
  router.post('/api/pod-batches', async ctx => {
    requireRight(signedIn(ctx).person, podBatch, 'create')
    ctx.status = 201
    ctx.body = await receive(ctx, at.db, at.config.home)
    work.begin()
  })
  const steps = {
    async create(body: unknown, call: Call) {
      requireRight(requirePerson(call), podBatch, 'create')
      const answer = await transact(at.db, trx => takeStep(trx, bodyObject(body, 'The step'), call))
      work.begin()
      return answer
    },
  }
  app.use('api/pod-batch-steps', steps as never, { methods: ['create'] } as never)
  return {
    stop() {
      clearInterval(timer)
      return work.stop()
    },
  }
}

/** How often uploads are looked for that another process left, in milliseconds. */
const LOOK_MS = 60_000

async function receive(ctx: Context, db: Knex, home: string) {
  const { person, author } = signedIn(ctx)
  const megabytes = (await readSettings(db))['pod.zip_mb']
  const files = await receiveToDisk(ctx, home, megabytes, MOST_SENT)
  if (files.length === 0) throw invalidField('file', 'REQUIRED', 'File is required: send it in the field named file')
  const parts = files.map(({ filename, originalname }) => ({ key: filename, name: displayFileName(originalname) }))
  const fileName = parts.length === 1 ? parts[0]!.name : `${parts.length} files`
  try {
    const row = withDefaults(podBatch, { fileName, requestedById: person.id, parts })
    const [made] = await transact(db, trx => insertRows(trx, podBatch, [row], author))
    return { id: made!.id, fileName, status: made!.status }
  } catch (error) {
    for (const { key } of parts) await removeSaved(home, key)
    throw error
  }
}

/** The steps of an upload: files are corrected or left out, and what matches is uploaded. */
export const batchSteps = ['change', 'leaveOut', 'upload'] as const

async function takeStep(trx: Knex, { batchId, step, files, ...rest }: Record<string, unknown>, call: Call) {
  const [odd] = Object.keys(rest)
  if (odd) throw invalidField(odd.slice(0, 60), 'UNKNOWN_FIELD', `${odd.slice(0, 60)} cannot be set here`)
  const person = requirePerson(call)
  const author = requireAuthor(call)
  const id = readId(String(batchId))
  const [batch] = id
    ? ((await rowsOf(trx, podBatch, rows => rows.where({ id, requestedById: person.id }))) as PodBatch[])
    : []
  if (!batch) throw notFound()
  if (!(batchSteps as readonly unknown[]).includes(step))
    throw invalidField('step', 'ENUM', `step must be one of ${batchSteps.join(', ')}`)
  if (batch.status !== 'READY')
    throw conflict('NOT_NOW', 'This upload is being worked on, or is over: wait a moment, or send the files again')
  if (step === 'upload') {
    const { status } = await updateRow(trx, podBatch, batch, { status: 'UPLOADING', filesDone: 0 }, author)
    return { id: batch.id, status }
  }
  const changes = readChanges(files)
  for (const change of changes) await changeFile(trx, batch.id, change, step === 'leaveOut', person, author)
  return { id: batch.id, status: batch.status }
}

type FileChange = { id: number; values: Record<string, unknown> }

function readChanges(files: unknown): FileChange[] {
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_CHANGED)
    throw invalidField('files', 'RANGE', `files must be 1 to ${MOST_CHANGED} files, each with its id`)
  const faults: Fault[] = []
  const read = files.map((file, at): FileChange => {
    const { id, ...given } = bodyObject(file, 'A file', `files[${at}]`)
    if (!Number.isSafeInteger(id))
      faults.push({ field: `files[${at}].id`, code: 'TYPE', message: 'id must be a number' })
    const names = fileInputs.filter(name => Object.hasOwn(given, name))
    const odd = Object.keys(given).filter(name => !(names as string[]).includes(name))
    for (const name of odd) {
      const field = `files[${at}].${name}`.slice(0, 80)
      faults.push({ field, code: 'UNKNOWN_FIELD', message: `${field} cannot be set here` })
    }
    return {
      id: id as number,
      values: readBody(
        podBatchFile,
        names,
        Object.fromEntries(names.map(name => [name, given[name]])),
        faults,
        `files[${at}].`,
      ),
    }
  })
  if (faults.length > 0) throw invalid(faults)
  return read
}

async function changeFile(
  trx: Knex,
  batchId: number,
  { id, values }: FileChange,
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
  const found = await matchChosen(trx, person, lrId, entered)
  if (found.result !== 'MATCHED') return { ...entered, ...found }
  const twin = await trx('pod_batch_file')
    .where({ batchId: file.batchId, lrId: found.lrId, result: 'MATCHED' })
    .whereNot('id', file.id)
    .first('fileName')
  if (!twin) return { ...entered, ...found }
  const message = `${twin.fileName} is for the same LR: leave one of the two out`.slice(0, 255)
  return { ...entered, ...found, result: 'TRAY', message }
}

/** Once one of two files of an LR is left out, the other may fit. */
async function rejudgeTwins(trx: Knex, { batchId, lrId }: PodBatchFile, person: Person, author: Author) {
  if (lrId === null) return
  const twins = (await rowsOf(trx, podBatchFile, rows =>
    rows.where({ batchId, lrId, result: 'TRAY' }),
  )) as PodBatchFile[]
  for (const twin of twins) await updateRow(trx, podBatchFile, twin, await judged(trx, twin, person), author)
}
