import { createHash } from 'node:crypto'
import type { EarlierTask, RouteFacts } from '../../resources/orders/approvals/approval-facts.ts'
import { type NextTask, type Route, route as routeWith } from '../../resources/orders/approvals/route.ts'
import type { RouteLine } from '../../resources/orders/approvals/route-rows.ts'
import {
  creditFacts,
  employee,
  limit,
  login,
  routeContract,
  routeFacts,
  routeLine,
  routeOrder,
} from './orders/order-rows.ts'

export const RAVI = 4
export const CHARU = 5
export const COLIN = 6
export const FARAH = 7
export const LEELA = 8
/** Decides above every limit. */
export const ANIL = 10

export const route = (facts: RouteFacts): Route =>
  routeWith(facts, text => createHash('sha256').update(text).digest('hex'))

/** Line 10 of the worked example: list 1,000.00, 5 % by default and 8 % by hand are 874.00, below the limit of 880.00. */
export const listLine = (qty: number, more: Partial<RouteLine> = {}) =>
  routeLine({ qty, limitPrice: 88_000, limitGapPct: 68, ...more })

/** Line 20: 200 at 450.00 on a contract of which 150 are open. */
export const contractLine = (more: Partial<RouteLine> = {}) =>
  routeLine({
    ...{ lineNo: 20, productId: 2, qty: 200_000, priceSource: 'RATE_CONTRACT', priceSourceId: 7 },
    ...{ listPrice: 145_000, netPrice: 45_000, discountPct: 6897, manualDiscountPct: 0 },
    ...more,
  })

/** The worked example of the approvals: Asha's order with all its approvers. */
export const example = (more: Partial<RouteFacts> = {}): RouteFacts => {
  const base = routeFacts()
  return {
    ...base,
    order: routeOrder({ taxableValue: 1_79_300_00, grossValue: 2_11_574_00 }),
    lines: [listLine(100_000), contractLine()],
    employees: [
      ...base.employees,
      ...[employee(RAVI, 'Ravi', null), employee(CHARU, 'Charu', null), employee(COLIN, 'Colin', null)],
      ...[employee(FARAH, 'Farah', null), employee(LEELA, 'Leela', null), employee(ANIL, 'Anil', null)],
    ],
    logins: [
      ...base.logins,
      ...[login(RAVI, 'PRICING_APPROVER'), login(CHARU, 'CREDIT_CONTROLLER'), login(COLIN, 'CREDIT_CONTROLLER')],
      ...[login(FARAH, 'CSC_AGENT'), login(LEELA, 'EUD_APPROVER'), login(ANIL, 'AUDITOR')],
    ],
    limits: [
      ...base.limits,
      limit(RAVI, 2_00, { limitType: 'LIMIT_PRICE_PCT' }),
      limit(CHARU, 50_000_00, { limitType: 'CREDIT_AMOUNT' }),
      limit(COLIN, 5_00_000_00, { limitType: 'CREDIT_AMOUNT', level: 2 }),
    ],
    contracts: new Map([[7, routeContract({ openQty: 150_000 })]]),
    credit: creditFacts({ outstanding: 13_20_000_00, otherOrders: 60_000_00 }),
    settings: { ...base.settings, finalApproverId: ANIL },
    asps: new Map([[1, { ...limit(0, 0), productId: 1, asp: 96_000 }]]),
    ...more,
  }
}

/** A task as it is stored once it is decided. */
export const decidedTask = (
  { step, level, rule, limitValue, measuredValue, assignee, round, fingerprint, triggerJson }: NextTask,
  more: Partial<EarlierTask> = {},
): EarlierTask => ({
  ...{ id: 1, status: 'APPROVED', step, level, rule, limitValue, measuredValue, assignee, round, fingerprint },
  values: triggerJson.values,
  ...more,
})

/** Approves task after task until the order is approved; returns the final route and the tasks, oldest first. */
export function approveAll(facts: RouteFacts): { end: Route; asked: NextTask[]; tasks: EarlierTask[] } {
  const tasks = [...facts.tasks]
  const asked: NextTask[] = []
  for (let turn = 0; turn < 50; turn++) {
    const end = route({ ...facts, tasks })
    if (end.status !== 'PENDING') return { end, asked, tasks }
    asked.push(end.task)
    tasks.push(decidedTask(end.task, { id: turn + 1 }))
  }
  throw new Error('The route does not end')
}

/** Step, approver and measured value of each approval of a route. */
export const approvalsOf = (routed: Route) =>
  routed.path.flatMap(({ step, levels, measuredValue }) => levels.map(({ name }) => [step, name, measuredValue]))
