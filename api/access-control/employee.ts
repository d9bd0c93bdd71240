import type { ComputedColumn, RowCheck } from '../derive/extend.ts'
import { grantsOn } from '../derive/rights/grants.ts'
import { changesAny } from '../derive/save/candidate.ts'

/** The most levels of managers above one employee. */
const DEEPEST = 8

/** The chain of managers has no ring and at most eight levels; nobody is their own delegate. */
export const checkEmployees: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(candidate => candidate.row.managerId !== null && changesAny(candidate, 'managerId'))
  for (const { row, before, faults } of candidates) {
    if (before && row.delegateEmployeeId === before.id) {
      faults.push({ field: 'delegateEmployeeId', code: 'RULE', message: 'Delegate must be another employee' })
    }
  }
  if (moved.length === 0) return
  const rows: { id: number; managerId: number | null }[] = await db('employee').select('id', 'managerId')
  const managers = new Map(rows.map(({ id, managerId }) => [id, managerId]))
  for (const { row, before } of candidates) if (before) managers.set(before.id, row.managerId as number | null)
  for (const { row, before, faults } of moved) {
    let above = row.managerId as number | null | undefined
    let depth = 0
    while (above && above !== before?.id && depth <= DEEPEST) {
      above = managers.get(above)
      depth += 1
    }
    if (above && above === before?.id) {
      faults.push({
        field: 'managerId',
        code: 'RULE',
        message: 'Manager reports to this employee already: the chain would form a ring',
      })
    } else if (depth + (before ? levelsBelow(managers, before.id) : 0) > DEEPEST) {
      faults.push({
        field: 'managerId',
        code: 'RULE',
        message: `Manager makes a chain of more than ${DEEPEST} managers: shorten it`,
      })
    }
  }
}

/** How many levels of people report to an employee, counted no further than a chain may reach. */
function levelsBelow(managers: ReadonlyMap<number, number | null>, id: number): number {
  let level = new Set([id])
  let levels = 0
  while (levels <= DEEPEST) {
    const above = level
    level = new Set([...managers].flatMap(([below, manager]) => (manager && above.has(manager) ? [below] : [])))
    if (level.size === 0) break
    levels += 1
  }
  return levels
}

/** The roles that an employee holds on the day, by all their logins. */
export const rolesHeld: ComputedColumn = (db, of, day) =>
  grantsOn(db, day, 'held')
    .join('user as holder', 'holder.id', 'held.userId')
    .join('role as named', 'named.id', 'held.roleId')
    .where('holder.employeeId', of('id'))
    .where('holder.isActive', 1)
    .select(db.raw("replace(group_concat(distinct ?? order by ??), ',', ', ')", ['named.name', 'named.name']))
