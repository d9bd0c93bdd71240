import { can } from '../../capabilities.ts'
import { dayText } from '../../define/show.ts'
import { type Role, roles } from '../../roles.ts'
import type { ApprovalStep } from '../../trade.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, RouteEmployee, RouteFacts, RouteLimit } from './approval-facts.ts'
import { decidesIn } from './approvers-by-step.ts'
import { ruleOfNamed } from './level-rule.ts'

/**
 * The employee whose managers decide about an order: who placed it if they sell, else the owner of the account. Null
 * when a customer placed it and the account has no owner.
 */
export function starterOf(
  placedBy: { employeeId: number | null; roles: readonly Role[] },
  accountOwnerId: number | null,
) {
  return can(placedBy, 'routeToOwnManagers') && placedBy.employeeId !== null ? placedBy.employeeId : accountOwnerId
}

/** The people of a route by id, made once for a run. */
export const peopleOf = ({ employees }: RouteFacts): ReadonlyMap<number, RouteEmployee> =>
  new Map(employees.map(employee => [employee.id, employee]))

/** The managers above an employee, nearest first; a ring of managers ends where it closes. */
export function managersAbove(people: ReadonlyMap<number, RouteEmployee>, employeeId: number | null): RouteEmployee[] {
  const seen = new Set<number>()
  const managers: RouteEmployee[] = []
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

/** Why an employee may not decide about this order at all, or undefined when they may: nobody approves their own. */
function barredFrom(employee: RouteEmployee, facts: RouteFacts): string | undefined {
  if (employee.id === facts.placedByEmployeeId) return 'placed the order'
  if (employee.id === facts.starterEmployeeId) return 'is the one whose order it is'
  if (!employee.isActive) return 'is inactive'
  if (employee.dateOfLeaving !== null && employee.dateOfLeaving < facts.today)
    return `left on ${dayText(employee.dateOfLeaving)}`
  return loginOf(employee, facts) ? undefined : 'has no login that works'
}

/** Why an employee may not decide about this order in this queue, or undefined when they may. */
export function whyUnable(step: ApprovalStep, employee: RouteEmployee, facts: RouteFacts): string | undefined {
  const barred = barredFrom(employee, facts)
  if (barred) return barred
  const held = loginOf(employee, facts)?.roles ?? []
  return decidesIn({ roles: held }, step) ? undefined : 'has none of the roles that decide here'
}

const loginOf = ({ id }: RouteEmployee, { logins }: RouteFacts) => logins.find(({ employeeId }) => employeeId === id)

/** Employees as one level, any of whom may decide; the name shows their delegate of today, where there is one. */
export function levelOf(
  step: ApprovalStep,
  employees: readonly RouteEmployee[],
  limit: number | null,
  facts: RouteFacts,
  rank?: number,
): Approver {
  return {
    name: employees.map(employee => actingName(step, employee, facts)).join(' or '),
    userIds: employees.map(employee => loginOf(employee, facts)!.userId),
    role: null,
    customerId: null,
    limit,
    rule: ruleOfNamed[step],
    ...(rank !== undefined && { rank }),
  }
}

function actingName(step: ApprovalStep, employee: RouteEmployee, facts: RouteFacts): string {
  const delegate = delegateOf(employee, facts)
  if (!delegate || whyUnable(step, delegate, facts)) return employee.name
  return `${delegate.name} for ${employee.name}`
}

function delegateOf({ delegateEmployeeId, delegateFrom, delegateTo }: RouteEmployee, { employees, today }: RouteFacts) {
  if (delegateEmployeeId === null || delegateFrom === null || delegateTo === null) return undefined
  const inDays = delegateFrom <= today && today <= delegateTo
  return inDays ? employees.find(({ id }) => id === delegateEmployeeId) : undefined
}

/** The holders of a role in the SBU who may decide about this order, as one level; null where there is none. */
export function roleLevel(step: ApprovalStep, role: Role, facts: RouteFacts) {
  const people = peopleOf(facts)
  const holders = facts.logins.flatMap(login => {
    const employee = login.rolesHere.includes(role) ? people.get(login.employeeId) : undefined
    return employee ? [employee] : []
  })
  const able = holders.filter(employee => !barredFrom(employee, facts))
  const { name } = roles[role]
  const noted = (verdict: TraceStep['verdict'], reason: string): TraceStep => ({
    step,
    name: 'ROLE',
    verdict,
    row: null,
    reason,
  })
  const held = `${name} (${able.map(each => each.name).join(', ')})`
  if (able.length > 0) {
    const approver: Approver = { name: held, userIds: [], role, customerId: null, limit: null, rule: 'ROLE' }
    return { approver, noted: noted('won', `Any of the SBU may decide: ${held}`) }
  }
  const others = holders.map(employee => `${employee.name} ${barredFrom(employee, facts)}`).join(', ')
  const reason = others ? `${name}: ${others}` : `No person holds the role ${name} in the SBU`
  return { approver: null, noted: noted(others ? 'skipped' : 'none', reason) }
}

/** The head of the SBU as a level, whatever their roles, or nobody; with the step for the trace. */
export function headOf(step: ApprovalStep, facts: RouteFacts) {
  const head = facts.employees.find(({ id }) => id === facts.sbu.headEmployeeId)
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
  const approver: Approver = { ...levelOf(step, [head], null, facts), rule: 'SBU_HEAD' }
  return { approver, noted: noted('won', `${head.name} decides as head of the SBU`) }
}

/** The employee who decides above every limit, whatever their roles; why there is none, where there is none. */
export function finalApproverOf(step: ApprovalStep, facts: RouteFacts) {
  const { finalApproverId } = facts.settings
  const person = facts.employees.find(({ id }) => id === finalApproverId)
  const barred = person ? barredFrom(person, facts) : undefined
  if (!person) return { approver: null, why: 'the setting “Final approver” names no person' }
  if (barred) return { approver: null, why: `${person.name}, whom the setting “Final approver” names, ${barred}` }
  const approver: Approver = { ...levelOf(step, [person], null, facts), rule: 'FINAL_APPROVER' }
  return { approver, why: null }
}

/** The limit row of an employee for products of a NID: a row for the NID is preferred to one for all. */
export function limitRowOf(
  limitType: RouteLimit['limitType'],
  employeeId: number,
  nidId: number | null,
  { limits, sbu, today, settings }: RouteFacts,
): RouteLimit | undefined {
  let best: RouteLimit | undefined
  for (const row of limits) {
    if (row.limitType !== limitType || row.employeeId !== employeeId || row.sbuId !== sbu.id || !row.isActive) continue
    if (settings.fourEyes && row.confirmStatus === 'PENDING') continue
    if (row.validFrom > today || row.validTo < today) continue
    if (row.nidId !== null && row.nidId !== nidId) continue
    const closer = !best || (best.nidId === null && row.nidId !== null)
    const newer = best && best.nidId === row.nidId && row.validFrom > best.validFrom
    if (closer || newer) best = row
  }
  return best
}
