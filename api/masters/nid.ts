import type { RowCheck } from '../checks.ts'

/** NIDs have at most two levels (M05). */
export const checkNids: RowCheck = async (db, candidates) => {
  const parents = candidates.map(({ row }) => row.parentNidId).filter(id => typeof id === 'number')
  if (parents.length === 0) return
  const nested = new Set<number>(await db('nid').whereIn('id', parents).whereNotNull('parentNidId').pluck('id'))
  for (const { row, faults } of candidates) {
    if (!nested.has(row.parentNidId as number)) continue
    faults.push({
      field: 'parentNidId',
      code: 'RULE',
      message: 'Parent NID has a parent itself: there are at most two levels',
    })
  }
}
