import { approvalNames } from '../order-status.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, RouteFacts, RouteStep } from './approval-facts.ts'
import { lineNosOf, linesText, openLinesOf } from './route-rows.ts'

const STEP = 'ACCEPTANCE'

/** Step 70: acceptance of what an approver changed, or of an order placed for a customer who wants to see it first. */
export const acceptance: RouteStep = {
  step: STEP,
  seq: 70,
  title: approvalNames.ACCEPTANCE,
  coveredBy: 'inputs',
  trigger: facts => {
    const steps = causesOf(facts)
    if (steps.length === 0) return { needed: null, steps }
    const open = openLinesOf(facts)
    const inputs = open.map(({ productId, qty, netPrice, dates }) => ({ productId, qty, netPrice, dates }))
    const reason = steps.map(step => step.reason).join('; ')
    return { needed: { measuredValue: null, over: 0, lineNos: lineNosOf(open), reason, inputs }, steps }
  },
  resolve: facts => {
    const approver = acceptor(facts)
    const noted = (verdict: TraceStep['verdict'], reason: string) => ({
      step: STEP,
      name: 'ACCEPTOR',
      verdict,
      row: null,
      reason,
    })
    if (!approver) {
      return { levels: [], headDecides: false, steps: [noted('none', 'Who placed the order can no longer sign in')] }
    }
    return { levels: [approver], headDecides: false, steps: [noted('won', `${approver.name} accepts it`)] }
  },
}

function causesOf(facts: RouteFacts): TraceStep[] {
  const { placedForCustomer, customer } = facts.order
  const lostStep = { step: STEP, name: 'ACCEPT', verdict: 'lost' } as const
  const changed = openLinesOf(facts).filter(line => line.changedByApprover)
  const steps: TraceStep[] = []
  if (changed.length > 0) steps.push({ ...lostStep, row: null, reason: `${linesText(changed)} changed by an approver` })
  if (placedForCustomer && customer.requiresAcceptance) {
    const row = rowUsed('customer', customer, ['code', 'requiresAcceptance'])
    steps.push({ ...lostStep, row, reason: `${customer.name} must accept orders that are placed for them` })
  } else if (placedForCustomer && facts.sbu.requiresAcceptance) {
    const row = rowUsed('sbu', facts.sbu, ['requiresAcceptance'])
    steps.push({ ...lostStep, row, reason: 'Customers of this SBU must accept orders that are placed for them' })
  }
  return steps
}

/** A user of the customer for whom the order was placed, if any signs in; else who placed it. */
function acceptor({ order }: RouteFacts): Approver | null {
  const { customer, customerSignsIn, placedById, placedByName, placedForCustomer } = order
  const nobody = { userIds: [], role: null, customerId: null, limit: null }
  if (placedForCustomer && customerSignsIn)
    return { ...nobody, rule: 'CUSTOMER', name: customer.name, customerId: customer.id }
  return placedByName === null ? null : { ...nobody, rule: 'PLACER', name: placedByName, userIds: [placedById] }
}
