import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'

/** Complaint categories form trees: none lies below itself, at any depth. */
export const checkComplaintCategories: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(
    candidate => candidate.before && candidate.row.parentCategoryId && changesAny(candidate, 'parentCategoryId'),
  )
  if (moved.length === 0) return
  const rows: { id: number; parentCategoryId: number | null }[] = await db('complaint_category').select(
    'id',
    'parentCategoryId',
  )
  const parents = new Map(rows.map(({ id, parentCategoryId }) => [id, parentCategoryId]))
  for (const { row, before } of moved) parents.set(before!.id, row.parentCategoryId as number)
  for (const { before, faults } of moved) {
    const passed = new Set<number>()
    let above: number | null | undefined = before!.id
    while (above && !passed.has(above)) {
      passed.add(above)
      above = parents.get(above)
    }
    if (above)
      faults.push({ field: 'parentCategoryId', code: 'RULE', message: 'Parent must not lie below this category' })
  }
}
