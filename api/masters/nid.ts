import type { ComputedColumn, RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'

/** NIDs have at most two levels: a parent has no parent itself, and what has NIDs below it gets none. */
export const checkNids: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(
    candidate => candidate.row.parentNidId !== null && changesAny(candidate, 'parentNidId'),
  )
  if (moved.length === 0) return
  const rows: { id: number; parentNidId: number | null }[] = await db('nid')
    .where({ isActive: 1 })
    .select('id', 'parentNidId')
  const parents = new Map(rows.map(({ id, parentNidId }) => [id, parentNidId]))
  for (const { row, before } of candidates) if (before) parents.set(before.id, row.parentNidId as number | null)
  const withChildren = new Set(parents.values())
  const refuse = (message: string) => ({ field: 'parentNidId', code: 'RULE', message })
  for (const { row, before, faults } of moved) {
    if (row.parentNidId === before?.id) faults.push(refuse('Parent NID must be another NID'))
    else if (parents.get(row.parentNidId as number))
      faults.push(refuse('Parent NID has a parent itself: there are at most two levels'))
    else if (before && withChildren.has(before.id))
      faults.push(refuse('Parent NID must be empty for an NID that has others below it: there are at most two levels'))
  }
}

/** The number of active products of the row's NID. */
export const productCount: ComputedColumn = (db, of) =>
  db('products as counted')
    .where({ 'counted.isActive': 1, 'counted.nidId': of('id') })
    .count('*')
