import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ImportFault } from '../../../resources/platform/commands/imports.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { importJobError } from '../../../resources/platform/imports/import-job-error.ts'
import type { Config } from '../../platform/config.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import { isSaved, streamSaved } from '../../platform/stored-files.ts'
import { XLSX_TYPE } from '../export/export.ts'
import { type AskedPage, listPage } from '../list/list-page.ts'
import { readId } from '../list/query.ts'
import { decodeRow } from '../row-codec.ts'
import { type SignedIn, signedIn } from '../signed-in.ts'
import { errorsKey, sheetKindOfJob } from './errors.ts'
import { jobParams } from './job.ts'
import { jobFor, maySeeCells } from './show-jobs.ts'

/** Lists the faults of a job's rows. */
export async function listErrors(db: Knex, pageQuery: AskedPage & { importJobId: number }, caller: SignedIn) {
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
export async function downloadErrors(ctx: Context, db: Knex, config: Config, id: string) {
  const job = await openJob(ctx, db, id)
  if (job.rowsFailed === 0) throw notFound('This import has no wrong rows')
  await send(ctx, config, job, errorsKey(job), `${job.jobNo}-errors.${sheetKindOfJob(job)}`)
}

/** Sends the file of a job as it was uploaded. */
export async function downloadFile(ctx: Context, db: Knex, config: Config, id: string) {
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
