import type { ApprovalStep } from '../../trade.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, Resolved, RouteEmployee, RouteFacts, RouteLimit } from './approval-facts.ts'
import { finalApproverOf, headOf, levelOf, limitRowOf, peopleOf, whyUnable } from './approvers.ts'

interface Reaching {
  employee: RouteEmployee
  row: RouteLimit
}

/** What is approved: its value, beside limits of which type, and how both are written. */
export interface LimitAsked {
  limitType: RouteLimit['limitType']
  value: number
  show: (value: number) => string
}

/**
 * The lowest level whose limit reaches a value (DIRECT): any one of that level decides. Above every limit the highest
 * level decides first, then the head of the SBU, and last the final approver. Empty where nobody has a limit.
 */
export function directLimit(step: ApprovalStep, asked: LimitAsked, facts: RouteFacts): Omit<Resolved, 'headDecides'> {
  const { limitType, value, show } = asked
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
  if (sufficient.length > 0) return { levels: [levelOfLimits(step, approvers, facts)], steps }
  const above = aboveEveryLimit(step, approvers, asked, facts)
  return { ...above, steps: [...steps, ...above.steps] }
}

/** The people of a level with the highest of their limits. */
function levelOfLimits(step: ApprovalStep, approvers: readonly Reaching[], facts: RouteFacts): Approver {
  const limit = Math.max(...approvers.map(({ row }) => row.maxValue))
  const employees = approvers.map(({ employee }) => employee)
  return levelOf(step, employees, limit, facts, approvers[0]!.row.level)
}

/** The highest level, then the head, then the final approver, unless the limit of the head reaches the value. */
function aboveEveryLimit(
  step: ApprovalStep,
  highest: readonly Reaching[],
  { limitType, value, show }: LimitAsked,
  facts: RouteFacts,
): Omit<Resolved, 'headDecides'> {
  const { approver, noted: headNoted } = headOf(step, facts)
  const headId = approver ? facts.sbu.headEmployeeId : null
  const ofHead = headId === null ? undefined : limitRowOf(limitType, headId, null, facts)
  const head = approver && { ...approver, limit: ofHead?.maxValue ?? 0 }
  // The head of the SBU is asked once, as the head.
  const below = highest.filter(({ employee }) => employee.id !== headId)
  const first: Approver[] = below.length > 0 ? [{ ...levelOfLimits(step, below, facts), rule: 'HIGHEST_LIMIT' }] : []
  const final = ofHead && ofHead.maxValue >= value ? undefined : finalApproverOf(step, facts)
  const noted = (verdict: TraceStep['verdict'], reason: string): TraceStep => ({
    step,
    name: 'CEILING',
    verdict,
    row: null,
    reason,
  })
  if (final && !final.approver) {
    const missing = `${show(value)} is above every limit of this step, and ${final.why}: name an employee there who may decide this order, or enter an approving limit that reaches it`
    return { levels: [], steps: [headNoted, noted('none', missing)], missing }
  }
  const levels = withoutRepeats([...first, ...(head ? [head] : []), ...(final?.approver ? [final.approver] : [])])
  return {
    levels,
    steps: [headNoted, noted('won', `${show(value)} is above every limit of this step: ${turnsOf(levels)}`)],
  }
}

/** Nobody decides twice in a row: who is asked as head and then as final approver is asked as final approver. */
const withoutRepeats = (levels: readonly Approver[]): Approver[] =>
  levels.filter((level, at) => level.userIds.join() !== levels[at + 1]?.userIds.join())

const roleInTurn: Partial<Record<Approver['rule'], string>> = {
  SBU_HEAD: ' as head of the SBU',
  FINAL_APPROVER: ' as final approver',
}

/** «Priya decides first, then Vikram as head of the SBU, then Anil as final approver». */
const turnsOf = (levels: readonly Approver[]) =>
  levels
    .map(
      ({ name, rule }, at) =>
        `${at === 0 ? '' : 'then '}${name}${at === 0 ? ' decides' : ''}${roleInTurn[rule] ?? ''}${at === 0 && levels.length > 1 ? ' first' : ''}`,
    )
    .join(', ')

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
