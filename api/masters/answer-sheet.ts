import type { Context } from 'koa'
import { XLSX } from '../derive/export/export.ts'
import { type WrittenCell, workbook } from '../derive/sheets/xlsx-write.ts'
import { offerFile } from '../platform/offer-file.ts'

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
  offerFile(ctx, `${name}.xlsx`, XLSX)
  ctx.body = workbook(headings, cells())
}
