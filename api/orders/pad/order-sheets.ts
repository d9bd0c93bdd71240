import { parse } from 'csv-parse/sync'
import type { Knex } from 'knex'
import { cellText } from '../../../resources/define/sheet/sheet.ts'
import { readSheet } from '../../../resources/orders/pad/commands.ts'
import { requireFor } from '../../derive/command/serve-commands.ts'
import { hiddenWarning } from '../../derive/import/sheet-notes.ts'
import { cureOf } from '../../derive/sheets/foreign-file.ts'
import { SheetError } from '../../derive/sheets/sheet-error.ts'
import { sheetKindOf } from '../../derive/sheets/sheet-read.ts'
import { textOf } from '../../derive/sheets/text-file.ts'
import { readWorkbook } from '../../derive/sheets/xlsx-read.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { fileUpload } from '../../files/receive-file.ts'
import { invalidField } from '../../platform/errors.ts'
import type { ApiRouter } from '../../platform/http/router.ts'

const MAX_COLUMNS = 60
const MAX_ROWS = 2000
/** The largest unpacked size of a workbook, because it is read between other requests. */
const MAX_BYTES = 20_000_000

/**
 * `POST /api/order-sheets`: converts a workbook or CSV file to the text that pasting it would give, as
 * `{ text, warnings }`. The file is not stored.
 */
export function serveOrderSheets(router: ApiRouter, db: Knex) {
  const upload = fileUpload(db, 1)
  router.post('/api/order-sheets', async ctx => {
    requireFor(readSheet, signedIn(ctx).person)
    const { files } = await upload(ctx)
    const warnings: string[] = []
    try {
      const rows = await rowsOfFile(files[0]!.buffer, warnings)
      ctx.status = 201
      ctx.body = { text: rows.map(cells => cells.map(pastedCell).join('\t')).join('\n'), warnings }
    } catch (error) {
      if (error instanceof SheetError) throw invalidField('file', 'FILE_TYPE', error.message)
      throw error
    }
  })
}

async function rowsOfFile(file: Buffer, warnings: string[]): Promise<string[][]> {
  const kind = sheetKindOf(file)
  if (!kind) throw new SheetError(`${cureOf(file) ?? 'The file is neither a workbook (xlsx) nor a CSV file'}.`)
  if (kind === 'csv') return rowsOfCsv(file)
  const rows: string[][] = []
  const hidden: number[] = []
  for await (const row of readWorkbook(file, MAX_COLUMNS, warnings, MAX_BYTES)) {
    rows.push(row.cells.map(cellText))
    if (row.hidden) hidden.push(row.rowNo)
    if (rows.length > MAX_ROWS) throw tooMany
  }
  warnings.push(...hiddenWarning(hidden))
  return rows
}

const tooMany = new SheetError(`The file has more than ${MAX_ROWS} rows: split it into smaller files.`)

function rowsOfCsv(file: Buffer): string[][] {
  try {
    const text = textOf(file)
    const [separator] = [';', '\t', ','].filter(each => text.slice(0, text.search(/[\r\n]|$/)).includes(each))
    const rows: string[][] = parse(text, {
      delimiter: separator ?? ',',
      relax_column_count: true,
      bom: true,
      to: MAX_ROWS + 1,
    })
    if (rows.length > MAX_ROWS) throw tooMany
    return rows
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError('The file cannot be read as CSV in UTF-8: save it as xlsx and choose it again.')
  }
}

/** Writes a cell as spreadsheets copy it. */
const pastedCell = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
