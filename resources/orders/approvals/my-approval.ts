import { rupees } from '../../define/show.ts'
import { approvalNames } from '../order-status.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, Resolved, RouteFacts, RouteStep, Trigger } from './approval-facts.ts'
import { levelOf, managersAbove, peopleOf, whyUnable } from './approvers.ts'
import { freeValueOf } from './free-goods.ts'
import {
  type Coverage,
  coverages,
  excessOf,
  largest,
  limitFor,
  limitText,
  type Measure,
  measuredTypes,
  measuresOf,
} from './measures.ts'
import { lineNosOf, openLinesOf } from './route-rows.ts'

const STEP = 'MY_APPROVAL'
/** The length of a reason in answers. */
const LONGEST = 500

/**
 * Step 50: what is beyond the starter's own limits of discount, freight and free goods goes up the chain of managers to
 * one whose limits reach all of it. What nobody knows the value of, and free goods beyond the budget of the customer,
 * are decided by the head of the SBU last.
 */
export const myApproval: RouteStep = {
  step: STEP,
  seq: 50,
  title: approvalNames.MY_APPROVAL,
  coveredBy: 'value',
  trigger: facts => {
    const measures = measuresOf(facts)
    const own = coverages(facts.starterEmployeeId, measures, facts)
    const limits = own.map(coverage => ownLimit(coverage, measures, facts))
    const budget = budgetStep(facts)
    const beyond = own.filter(({ over }) => over > 0)
    const steps = [...limits, ...(budget ? [budget] : [])]
    if (beyond.length === 0 && budget?.verdict !== 'lost') return { needed: null, steps }
    return { needed: triggerOf(beyond, budget, facts), steps: [...yardsticks(beyondOwn(facts)), ...steps] }
  },
  resolve: facts => resolveManagers(beyondOwn(facts), facts),
}

/** Whatever is beyond the starter's own limit of its type. */
const beyondOwn = (facts: RouteFacts): Measure[] =>
  measuresOf(facts).filter(one => excessOf(one, limitFor(facts.starterEmployeeId, one, facts)?.maxValue ?? 0) > 0)

function triggerOf(beyond: readonly Coverage[], budget: TraceStep | null, facts: RouteFacts): Trigger {
  const measures = beyondOwn(facts)
  const worst = measuredTypes.flatMap(type => {
    const own = measures.filter(({ limitType }) => limitType === type)
    return own.length > 0 ? [largest(own)] : []
  })
  const discount = worst.find(({ limitType }) => limitType === 'DISCOUNT_PCT')
  const over = beyond.find(({ worst }) => worst.limitType === 'DISCOUNT_PCT')?.over ?? 0
  const free = budget?.verdict === 'lost' ? { FOC_VALUE: freeValueOf(openLinesOf(facts)).value } : {}
  return {
    measuredValue: discount?.value ?? null,
    values: { ...Object.fromEntries(worst.map(({ limitType, value }) => [limitType, value])), ...free },
    over,
    lineNos: lineNosOf(measures.flatMap(({ line }) => line ?? [])),
    reason: [
      ...worst.map(each => beyondText(each, beyond.find(one => one.worst.limitType === each.limitType)!, facts)),
      ...(budget?.verdict === 'lost' ? [budget.reason] : []),
    ]
      .join('; ')
      .slice(0, LONGEST),
  }
}

/** The discount that is measured, where one is beyond the own limit. */
function yardsticks(beyond: readonly Measure[]): TraceStep[] {
  const discounts = beyond.filter(({ line }) => line !== null)
  if (discounts.length === 0) return []
  const { asp, says } = largest(discounts)
  const row = asp ? rowUsed('zone-wise-asp', asp, ['asp', 'productId']) : null
  return [{ step: STEP, name: 'MEASURE', verdict: 'won', row, reason: `${says} is the largest to approve` }]
}

const ownText = ({ limit, worst }: Coverage, facts: RouteFacts) => {
  const starter = facts.employees.find(({ id }) => id === facts.starterEmployeeId)
  return `${starter ? `${starter.name}'s own limit` : 'The own limit'} of ${limitText(worst.limitType, limit)}`
}

/** How a measure is beyond what the starter may approve alone. */
function beyondText({ says, value, limitType }: Measure, own: Coverage, facts: RouteFacts): string {
  if (value === null) return `${says}; the head of the SBU decides`
  const over = `${limitText(limitType, own.over)} over ${ownText(own, facts)}`
  return limitType === 'DISCOUNT_PCT' ? `${says} is ${over}` : `${says}, ${over}`
}

function ownLimit(own: Coverage, measures: readonly Measure[], facts: RouteFacts): TraceStep {
  const { limitType } = own.worst
  if (own.over > 0) return step('OWN_LIMIT', 'lost', own, beyondText(own.worst, own, facts))
  const { says } = largest(measures.filter(one => one.limitType === limitType))
  return step('OWN_LIMIT', 'won', own, `${says} is within ${ownText(own, facts)}`)
}

/** Whether the free goods of the customer's quarter stay within the budget; null for an order that is charged. */
function budgetStep(facts: RouteFacts): TraceStep | null {
  if (!facts.freeGoods) return null
  const { budget, used } = facts.freeGoods
  const { value } = freeValueOf(openLinesOf(facts))
  const isOver = value !== null && used + value > budget
  const goods = `${rupees(used)} of free goods in this quarter${value === null ? '' : ` and ${rupees(value)} on this order`}`
  const { name } = facts.order.customer
  return {
    step: STEP,
    name: 'FREE_GOODS',
    verdict: isOver ? 'lost' : 'won',
    row: null,
    reason: isOver
      ? `${name}: ${goods} are over the budget of ${rupees(budget)}, so the head of the SBU decides`
      : `${name}: ${goods}; the budget is ${rupees(budget)}`,
  }
}

function resolveManagers(beyond: readonly Measure[], facts: RouteFacts): Resolved {
  const people = peopleOf(facts)
  const headDecides = budgetStep(facts)?.verdict === 'lost'
  const levels: Approver[] = []
  const steps: TraceStep[] = []
  if (beyond.length === 0) return { levels, headDecides, steps }
  for (const employee of managersAbove(people, facts.starterEmployeeId)) {
    const covered = coverages(employee.id, beyond, facts)
    const short = covered.find(({ over }) => over > 0)
    const hasLimit = beyond.some(measure => limitFor(employee.id, measure, facts))
    const unable = hasLimit ? whyUnable(STEP, employee, facts) : 'has no approving limit'
    if (unable) {
      steps.push(step('MANAGER', 'skipped', covered[0]!, `${employee.name} ${unable}`))
      continue
    }
    levels.push(levelOf(STEP, [employee], covered[0]!.limit, facts))
    if (!short) {
      steps.push(
        ...covered.map(one =>
          step('MANAGER', 'won', one, `${mayText(employee.name, one)}, which reaches ${worthOf(one)}`),
        ),
      )
      return { levels, headDecides, steps }
    }
    steps.push(
      step(
        'MANAGER',
        'lost',
        short,
        `${mayText(employee.name, short)}, ${lackOf(short)}: escalated to the next manager`,
      ),
    )
  }
  return { levels, headDecides: true, steps }
}

const mayText = (name: string, { limit, worst }: Coverage) => `${name} may approve ${limitText(worst.limitType, limit)}`
const worthOf = ({ worst }: Coverage) => limitText(worst.limitType, worst.value ?? 0)
const lackOf = ({ over, worst }: Coverage) =>
  worst.value === null ? 'and the value is not known' : `${limitText(worst.limitType, over)} too little`

const step = (name: string, verdict: TraceStep['verdict'], { row }: Coverage, reason: string): TraceStep => ({
  step: STEP,
  name,
  verdict,
  row: row ? rowUsed('approving-limits', row, ['employeeId', 'maxValue', 'level', 'nidId', 'limitType']) : null,
  reason,
})
