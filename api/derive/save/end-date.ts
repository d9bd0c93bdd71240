import type { ActionHandler } from '../extend.ts'
import { saveChanges } from './save-changes.ts'

/** Sets the last day on which rows are valid, with all the checks of a save. */
export const endDateRows: ActionHandler = async (trx, { resource, rows, values: asked, author }) => {
  await saveChanges(trx, resource, rows, () => ({ validTo: asked.validTo }), author)
}
