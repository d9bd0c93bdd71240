import type { Context } from 'koa'
import { XLSX_TYPE } from '../derive/export/export.ts'
import { type WritableCell, workbook } from '../derive/sheets/xlsx-write.ts'
import { offerFile } from '../platform/offer-file.ts'

/** Answers with a workbook of one sheet under this name. */
export function answerSheet(
  ctx: Context,
  name: string,
  headings: readonly string[],
  rows: readonly (readonly WritableCell[])[],
) {
  async function* cells() {
    yield* rows
  }
  offerFile(ctx, `${name}.xlsx`, XLSX_TYPE)
  ctx.body = workbook(headings, cells())
}
