import type { ApprovalStep } from '../../trade.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Resolved, RouteEmployee, RouteFacts, RouteLimit } from './approval-facts.ts'
import { levelOf, limitRowOf, peopleOf, whyUnable } from './approvers.ts'

interface Reaching {
  employee: RouteEmployee
  row: RouteLimit
}

/**
 * The lowest level whose limit reaches a value (DIRECT); where none does, the highest there is. Any one of that level
 * decides. Empty where nobody has a limit.
 */
export function directLimit(
  step: ApprovalStep,
  limitType: RouteLimit['limitType'],
  value: number,
  show: (value: number) => string,
  facts: RouteFacts,
): Omit<Resolved, 'headDecides'> {
  const noted = (verdict: TraceStep['verdict'], row: RouteLimit, reason: string): TraceStep => ({
    step,
    name: 'LIMIT_ROW',
    verdict,
    row: rowUsed('approving-limits', row, ['employeeId', 'maxValue', 'level', 'limitType']),
    reason,
  })
  const steps: TraceStep[] = []
  const able: Reaching[] = []
  for (const { employee, row } of rowsByLevel(limitType, facts)) {
    const unable = whyUnable(step, employee, facts)
    if (unable) steps.push(noted('skipped', row, `${employee.name} ${unable}`))
    else able.push({ employee, row })
  }
  const sufficient = able.filter(({ row }) => row.maxValue >= value)
  const level = (sufficient[0] ?? able.at(-1))?.row.level
  const approvers = (sufficient.length > 0 ? sufficient : able).filter(({ row }) => row.level === level)
  for (const each of able) {
    const may = `${each.employee.name} may approve ${show(each.row.maxValue)}`
    const short = value - each.row.maxValue
    const why = short > 0 ? `${may}, ${show(short)} too little` : `${may}, which reaches ${show(value)}`
    if (!approvers.includes(each)) {
      const lost = short > 0 ? why : `${why}, but level ${level} comes first`
      steps.push(noted('lost', each.row, lost))
    } else steps.push(noted('won', each.row, short > 0 ? `${why}; no approver has a higher limit` : why))
  }
  if (approvers.length === 0 || level === undefined) return { levels: [], steps }
  const limit = Math.max(...approvers.map(({ row }) => row.maxValue))
  const employees = approvers.map(({ employee }) => employee)
  return { levels: [levelOf(step, employees, limit, facts, level)], steps }
}

/** All limits of a type that count today, lowest level first. */
function rowsByLevel(limitType: RouteLimit['limitType'], facts: RouteFacts): Reaching[] {
  const people = peopleOf(facts)
  const ids = new Set(facts.limits.filter(row => row.limitType === limitType).map(({ employeeId }) => employeeId))
  const reaching = [...ids].flatMap((id): Reaching[] => {
    const employee = people.get(id)
    const row = limitRowOf(limitType, id, null, facts)
    return employee && row ? [{ employee, row }] : []
  })
  return reaching.sort((a, b) => a.row.level - b.row.level || a.row.id - b.row.id)
}
