import type { ApprovalStep } from '../../trade.ts'
import { type Trace, type TraceStep, trace } from '../trace.ts'
import { acceptance } from './acceptance.ts'
import type {
  Approver,
  Assignee,
  EarlierTask,
  Resolved,
  RouteFacts,
  RouteLimit,
  RouteStep,
  Trigger,
} from './approval-facts.ts'
import { headOf } from './approvers.ts'
import { contractApproval } from './contract-approval.ts'
import { creditApproval } from './credit-approval.ts'
import { cscApproval } from './csc-approval.ts'
import { eudApproval } from './eud-approval.ts'
import { type LevelRule, standsFor } from './level-rule.ts'
import { limitPriceApproval } from './limit-price-approval.ts'
import { myApproval } from './my-approval.ts'

/**
 * The kinds of approval in the order in which an order passes them. One more is a `RouteStep` beside `my-approval.ts`, a
 * row of `queues.ts`, what it asks in `api/orders/approvals/route-order.ts` and `approvals-ahead.ts`, who may decide in
 * `deciders.ts` there and `approvers-by-step.ts` here, and a worked example in `tests/resources/orders/approvals.test.ts`.
 */
const routeSteps: readonly RouteStep[] = [
  eudApproval,
  contractApproval,
  cscApproval,
  limitPriceApproval,
  myApproval,
  creditApproval,
  acceptance,
]

interface PathLevel extends Approver {
  level: number
  /** An earlier decision of this round still holds. */
  covered: boolean
}

/** One kind of approval an order needs, with everybody who will be asked. */
interface PathStep extends Omit<Trigger, 'inputs'> {
  step: ApprovalStep
  seq: number
  title: string
  /** Empty where nobody may decide: `APPROVER_NOT_FOUND`. */
  levels: PathLevel[]
  /** Why the levels are empty, where it is not that nobody holds the role or a limit. */
  missing?: string | undefined
}

/** The task to create now; column names of `approval_task`. */
export interface NextTask {
  step: ApprovalStep
  seq: number
  level: number
  rule: LevelRule
  limitValue: number | null
  round: number
  assignee: Assignee
  measuredValue: number | null
  triggerJson: Trigger
  fingerprint: string
  /** The open task that already asks the same of the same people; null when one must be created. */
  openTaskId: number | null
}

/** Where the order goes now, and its whole approval path. */
export type Route = { path: PathStep[]; routeTrace: Trace } & (
  | { status: 'PENDING'; pendingStep: ApprovalStep; task: NextTask }
  | { status: 'APPROVED' }
  | { status: 'IN_ERROR'; errorCode: 'APPROVER_NOT_FOUND'; errorText: string }
)

/** Hashes a text: hexadecimal SHA-256. */
type Digest = (text: string) => string

/**
 * Routes an order: the first level of the first kind of approval that no earlier decision covers. The same facts give
 * the same route; percent in hundredths, money in paise.
 */
export function route(facts: RouteFacts, sha256: Digest): Route {
  const path: PathStep[] = []
  const steps: TraceStep[] = []
  let next: { at: PathStep; level: PathLevel | undefined; trigger: Trigger; fingerprint: string } | undefined
  for (const kind of routeSteps) {
    const { needed, steps: why } = kind.trigger(facts)
    steps.push(...why)
    if (!needed) continue
    const resolved = resolve(kind, facts, needed)
    const fingerprint = sha256(fingerprintText(kind, needed))
    const levels = levelsOf(kind, facts, needed, fingerprint, resolved.levels)
    steps.push(...resolved.steps, ...levels.filter(({ covered }) => covered).map(level => coveredStep(kind, level)))
    const { inputs: _, ...trigger } = needed
    const { missing } = resolved
    const at = { step: kind.step, seq: kind.seq, title: kind.title, ...trigger, levels, missing }
    path.push(at)
    const open = levels.find(({ covered }) => !covered)
    if (!next && (open || levels.length === 0)) next = { at, level: open, trigger: needed, fingerprint }
  }
  const tracedPath = { path, routeTrace: trace('approval', facts.today, steps) }
  if (!next) return { ...tracedPath, status: 'APPROVED' }
  const { at, level, trigger, fingerprint } = next
  if (!level) return { ...tracedPath, status: 'IN_ERROR', errorCode: 'APPROVER_NOT_FOUND', errorText: nobody(at) }
  return {
    ...tracedPath,
    status: 'PENDING',
    pendingStep: at.step,
    task: taskOf(facts, at, level, trigger, fingerprint),
  }
}

/**
 * The approvers of a kind of approval; the head of the SBU last where they may not decide alone, or where there is
 * nobody.
 */
function resolve(kind: RouteStep, facts: RouteFacts, needed: Trigger): Omit<Resolved, 'headDecides'> {
  const { levels, headDecides, steps, missing } = kind.resolve(facts, needed)
  if (missing) return { levels: [], steps, missing }
  if (!headDecides && levels.length > 0) return { levels: [...levels.slice(0, -1), reaching(levels.at(-1)!)], steps }
  const { approver, noted } = headOf(kind.step, facts)
  if (!approver) return { levels: [], steps: [...steps, noted] }
  const below = levels.filter(level => level.userIds[0] !== approver.userIds[0])
  return { levels: [...below, approver], steps: [...steps, noted] }
}

/** The last of a chain decides since the limit reaches. */
const reaching = (level: Approver): Approver => (level.rule === 'CHAIN' ? { ...level, rule: 'LIMIT' } : level)

/** The text of what exactly an approval of this kind is given for. */
const fingerprintText = ({ step, coveredBy }: RouteStep, { inputs, lineNos, measuredValue, values }: Trigger) =>
  JSON.stringify(coveredBy === 'inputs' ? { step, inputs } : { step, lineNos, measuredValue, values })

function levelsOf(kind: RouteStep, facts: RouteFacts, needed: Trigger, fingerprint: string, approvers: Approver[]) {
  const holds = facts.tasks.filter(
    task =>
      task.status === 'APPROVED' &&
      task.round === facts.round &&
      task.step === kind.step &&
      (kind.coveredBy === 'inputs' ? task.fingerprint === fingerprint : coversValues(task, needed)),
  )
  let level = 0
  return approvers.map((approver): PathLevel => {
    level = approver.rank ?? level + 1
    const own = level
    const isCoveredBy = (task: RouteFacts['tasks'][number]) =>
      task.level >= own && (kind.coveredBy === 'inputs' || standsFor(task, approver.rule))
    return { ...approver, level, covered: holds.some(isCoveredBy) }
  })
}

/** Whether all that was approved is at least as much; what nobody knew covers only what nobody knows. */
function coversValues(task: EarlierTask, { values, measuredValue }: Trigger): boolean {
  if (!values) return (task.measuredValue ?? 0) >= (measuredValue ?? 0)
  const before: Trigger['values'] = task.values ?? { DISCOUNT_PCT: task.measuredValue ?? 0 }
  return typedEntries(values).every(([type, value]) => {
    const then = before[type]
    return value === null || then === null ? value === then : then !== undefined && then >= value
  })
}

const typedEntries = (values: NonNullable<Trigger['values']>) =>
  Object.entries(values) as [RouteLimit['limitType'], number | null][]

const coveredStep = ({ step }: RouteStep, { level }: PathLevel): TraceStep => ({
  step,
  name: 'COVERED',
  verdict: 'won',
  row: null,
  reason: `Level ${level}: what was approved in this round still holds`,
})

const nobody = ({ title, missing }: PathStep) =>
  missing
    ? `${title}: ${missing}`
    : `${title}: no approver for this order. Assign the role or an approving limit, or an SBU head who did not place it`

function taskOf(
  facts: RouteFacts,
  { step, seq }: PathStep,
  { level, rule, limit: limitValue, userIds, role, customerId }: PathLevel,
  triggerJson: Trigger,
  fingerprint: string,
): NextTask {
  const { round } = facts
  const assignee = { userIds, role, customerId }
  const same = facts.tasks.find(
    task =>
      task.status === 'PENDING' &&
      task.round === round &&
      task.step === step &&
      task.level === level &&
      isSame(task.assignee, assignee),
  )
  const { measuredValue } = triggerJson
  return {
    step,
    seq,
    level,
    rule,
    limitValue,
    round,
    assignee,
    measuredValue,
    triggerJson,
    fingerprint,
    openTaskId: same?.id ?? null,
  }
}

const isSame = (a: Assignee, b: Assignee) =>
  a.role === b.role && a.customerId === b.customerId && sorted(a.userIds) === sorted(b.userIds)

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join()
