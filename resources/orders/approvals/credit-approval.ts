import { rupees } from '../../define/show.ts'
import { approvalNames } from '../order-status.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { RouteFacts, RouteStep } from './approval-facts.ts'
import { roleLevel } from './approvers.ts'
import { creditLimitOn, exposureOf } from './credit.ts'
import { directLimit } from './direct-limit.ts'
import { lineNosOf, openLinesOf } from './route-rows.ts'

const STEP = 'LIMIT'

/** Step 60: more than the credit limit of the payer, or an invoice that is overdue too long. */
export const creditApproval: RouteStep = {
  step: STEP,
  seq: 60,
  title: approvalNames.LIMIT,
  coveredBy: 'value',
  trigger: facts => {
    const { credit, order, settings, today } = facts
    const { payer, oldestInvoice } = credit
    const exposure = exposureOf(credit, order.grossValue, today)
    const step = exposureStep(facts)
    if (order.orderType.isFreeOfCharge) return { needed: null, steps: [skipped('The order is free of charge')] }
    if (exposure.isPrepaid && !payer.creditBlocked)
      return { needed: null, steps: [skipped(`${payer.name} has paid in advance`)] }
    const over = exposure.isPrepaid ? 0 : Math.max(0, exposure.excess)
    const isOverdue = exposure.overdueDays > settings.overdueDays
    if (over === 0 && !isOverdue && !payer.creditBlocked) return { needed: null, steps: [step] }
    const reasons = [
      ...(payer.creditBlocked ? ['their credit account is blocked in SAP'] : []),
      ...(over > 0 ? [`${rupees(over)} over the credit limit of ${rupees(creditLimitOn(payer, today))}`] : []),
      ...(isOverdue ? [`invoice ${oldestInvoice!.documentNo} is overdue by ${exposure.overdueDays} days`] : []),
    ]
    const needed = {
      measuredValue: over,
      over,
      lineNos: lineNosOf(openLinesOf(facts)),
      reason: `${payer.name}: ${reasons.join('; ')}`,
    }
    const more = [
      ...(payer.creditBlocked ? [blockedStep(facts)] : []),
      ...(isOverdue ? [overdueStep(facts, exposure.overdueDays)] : []),
    ]
    return { needed, steps: [step, ...more] }
  },
  resolve: (facts, { measuredValue }) => {
    const asked = { limitType: 'CREDIT_AMOUNT', value: measuredValue ?? 0, show: rupees } as const
    const direct = directLimit(STEP, asked, facts)
    if (direct.levels.length > 0 || direct.missing) return { ...direct, headDecides: false }
    const { approver, noted } = roleLevel(STEP, 'CREDIT_CONTROLLER', facts)
    return { levels: approver ? [approver] : [], headDecides: false, steps: [...direct.steps, noted] }
  },
}

const skipped = (reason: string): TraceStep => ({ step: STEP, name: 'EXPOSURE', verdict: 'skipped', row: null, reason })

function exposureStep({ credit, order, today }: RouteFacts): TraceStep {
  const { payer, outstanding, newInvoices, otherOrders } = credit
  const { exposure, excess } = exposureOf(credit, order.grossValue, today)
  const limit = creditLimitOn(payer, today)
  const ended = limit === payer.creditLimit ? '' : ', whose validity in SAP has ended'
  const fresh = newInvoices > 0 ? `, invoices not in it yet ${rupees(newInvoices)}` : ''
  const sum = `Outstanding ${rupees(outstanding)}${fresh}, other orders ${rupees(otherOrders)} and this one ${rupees(order.grossValue)} come to ${rupees(exposure)}`
  const against =
    excess > 0
      ? `${rupees(excess)} over the limit of ${rupees(limit)}${ended}`
      : `within the limit of ${rupees(limit)}${ended}`
  return {
    step: STEP,
    name: 'EXPOSURE',
    verdict: excess > 0 ? 'lost' : 'won',
    row: rowUsed('customer', payer, ['code', 'creditLimit', 'creditLimitTo']),
    reason: `${sum}, ${against}`,
  }
}

const blockedStep = ({ credit: { payer } }: RouteFacts): TraceStep => ({
  step: STEP,
  name: 'CREDIT_BLOCK',
  verdict: 'lost',
  row: rowUsed('customer', payer, ['code', 'creditBlocked']),
  reason: `The credit account of ${payer.name} is blocked in SAP: every order needs approval`,
})

function overdueStep({ credit, settings }: RouteFacts, days: number): TraceStep {
  const invoice = credit.oldestInvoice!
  return {
    step: STEP,
    name: 'OVERDUE',
    verdict: 'lost',
    row: rowUsed('upload-outstanding', invoice, ['documentNo', 'dueDate', 'balanceAmount']),
    reason: `Invoice ${invoice.documentNo} is overdue by ${days} days; more than ${settings.overdueDays} need approval`,
  }
}
