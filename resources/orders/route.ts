import type { ApprovalStep } from '../trade.ts'
import type { Approver, EarlierTask, Resolved, RouteFacts, RouteStep, Trigger } from './approval-facts.ts'
import { headOf, peopleOf } from './approvers.ts'
import { myApproval } from './my-approval.ts'
import { type Trace, type TraceStep, trace } from './trace.ts'

/** The kinds of approval in the order in which an order passes them (§D.3); each is listed once its masters are kept here. */
const routeSteps: readonly RouteStep[] = [myApproval]

export interface PathLevel extends Approver {
  level: number
  /** An earlier decision of this round still holds. */
  covered: boolean
}

/** One kind of approval an order needs, with everybody who will be asked. */
export interface PathStep {
  step: ApprovalStep
  seq: number
  title: string
  /** Why it is needed, in a sentence. */
  reason: string
  measuredValue: number
  over: number
  lineNos: number[]
  /** Empty where nobody may decide: `APPROVER_NOT_FOUND`. */
  levels: PathLevel[]
}

/** The task to create now; column names of `approval_task`. */
export interface NextTask {
  step: ApprovalStep
  seq: number
  level: number
  round: number
  assigneeEmployeeId: number
  onBehalfOfEmployeeId: number | null
  measuredValue: number
  triggerJson: Trigger
  /** Its sha256 is the task's fingerprint. */
  fingerprintText: string
  /** The open task that already asks exactly this; null when one must be created. */
  openTaskId: number | null
}

/** Where the order goes now, and the whole way it will take. */
export type Route = { path: PathStep[]; routeTrace: Trace } & (
  | { status: 'PENDING'; pendingStep: ApprovalStep; task: NextTask }
  | { status: 'APPROVED' }
  | { status: 'IN_ERROR'; errorCode: 'APPROVER_NOT_FOUND'; errorText: string }
)

/**
 * Routes an order (§D.3): the first level of the first kind of approval that no earlier decision covers. The same facts
 * give the same route; percent in hundredths, money in paise.
 */
export function route(facts: RouteFacts): Route {
  const path: PathStep[] = []
  const steps: TraceStep[] = []
  let next: { at: PathStep; level: PathLevel | undefined; trigger: Trigger } | undefined
  for (const kind of routeSteps) {
    const { needed, steps: why } = kind.trigger(facts)
    steps.push(...why)
    if (!needed) continue
    const resolved = resolve(kind, facts, needed)
    steps.push(...resolved.steps)
    const approved = decided(facts, kind.step)
    const levels = resolved.levels.map((approver, index): PathLevel => {
      const level = index + 1
      return {
        ...approver,
        level,
        covered: kind.covered(
          needed,
          approved.filter(task => task.level >= level),
        ),
      }
    })
    const { step, seq, title } = kind
    const at = { step, seq, title, reason: kind.says(needed), ...needed, levels }
    path.push(at)
    const open = levels.find(({ covered }) => !covered)
    if (!next && (open || levels.length === 0)) next = { at, level: open, trigger: needed }
  }
  const whole = { path, routeTrace: trace('approval', facts.today, steps) }
  if (!next) return { ...whole, status: 'APPROVED' }
  const { at, level, trigger } = next
  if (!level) return { ...whole, status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND', errorText: nobody(at) }
  return { ...whole, status: 'PENDING', pendingStep: at.step, task: taskOf(facts, at, level, trigger) }
}

/** Whom a kind of approval asks; the head of the SBU last where they may not decide alone, or where there is nobody. */
function resolve(kind: RouteStep, facts: RouteFacts, needed: Trigger): Omit<Resolved, 'headDecides'> {
  const { levels, headDecides, steps } = kind.resolve(facts, needed)
  if (!headDecides && levels.length > 0) return { levels, steps }
  const { approver, noted } = headOf(kind.step, facts, peopleOf(facts))
  const below = levels.filter(level => (level.onBehalfOfEmployeeId ?? level.employeeId) !== facts.sbu.headEmployeeId)
  return { levels: approver ? [...below, approver] : [], steps: [...steps, noted] }
}

const decided = ({ tasks, round }: RouteFacts, step: ApprovalStep): EarlierTask[] =>
  tasks.filter(task => task.status === 'APPROVED' && task.round === round && task.step === step)

const nobody = ({ title }: PathStep) =>
  `${title}: nobody may approve this order. Give a manager an approving limit, or the SBU a head who did not place it`

function taskOf(facts: RouteFacts, at: PathStep, level: PathLevel, trigger: Trigger): NextTask {
  const { step, seq } = at
  const { measuredValue } = trigger
  const { round } = facts
  const same = facts.tasks.find(
    task =>
      task.status === 'PENDING' &&
      task.round === round &&
      task.step === step &&
      task.level === level.level &&
      task.assigneeEmployeeId === level.employeeId &&
      task.measuredValue === measuredValue,
  )
  return {
    step,
    seq,
    level: level.level,
    round,
    assigneeEmployeeId: level.employeeId,
    onBehalfOfEmployeeId: level.onBehalfOfEmployeeId,
    measuredValue,
    triggerJson: trigger,
    fingerprintText: JSON.stringify({ step, lineNos: trigger.lineNos, measuredValue }),
    openTaskId: same?.id ?? null,
  }
}
