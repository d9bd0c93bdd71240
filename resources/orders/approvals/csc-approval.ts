import { rupees } from '../../define/show.ts'
import { approvalNames } from '../order-status.ts'
import { instructionFor } from '../quote/instructions.ts'
import { type RowUsed, rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, Resolved, RouteFacts, RouteStep } from './approval-facts.ts'
import { levelOf, peopleOf, roleLevel, whyUnable } from './approvers.ts'
import { checkedValueOf } from './free-goods.ts'
import { type CscApprover, lineNosOf, linesText, openLinesOf, type RouteLine } from './route-rows.ts'

const STEP = 'CSC'

/** Step 30: what the customer service centre checks before an order proceeds. */
export const cscApproval: RouteStep = {
  step: STEP,
  seq: 30,
  title: approvalNames.CSC,
  coveredBy: 'inputs',
  trigger: facts => {
    const causes = causesOf(facts)
    const lines = openLinesOf(facts).filter(line => causes.some(cause => cause.lines.includes(line)))
    if (lines.length === 0) return { needed: null, steps: [] }
    const { taxableValue, customerPoNo } = facts.order
    const goods = lines.map(({ productId, qty }) => ({ productId, qty }))
    const reason = causes.map(cause => cause.reason).join('; ')
    return {
      needed: {
        measuredValue: taxableValue,
        over: 0,
        lineNos: lineNosOf(lines),
        reason,
        inputs: { customerPoNo, goods },
      },
      steps: causes.map(cause => ({
        step: STEP,
        name: 'CHECK',
        verdict: 'lost',
        row: cause.row,
        reason: cause.reason,
      })),
    }
  },
  resolve: (facts, { lineNos }) =>
    approversOf(
      openLinesOf(facts).filter(({ lineNo }) => lineNos.includes(lineNo)),
      facts,
    ),
}

/** A reason for the check, and the lines it applies to. */
interface Cause {
  lines: RouteLine[]
  row: RowUsed | null
  reason: string
}

function causesOf(facts: RouteFacts): Cause[] {
  const { channel, orderType, instructions } = facts.order
  const open = openLinesOf(facts)
  const kits = open.filter(line => line.isMultiplexingKit)
  const causes: Cause[] = []
  if (channel.requiresCsc) {
    const row = rowUsed('channel', channel, ['code', 'requiresCsc'])
    causes.push({ lines: open, row, reason: `Every order of channel ${channel.code} ${channel.name} is checked` })
  }
  if (orderType.requiresCsc) {
    const row = rowUsed('order-type', orderType, ['code', 'requiresCsc'])
    causes.push({ lines: open, row, reason: `Every order of type ${orderType.code} ${orderType.name} is checked` })
  }
  if (kits.length > 0) causes.push({ lines: kits, row: null, reason: `${linesText(kits)}: multiplexing kit` })
  const sbuId = facts.sbu.id
  const instructed = Map.groupBy(open, ({ productId }) => instructionFor([...instructions], { productId, sbuId }))
  for (const [row, lines] of instructed) {
    if (!row?.needsCscReview) continue
    const used = rowUsed('shipping-instructions', row, ['productId', 'sbuId', 'needsCscReview'])
    causes.push({ lines, row: used, reason: `${linesText(lines)}: the shipping instruction needs a CSC check` })
  }
  return causes
}

/**
 * Level 1, then level 2 from its order value on; any one of a level. Without a row, the holders of the role in the SBU.
 */
function approversOf(lines: readonly RouteLine[], facts: RouteFacts): Resolved {
  const steps: TraceStep[] = []
  const levels: Approver[] = []
  let missing = false
  for (const level of [1, 2]) {
    const rows = closest(lines, level, facts)
    if (rows.length === 0) continue
    const { approver, steps: why } = namedBy(rows, level, facts)
    steps.push(...why)
    if (approver) levels.push(approver)
    else missing = true
  }
  if (levels.length > 0 || missing) return { levels, headDecides: missing, steps }
  const { approver, noted } = roleLevel(STEP, 'CSC_AGENT', facts)
  return { levels: approver ? [approver] : [], headDecides: false, steps: [...steps, noted] }
}

/** The most specific rows of a level: material group and zone, material group, zone, any. */
function closest(lines: readonly RouteLine[], level: number, facts: RouteFacts): CscApprover[] {
  const { cscApprovers, order, sbu } = facts
  const value = checkedValueOf(facts)
  const fitting = cscApprovers.filter(
    row =>
      row.isActive &&
      row.sbuId === sbu.id &&
      row.level === level &&
      (row.zoneId === null || row.zoneId === order.zoneId) &&
      (row.mvgr1Id === null || lines.some(line => line.mvgr1Id === row.mvgr1Id)) &&
      (level === 1 || value === null || value >= row.minOrderValue),
  )
  const rank = (row: CscApprover) => (row.mvgr1Id === null ? 0 : 2) + (row.zoneId === null ? 0 : 1)
  const best = Math.max(...fitting.map(rank))
  return fitting.filter(row => rank(row) === best)
}

function namedBy(rows: readonly CscApprover[], level: number, facts: RouteFacts) {
  const people = peopleOf(facts)
  const steps: TraceStep[] = []
  const able = rows.flatMap(row => {
    const employee = people.get(row.employeeId)
    if (!employee) return []
    const unable = whyUnable(STEP, employee, facts)
    const from = level === 2 ? ` from an order value of ${rupees(row.minOrderValue)}` : ''
    steps.push({
      step: STEP,
      name: 'CSC_APPROVER',
      verdict: unable ? 'skipped' : 'won',
      row: rowUsed('csc-approver', row, ['employeeId', 'level', 'zoneId', 'mvgr1Id', 'minOrderValue']),
      reason: unable ? `${employee.name} ${unable}` : `${employee.name} checks at level ${level}${from}`,
    })
    return unable ? [] : [employee]
  })
  return { approver: able.length > 0 ? levelOf(STEP, able, null, facts, level) : null, steps }
}
