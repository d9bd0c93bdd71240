import type { ActionHandler, RowCheck } from '../derive/extend.ts'
import { saveChanges } from '../derive/save/save-changes.ts'

/** A product is not its own substitute. */
export const checkProducts: RowCheck = async (_db, candidates) => {
  for (const { row, before, faults } of candidates) {
    if (before && row.substituteProductId === before.id) {
      faults.push({ field: 'substituteProductId', code: 'RULE', message: 'Substitute must be another product' })
    }
  }
}

/** Makes products orderable or not; the reason is saved in their history. */
export const markOrderable =
  (isOrderable: boolean): ActionHandler =>
  async (trx, { resource, rows, author }) => {
    await saveChanges(trx, resource, rows, () => ({ isOrderable }), author)
  }
