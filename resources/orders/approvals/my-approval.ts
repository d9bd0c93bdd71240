import { shareOf } from '../../define/amounts.ts'
import { percentText } from '../../define/show.ts'
import { approvalNames } from '../order-status.ts'
import { gapOf, ofUnits } from '../quote/limit-price.ts'
import type { RuleZoneAsp } from '../rows.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, Resolved, RouteFacts, RouteLimit, RouteStep, Trigger } from './approval-facts.ts'
import { levelOf, limitRowOf, managersAbove, peopleOf, whyUnable } from './approvers.ts'
import { lineNosOf, openLinesOf, type RouteLine } from './route-rows.ts'

const STEP = 'MY_APPROVAL'

/** Step 50: a discount beyond the starter's own limit goes up the chain of managers to one whose limit reaches it. */
export const myApproval: RouteStep = {
  step: STEP,
  seq: 50,
  title: approvalNames.MY_APPROVAL,
  coveredBy: 'value',
  trigger: facts => {
    const measured = measure(facts)
    if (measured.length === 0) return { needed: null, steps: [] }
    const own = coverageOf(facts.starterEmployeeId, measured, facts)
    const starter = facts.employees.find(({ id }) => id === facts.starterEmployeeId)
    const ownLimitText = `${starter ? `${starter.name}'s own limit` : 'The own limit'} of ${percentText(own.limit)}`
    if (own.over === 0) {
      const reason = `${describe(largest(measured))} is within ${ownLimitText}`
      return { needed: null, steps: [step('OWN_LIMIT', 'won', own, reason)] }
    }
    const excessLines = linesBeyondOwn(facts)
    const worst = largest(excessLines)
    const needed: Trigger = {
      measuredValue: worst.pct,
      over: own.over,
      lineNos: lineNosOf(excessLines.map(({ line }) => line)),
      reason: `${describe(worst)} is ${percentText(own.over)} over ${ownLimitText}`,
    }
    return {
      needed,
      steps: [
        yardstick(worst),
        step('OWN_LIMIT', 'lost', own, `${describe(own.worst)} is ${percentText(own.over)} over ${ownLimitText}`),
      ],
    }
  },
  resolve: facts => resolveManagers(linesBeyondOwn(facts), facts),
}

/** The discount of a line: against the list price, or against the average selling price where that is more. */
interface Measured {
  line: RouteLine
  pct: number
  asp: RuleZoneAsp | undefined
}

/** Measures only manual discounts, or a promotion beyond what is free. */
function measure(facts: RouteFacts): Measured[] {
  const { asps, settings } = facts
  const counted = openLinesOf(facts).filter(
    line => line.manualDiscountPct > 0 || shareOf(line.promoDiscountValue, line.listPrice) > settings.promoFreePct,
  )
  return counted.map(line => {
    const asp = settings.useAsp ? asps?.get(line.productId) : undefined
    const gap = gapOf(line.netPrice, asp ? ofUnits(asp.asp, line.priceUnit) : null)
    return gap > line.discountPct ? { line, pct: gap, asp } : { line, pct: line.discountPct, asp: undefined }
  })
}

const linesBeyondOwn = (facts: RouteFacts) =>
  measure(facts).filter(({ line, pct }) => pct > (limitOf(facts.starterEmployeeId, line, facts)?.maxValue ?? 0))

const limitOf = (employeeId: number | null, line: RouteLine, facts: RouteFacts) =>
  employeeId === null ? undefined : limitRowOf('DISCOUNT_PCT', employeeId, line.nidId, facts)

const largest = (measured: readonly Measured[]) => measured.reduce((most, each) => (each.pct > most.pct ? each : most))

/** How far one person's limits cover the lines: decided by the line with the largest excess. */
interface Coverage {
  row: RouteLimit | undefined
  limit: number
  over: number
  worst: Measured
}

function coverageOf(employeeId: number | null, measured: readonly Measured[], facts: RouteFacts): Coverage {
  const reaches = measured.map(worst => {
    const row = limitOf(employeeId, worst.line, facts)
    const limit = row?.maxValue ?? 0
    return { row, limit, worst, short: worst.pct - limit }
  })
  const { short, ...tightest } = reaches.reduce((most, each) => (each.short > most.short ? each : most))
  return { ...tightest, over: Math.max(0, short) }
}

function resolveManagers(excessLines: readonly Measured[], facts: RouteFacts): Resolved {
  const people = peopleOf(facts)
  const levels: Approver[] = []
  const steps: TraceStep[] = []
  for (const employee of managersAbove(people, facts.starterEmployeeId)) {
    const coverage = coverageOf(employee.id, excessLines, facts)
    const hasLimit = excessLines.some(({ line }) => limitOf(employee.id, line, facts))
    const unable = hasLimit ? whyUnable(STEP, employee, facts) : 'has no approving limit'
    if (unable) {
      steps.push(step('MANAGER', 'skipped', coverage, `${employee.name} ${unable}`))
      continue
    }
    levels.push(levelOf(STEP, [employee], coverage.limit, facts))
    const may = `${employee.name} may approve ${percentText(coverage.limit)}`
    if (coverage.over === 0) {
      steps.push(step('MANAGER', 'won', coverage, `${may}, which reaches ${percentText(coverage.worst.pct)}`))
      return { levels, headDecides: false, steps }
    }
    steps.push(
      step(
        'MANAGER',
        'lost',
        coverage,
        `${may}, ${percentText(coverage.over)} too little: escalated to the next manager`,
      ),
    )
  }
  return { levels, headDecides: true, steps }
}

const describe = ({ line, pct, asp }: Measured) =>
  `${percentText(pct)} ${asp ? 'under the average selling price' : 'discount'} on line ${line.lineNo}`

function yardstick(measured: Measured): TraceStep {
  const row = measured.asp ? rowUsed('zone-wise-asp', measured.asp, ['asp', 'productId']) : null
  return { step: STEP, name: 'MEASURE', verdict: 'won', row, reason: `${describe(measured)} is the largest to approve` }
}

const step = (name: string, verdict: TraceStep['verdict'], { row }: Coverage, reason: string): TraceStep => ({
  step: STEP,
  name,
  verdict,
  row: row ? rowUsed('approving-limits', row, ['employeeId', 'maxValue', 'level', 'nidId', 'limitType']) : null,
  reason,
})
