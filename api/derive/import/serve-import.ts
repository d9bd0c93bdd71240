import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ImportFault } from '../../../resources/platform/commands/imports.ts'
import * as imports from '../../../resources/platform/commands/imports.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { importJobError } from '../../../resources/platform/imports/import-job-error.ts'
import type { Config } from '../../platform/config.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import { receiveImportFile } from '../../platform/http/receive-upload.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { isSaved, streamSaved } from '../../platform/stored-files.ts'
import { type Bound, bind } from '../command/serve-commands.ts'
import { XLSX_TYPE } from '../export/export.ts'
import { serveTemplates } from '../export/template.ts'
import { type AskedPage, listPage } from '../list/list-page.ts'
import { readId } from '../list/query.ts'
import { startRound } from '../round/start-round.ts'
import { decodeRow } from '../row-codec.ts'
import { type SignedIn, signedIn } from '../signed-in.ts'
import { errorsKey, sheetKindOfJob } from './errors.ts'
import { ImportRuns, type ImportSetup } from './import-runs.ts'
import { jobParams } from './job.ts'
import { receiveImport } from './receive-import.ts'
import { jobAnswer, jobFor, listJobs, maySeeCells } from './show-jobs.ts'
import { listRows } from './show-rows.ts'
import { takeImportStep } from './step.ts'

/** The imports of a running portal. */
interface RunningImports {
  commands: readonly Bound[]
  stop(): Promise<void>
}

/**
 * Serves imports: `POST /api/imports` receives a file and starts its check, its steps map columns, save, cancel or roll
 * back. A job is visible to its sender and to people who may read all imports.
 */
export function serveImports(router: ApiRouter, setup: ImportSetup): RunningImports {
  const { config, db } = setup
  const runs = new ImportRuns(setup)
  serveTemplates(router, db)
  router.post('/api/imports', async ctx => {
    signedIn(ctx)
    await receiveImportFile(db, ctx, config.home, 12)
    await receiveImport(ctx, { config, db, runs })
  })
  // The ending is for people who open the address; it does not choose the format.
  for (const ending of ['', '.csv', '.xlsx']) {
    router.get(`/api/imports/:id/errors${ending}`, ctx => downloadErrors(ctx, db, config, ctx.params.id!))
    router.get(`/api/imports/:id/file${ending}`, ctx => downloadFile(ctx, db, config, ctx.params.id!))
  }
  runs.begin()
  return {
    commands: [
      bind(imports.listImports, (asked, { trx, person }) => listJobs(trx, asked, person)),
      bind(imports.startRound, (asked, { trx, person, author }) => startRound(trx, asked, { person, author }, runs)),
      bind(imports.showImport, async ({ id }, { trx, person, author }) =>
        jobAnswer(await jobFor(trx, { person, author }, id), person, runs),
      ),
      bind(imports.listFaults, (asked, { trx, person, author }) => listErrors(trx, asked, { person, author })),
      bind(imports.listRows, (asked, { trx, person, author }) => listRows(trx, asked, { person, author })),
      bind(imports.takeImportStep, (asked, { trx, person, author }) =>
        takeImportStep(trx, asked, { person, author }, runs),
      ),
    ],
    stop: () => runs.stop(),
  }
}

/** Lists the faults of a job's rows. */
async function listErrors(db: Knex, pageQuery: AskedPage & { importJobId: number }, caller: SignedIn) {
  const job = await jobFor(db, caller, pageQuery.importJobId)
  const cells = maySeeCells(job, caller.person)
  const rows = db('import_job_error').where('importJobId', job.id)
  const toFault = (row: Record<string, unknown>): ImportFault & { id: number } => {
    const { id, rowNo, columnName, value, errorCode, message } = decodeRow(importJobError, row)
    return { id, rowNo, columnName, value: cells ? value : null, errorCode, message }
  }
  return listPage(pageQuery, rows, 'id', 'asc', toFault)
}

/** Sends the rejected rows of a job as a sheet in the format of the upload, with the faults beside them. */
async function downloadErrors(ctx: Context, db: Knex, config: Config, id: string) {
  const job = await openJob(ctx, db, id)
  if (job.rowsFailed === 0) throw notFound('This import has no wrong rows')
  await send(ctx, config, job, errorsKey(job), `${job.jobNo}-errors.${sheetKindOfJob(job)}`)
}

/** Sends the file of a job as it was uploaded. */
async function downloadFile(ctx: Context, db: Knex, config: Config, id: string) {
  const job = await openJob(ctx, db, id)
  await send(ctx, config, job, jobParams(job).storageKey, job.fileName)
}

async function openJob(ctx: Context, db: Knex, id: string): Promise<ImportJob> {
  const { person } = signedIn(ctx)
  const job = await jobFor(db, signedIn(ctx), readId(id))
  if (!maySeeCells(job, person)) throw forbidden('This file holds columns that you may not read: ask who sent it')
  return job
}

async function send(ctx: Context, { home }: Config, job: ImportJob, key: string, name: string) {
  if (!(await isSaved(home, key))) throw notFound('This file is no longer stored')
  offerFile(ctx, name, sheetKindOfJob(job) === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE)
  ctx.body = streamSaved(home, key)
}
