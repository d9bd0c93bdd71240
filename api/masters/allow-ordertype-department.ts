import type { RowCheck } from '../derive/extend.ts'

/** At most one default order type a department. */
export const checkOrderTypeDefaults: RowCheck = async (db, candidates) => {
  const chosen = candidates.filter(({ row }) => row.isDefault && row.isActive !== false)
  if (chosen.length === 0) return
  const rows: { id: number; departmentId: number }[] = await db('allow_ordertype_department')
    .where({ isActive: 1, isDefault: 1 })
    .whereIn(
      'departmentId',
      chosen.map(({ row }) => row.departmentId as number),
    )
    .select('id', 'departmentId')
  const leaving = new Set(candidates.map(({ before }) => before?.id))
  const taken = new Set(rows.filter(({ id }) => !leaving.has(id)).map(({ departmentId }) => departmentId))
  for (const { row, faults } of chosen) {
    if (taken.has(row.departmentId as number)) {
      faults.push({
        field: 'isDefault',
        code: 'RULE',
        message: 'Default: the department has another default order type already; clear that first',
      })
    }
    taken.add(row.departmentId as number)
  }
}
