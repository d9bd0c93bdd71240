import type { ActionHandler, RowCheck } from '../derive/extend.ts'
import { addWarning, changesAny } from '../derive/save/candidate.ts'
import { saveChanges } from '../derive/save/save-changes.ts'

/** A product is not its own substitute. */
export const checkProducts: RowCheck = async (db, candidates, author) => {
  for (const { row, before, faults } of candidates) {
    if (before && row.substituteProductId === before.id) {
      faults.push({ field: 'substituteProductId', code: 'RULE', message: 'Substitute must be another product' })
    }
  }
  await warnOfSubstitutes(db, candidates, author)
}

/** Warns of a substitute that itself cannot be ordered. */
export const warnOfSubstitutes: RowCheck = async (db, candidates) => {
  const replaced = candidates.filter(candidate => changesAny(candidate, 'substituteProductId'))
  const ids = replaced.flatMap(({ row }) => (row.substituteProductId as number | null) ?? [])
  if (ids.length === 0) return
  const stopped: { id: number; code: string; name: string }[] = await db('products')
    .whereIn('id', [...new Set(ids)])
    .where({ isOrderable: 0 })
    .select('id', 'code', 'name')
  for (const candidate of replaced) {
    const substitute = stopped.find(({ id }) => id === candidate.row.substituteProductId)
    if (!substitute) continue
    const message = `Substitute ${substitute.code} ${substitute.name} cannot be ordered itself`
    addWarning(candidate, { field: 'substituteProductId', code: 'STOPPED', message })
  }
}

/** Makes products orderable or not; the reason is saved in their history. */
export const markOrderable =
  (isOrderable: boolean): ActionHandler =>
  async (trx, { resource, rows, author }) => {
    await saveChanges(trx, resource, rows, () => ({ isOrderable }), author)
  }
