import type { Context } from 'koa'
import { XLSX } from '../derive/export/export.ts'
import { type WrittenCell, workbook } from '../derive/sheets/xlsx-write.ts'
import { downloadAs } from '../platform/stored-files.ts'

/** Answers with a workbook of one sheet under this name. */
export function answerSheet(
  ctx: Context,
  name: string,
  headings: readonly string[],
  rows: readonly (readonly WrittenCell[])[],
) {
  async function* cells() {
    yield* rows
  }
  ctx.type = XLSX
  ctx.set('Content-Disposition', downloadAs(`${name}.xlsx`))
  ctx.body = workbook(headings, cells())
}
