import type { TakeAction } from '../extend.ts'
import { changeRows } from './change-rows.ts'

/** Sets the last day on which rows are valid, with all the checks of a save. */
export const endRows: TakeAction = async (trx, { resource, rows, asked, author }) => {
  await changeRows(trx, resource, rows, () => ({ validTo: asked.validTo }), author)
}
