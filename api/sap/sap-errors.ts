import type { Knex } from 'knex'
import type { Context } from 'koa'
import { csvLine, withoutFormula } from '../../resources/define/sheet/sheet-cell.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/http/offer-file.ts'

const MOST = 20_000

const SHOWN = 200

interface ErrorRow {
  id: number
  rowNo: number
  value: string | null
  errorCode: string
  columnName: string | null
  message: string
}

const HEADINGS = ['row_no', 'sap_key', 'error_code', 'column_name', 'message']

/** `GET /api/sheets/sap-errors?runId=7`: the rows of a reading that could not be saved, as CSV. */
export async function sapErrors(ctx: Context, db: Knex, person: Person) {
  requireRight(person, sapSyncRun, 'read')
  const id = await known(db, readId(ctx.query.runId))
  const rows: ErrorRow[] = await errorsOf(db, id).orderBy('rowNo').limit(MOST)
  offerFile(ctx, `sap-errors-${id}.csv`, 'text/csv')
  const lines = rows.map(({ rowNo, value, errorCode, columnName, message }) => [
    String(rowNo),
    withoutFormula(value ?? ''),
    errorCode,
    columnName ?? '',
    withoutFormula(message),
  ])
  ctx.body = `\ufeff${[HEADINGS, ...lines].map(csvLine).join('')}`
}

/** The first rows of a reading that could not be saved, and how many there are. Throws 404 where there is none. */
export async function sapRunErrors(db: Knex, runId: number) {
  const id = await known(db, runId)
  const rows: ErrorRow[] = await errorsOf(db, id).orderBy('rowNo').limit(SHOWN)
  const all = await errorsOf(db, id).count({ count: '*' }).first()
  return {
    total: Number(all?.count ?? 0),
    data: rows.map(({ id, rowNo, value, columnName, errorCode, message }) => ({
      id,
      rowNo,
      sapKey: value,
      column: columnName,
      code: errorCode,
      message,
    })),
  }
}

const errorsOf = (db: Knex, sapSyncRunId: number) => db('import_job_error').where({ sapSyncRunId, source: 'SAP' })

/** The id of a reading. Throws 404 where there is none. */
async function known(db: Knex, id: number | undefined): Promise<number> {
  if (id === undefined || !(await db('sap_sync_run').where({ id }).first('id'))) throw notFound()
  return id
}
