import { approvalNames } from '../order-status.ts'
import { changeText, toAccept } from '../terms/terms.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, RouteFacts, RouteStep } from './approval-facts.ts'
import { lineNosOf, linesText, openLinesOf } from './route-rows.ts'

const STEP = 'ACCEPTANCE'

/** Step 70: acceptance of terms that the customer has not seen, or of an order placed for one who wants to see it first. */
export const acceptance: RouteStep = {
  step: STEP,
  seq: 70,
  title: approvalNames.ACCEPTANCE,
  coveredBy: 'inputs',
  trigger: facts => {
    const steps = causesOf(facts)
    if (steps.length === 0) return { needed: null, steps }
    const open = openLinesOf(facts)
    const goods = open.map(({ productId, qty, netPrice, dates }) => ({ productId, qty, netPrice, dates }))
    const ofOrder = toAccept(facts.unseen).filter(({ lineNo }) => lineNo === null)
    const inputs = ofOrder.length > 0 ? { goods, ofOrder } : goods
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
  const steps: TraceStep[] = unseenText(facts).map(reason => ({ ...lostStep, row: null, reason }))
  if (placedForCustomer && customer.requiresAcceptance) {
    const row = rowUsed('customer', customer, ['code', 'requiresAcceptance'])
    steps.push({ ...lostStep, row, reason: `${customer.name} must accept orders that are placed for them` })
  } else if (placedForCustomer && facts.sbu.requiresAcceptance) {
    const row = rowUsed('sbu', facts.sbu, ['requiresAcceptance'])
    steps.push({ ...lostStep, row, reason: 'Customers of this SBU must accept orders that are placed for them' })
  }
  return steps
}

/** What the customer has not seen: lines by their numbers, and terms of the whole order. */
function unseenText({ unseen }: RouteFacts): string[] {
  const changes = toAccept(unseen)
  const lineNos = [...new Set(changes.flatMap(({ lineNo }) => lineNo ?? []))].sort((a, b) => a - b)
  const ofOrder = changes.filter(({ lineNo }) => lineNo === null)
  return [
    ...(lineNos.length > 0
      ? [`${linesText(lineNos.map(lineNo => ({ lineNo })))} changed since the customer saw it`]
      : []),
    ...ofOrder.map(change => `${changeText({ ...change, product: null })} since the customer saw it`),
  ]
}

/** A user of the customer for whom the order was placed, if any signs in; else who placed it. */
function acceptor({ order }: RouteFacts): Approver | null {
  const { customer, customerSignsIn, placedById, placedByName, placedForCustomer } = order
  const nobody = { userIds: [], role: null, customerId: null, limit: null }
  if (placedForCustomer && customerSignsIn)
    return { ...nobody, rule: 'CUSTOMER', name: customer.name, customerId: customer.id }
  return placedByName === null ? null : { ...nobody, rule: 'PLACER', name: placedByName, userIds: [placedById] }
}
