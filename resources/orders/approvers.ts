import { dayText } from '../define/show.ts'
import type { Role } from '../roles.ts'
import type { ApprovalStep } from '../trade.ts'
import type { Approver, ApprovingLimit, Employee, RouteFacts } from './approval-facts.ts'
import { rowUsed, type TraceStep } from './trace.ts'

/**
 * Whose managers decide about an order (§D.3): the employee who placed it when he sells, else the owner of the account.
 * Null when a customer placed it and the account has no owner.
 */
export function starterOf(
  placedBy: { employeeId: number | null; roles: readonly Role[] },
  accountOwnerId: number | null,
) {
  const sells = placedBy.roles.includes('SALES_REP') || placedBy.roles.includes('SALES_MANAGER')
  return sells && placedBy.employeeId !== null ? placedBy.employeeId : accountOwnerId
}

/** The people of a route by id, made once for a run. */
export const peopleOf = ({ employees }: RouteFacts): ReadonlyMap<number, Employee> =>
  new Map(employees.map(employee => [employee.id, employee]))

/** The managers above an employee, nearest first; a ring of managers ends where it closes. */
export function managersAbove(people: ReadonlyMap<number, Employee>, employeeId: number | null): Employee[] {
  const seen = new Set<number>()
  const managers: Employee[] = []
  let next = employeeId === null ? null : (people.get(employeeId)?.managerId ?? null)
  while (next !== null && next !== employeeId && !seen.has(next)) {
    seen.add(next)
    const manager = people.get(next)
    if (!manager) break
    managers.push(manager)
    next = manager.managerId
  }
  return managers
}

/** Why an employee may not decide about this order, or nothing when he may: nobody approves his own. */
export function barredFrom(employee: Employee, facts: RouteFacts): string | undefined {
  if (employee.id === facts.placedByEmployeeId) return 'placed the order'
  if (employee.id === facts.starterEmployeeId) return 'is the one whose order it is'
  if (!employee.isActive) return 'is inactive'
  if (employee.dateOfLeaving !== null && employee.dateOfLeaving < facts.today)
    return `left on ${dayText(employee.dateOfLeaving)}`
  return undefined
}

/** The person who acts for an employee today: his delegate inside the delegate's days, unless the delegate may not decide. */
export function acting(
  employee: Employee,
  limit: number | null,
  facts: RouteFacts,
  people: ReadonlyMap<number, Employee>,
): Approver {
  const delegate = delegateOf(employee, facts.today, people)
  if (!delegate || barredFrom(delegate, facts)) {
    return { employeeId: employee.id, name: employee.name, onBehalfOfEmployeeId: null, limit }
  }
  return { employeeId: delegate.id, name: delegate.name, onBehalfOfEmployeeId: employee.id, limit }
}

function delegateOf(employee: Employee, today: string, people: ReadonlyMap<number, Employee>) {
  const { delegateEmployeeId, delegateFrom, delegateTo } = employee
  if (delegateEmployeeId === null || delegateFrom === null || delegateTo === null) return undefined
  return delegateFrom <= today && today <= delegateTo ? people.get(delegateEmployeeId) : undefined
}

/** The head of the SBU as the last to decide, or nobody; with the step for the trace. */
export function headOf(step: ApprovalStep, facts: RouteFacts, people: ReadonlyMap<number, Employee>) {
  const head = facts.sbu.headEmployeeId === null ? undefined : people.get(facts.sbu.headEmployeeId)
  const row = rowUsed('sbu', facts.sbu, ['headEmployeeId'])
  const noted = (verdict: TraceStep['verdict'], reason: string): TraceStep => ({
    step,
    name: 'SBU_HEAD',
    verdict,
    row,
    reason,
  })
  if (!head) return { approver: null, noted: noted('none', 'The SBU has no head') }
  const barred = barredFrom(head, facts)
  if (barred) return { approver: null, noted: noted('skipped', `${head.name}, head of the SBU, ${barred}`) }
  return {
    approver: acting(head, null, facts, people),
    noted: noted('won', `${head.name} decides as head of the SBU`),
  }
}

/** The limit row of an employee for products of a NID: a row for the NID comes before one for all. */
export function limitRowOf(
  limitType: ApprovingLimit['limitType'],
  employeeId: number,
  nidId: number | null,
  { limits, sbu, today, settings }: RouteFacts,
): ApprovingLimit | undefined {
  let best: ApprovingLimit | undefined
  for (const row of limits) {
    if (row.limitType !== limitType || row.employeeId !== employeeId || row.sbuId !== sbu.id || !row.isActive) continue
    if (settings.fourEyes && row.confirmStatus !== 'CONFIRMED') continue
    if (row.validFrom > today || row.validTo < today) continue
    if (row.nidId !== null && row.nidId !== nidId) continue
    const closer = !best || (best.nidId === null && row.nidId !== null)
    const newer = best && best.nidId === row.nidId && row.validFrom > best.validFrom
    if (closer || newer) best = row
  }
  return best
}
