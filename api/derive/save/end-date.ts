import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import type { ActionHandler } from '../extend.ts'
import { saveChanges } from './save-changes.ts'

/** Sets the last day on which rows are valid, with all the checks of a save; says so where that waits. */
export const endDateRows: ActionHandler = async (trx, { resource, rows, values: asked, author }) => {
  const saved = await saveChanges(trx, resource, rows, () => ({ validTo: asked.validTo }), author)
  return saved.map(confirmationSentence).find(sentence => sentence !== undefined)
}
