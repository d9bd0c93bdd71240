import type { Knex } from 'knex'
import type { Context } from 'koa'
import { csvLine, withoutFormula } from '../../resources/define/sheet-cell.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/offer-file.ts'

const MOST = 20_000

/** `GET /api/sheets/sap-errors?runId=7`: the documents of a reading that could not be saved, as CSV. */
export async function sapErrors(ctx: Context, db: Knex, person: Person) {
  requireRight(person, sapSyncRun, 'read')
  const id = readId(ctx.query.runId)
  if (id === undefined || !(await db('sap_sync_run').where({ id }).first('id'))) throw notFound()
  const rows: { rowNo: number; errorCode: string; columnName: string | null; message: string }[] = await db(
    'import_job_error',
  )
    .where({ sapSyncRunId: id, source: 'SAP' })
    .orderBy('rowNo')
    .limit(MOST)
  offerFile(ctx, `sap-errors-${id}.csv`, 'text/csv')
  const lines = rows.map(row => [String(row.rowNo), row.errorCode, row.columnName ?? '', withoutFormula(row.message)])
  ctx.body = `\ufeff${[['row_no', 'error_code', 'column_name', 'message'], ...lines].map(csvLine).join('')}`
}
