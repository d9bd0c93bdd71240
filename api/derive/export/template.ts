import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell } from '../../../resources/define/sheet/sheet-cell.ts'
import { makeTemplate } from '../../../resources/platform/commands/exports.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readAsked } from '../command/read-body.ts'
import { readableNames } from '../rights/ability.ts'
import { maskedFor, readableBy, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import type { ColumnHelp } from '../sheets/xlsx-help.ts'
import { type WritableCell, workbook } from '../sheets/xlsx-write.ts'
import { signedIn } from '../signed-in.ts'
import { sheetAt, subjectOf, uploadAt } from '../uploads/upload-at.ts'
import { exampleValue } from './example-value.ts'
import { typeOf } from './export.ts'
import { isImportable, type SheetColumn, sheetColumns } from './sheet-columns.ts'
import { columnHelp } from './template-help.ts'

/**
 * `GET /api/templates/<path>?format=xlsx|csv`: the headings of an import with the required ones marked, and an example
 * row that the import skips. A workbook also has drop-downs and a note for every column.
 */
export function serveTemplates(router: ApiRouter, db: Knex): void {
  router.get('/api/templates/*path', async ctx => {
    const path = ctx.params.path!
    const { person } = signedIn(ctx)
    requireRight(person, subjectOf(path), 'import')
    const resource = sheetAt(path)!
    const { format } = readAsked(makeTemplate, { ...ctx.query, ...ctx.params }, person)
    const columns = columnsFor(person, resource)
    const headings = ['Action', ...columns.map(({ heading, required }) => (required ? `${heading} *` : heading))]
    const values = await Promise.all(columns.map(column => exampleValue(db, column)))
    offerFile(ctx, `${resource.name}-template.${format ?? 'xlsx'}`, typeOf(format))
    if (format === 'csv') {
      const shown = columns.map(({ cellField: reads }, index) => csvText(reads, values[index]))
      ctx.body = `\ufeff${csvLine(headings)}${csvLine(['EXAMPLE', ...shown])}`
    } else {
      const shown = columns.map(({ cellField: reads }, index) => spreadsheetCell(reads, values[index]))
      const help = [actionHelp(resource)]
      for (const column of columns) help.push(await columnHelp(db, person, column))
      ctx.body = workbook(headings, singleRow(['EXAMPLE', ...shown]), help)
    }
  })
}

/** The note and drop-down of the first column, which holds the action of each row. */
function actionHelp(resource: Resource): ColumnHelp {
  const upload = uploadAt(resource.path) !== undefined
  const ends = resource.dated ? ['END_DATE'] : []
  const list = upload ? ['UPSERT', 'EXAMPLE'] : ['UPSERT', ...ends, 'DEACTIVATE', 'EXAMPLE']
  const note = `Action: may be empty, which adds or changes the row.${upload ? '' : ` ${[...ends, 'DEACTIVATE'].join(' and ')} end a row that is there.`} A row with EXAMPLE is skipped.`
  return { required: false, note, list }
}

async function* singleRow(row: WritableCell[]) {
  yield row
}

function columnsFor(person: Person, resource: Resource): SheetColumn[] {
  const readable = new Set(
    uploadAt(resource.path)
      ? readableNames(resource)
      : [...readableBy(person, resource), ...maskedFor(person, resource)],
  )
  return sheetColumns(resource).filter(({ name, field }) => isImportable(field) && readable.has(name))
}
