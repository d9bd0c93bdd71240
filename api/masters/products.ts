import type { RowCheck } from '../checks.ts'

/** A product is not its own substitute (M03). */
export const checkProducts: RowCheck = async (_db, candidates) => {
  for (const { row, before, faults } of candidates) {
    if (before && row.substituteProductId === before.id) {
      faults.push({ field: 'substituteProductId', code: 'RULE', message: 'Substitute must be another product' })
    }
  }
}
