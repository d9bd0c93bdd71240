import type { Knex } from 'knex'
import { MOST_AT_ONCE, MOST_WORKED_OUT } from '../../../resources/define/report.ts'
import { exportList } from '../../../resources/platform/commands/exports.ts'
import { now, today } from '../../platform/clock.ts'
import { offerFile, refuseWhileViewing } from '../../platform/http/offer-file.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readFiltered } from '../command/read-body.ts'
import { recordEvent } from '../history/record-event.ts'
import { isWorkedOut } from '../list/worked-out.ts'
import { listableAt, signedIn } from '../signed-in.ts'
import { aboutFile } from './about-file.ts'
import { type AskedFile, askFile, countRowsOfFile, requireFits, rowsOfFile, writeFile } from './file-rows.ts'
import { MOST_READ, requireFitsOnPaper } from './list-paper.ts'

/** The most rows of a list that one export holds. */
const MOST_ROWS = 500_000
/** The most rows that a file of a report holds at all. */
export const MOST_OF_REPORT = 1_000_000
/** How many files one person may download in ten minutes. */
export const EXPORT_RATE = { tries: 200, seconds: 600 }

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const types = { xlsx: XLSX_TYPE, csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
export const typeOf = (format: AskedFile['format'] | null) => types[format ?? 'xlsx']

/** The database, and the one that reports are read from. */
export interface Databases {
  db: Knex
  reading: Knex
}

/**
 * `GET /api/export/<path>?format=xlsx|csv|pdf&columns=…` with the filters and the sort of the list: exports the rows that
 * the person may read and export as a file, written page by page. An import accepts its headings and codes unchanged.
 * `as=shown` writes the columns as the list shows them; `check=true` answers only with the number of rows, of a report up
 * to a million. A PDF holds the columns as shown and at most 2,500 rows.
 */
export function serveExports(router: ApiRouter, { db, reading }: Databases, files: RateLimit): void {
  router.get('/api/export/*path', async ctx => {
    const { person, author } = signedIn(ctx)
    refuseWhileViewing(ctx)
    const resource = listableAt(ctx.params.path)
    const isReport = resource.kind === 'report'
    const from = isReport ? reading : db
    const { asked, filters: given } = readFiltered(exportList, { ...ctx.query, ...ctx.params }, person)
    const file = await askFile(from, resource, person, asked, given)
    const { format, columns, filters } = file
    const isCheck = asked.check
    if (isCheck && format === 'pdf') {
      ctx.body = { rows: requireFitsOnPaper(await countRowsOfFile(from, file, MOST_READ)) }
      return
    }
    if (isCheck && isReport) {
      ctx.body = { rows: await countRowsOfFile(from, file, MOST_OF_REPORT) }
      return
    }
    if (isCheck) {
      ctx.body = { rows: requireFits(await countRowsOfFile(from, file, MOST_ROWS), MOST_ROWS) }
      return
    }
    const most = isWorkedOut(
      resource,
      columns.map(({ name }) => name),
      file.reader,
    )
      ? MOST_WORKED_OUT
      : MOST_AT_ONCE
    if (format === 'pdf') requireFitsOnPaper(await countRowsOfFile(from, file, MOST_READ))
    const ids = await rowsOfFile(from, file, isReport ? most : MOST_ROWS)
    await files.take(String(person.id))
    const what = { format, rows: ids.length, columns: columns.map(({ name }) => name), filters }
    await recordEvent(db, author, { action: 'EXPORT', entity: resource.name, entityId: 0, what })
    const about =
      isReport || format === 'pdf'
        ? await aboutFile(from, resource, person, file.query, { at: now(), rows: ids.length })
        : undefined
    offerFile(ctx, `${resource.name}-${today()}.${format}`, typeOf(format))
    ctx.body = writeFile(from, { ...file, ids }, { about })
  })
}
