import type { Knex } from 'knex'
import type { Context } from 'koa'
import { csvLine, withoutFormula } from '../../resources/define/sheet-cell.ts'
import type { SapRunErrors } from '../../resources/platform/sap-run-errors.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/offer-file.ts'

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
  const id = await runNamed(db, person, ctx.query.runId)
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

/** `GET /api/sap-run-errors?runId=7`: the first rows of a reading that could not be saved, and how many there are. */
export const sapRunErrors = (db: Knex) => ({
  async find(call: Call): Promise<SapRunErrors> {
    const id = await runNamed(db, requirePerson(call), call.query?.runId)
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
  },
})

const errorsOf = (db: Knex, sapSyncRunId: number) => db('import_job_error').where({ sapSyncRunId, source: 'SAP' })

/** The id of a reading. Throws 403 for whoever reads none, and 404 where there is none. */
async function runNamed(db: Knex, person: Person, runId: unknown): Promise<number> {
  requireRight(person, sapSyncRun, 'read')
  const id = readId(runId)
  if (id === undefined || !(await db('sap_sync_run').where({ id }).first('id'))) throw notFound()
  return id
}
