import type { TakeAction } from '../extend.ts'
import { changeRows } from './change-rows.ts'

/** Sets the last day on which rows count; an order of days or an overlap is refused as in a save (§0.3). */
export const endRows: TakeAction = async (trx, { resource, rows, asked, author }) => {
  await changeRows(trx, resource, rows, () => ({ validTo: asked.validTo }), author)
}
