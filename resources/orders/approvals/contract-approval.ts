import { sum } from '../../define/amounts.ts'
import { quantityText } from '../../define/show.ts'
import { approvalNames } from '../order-status.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { Approver, Resolved, RouteFacts, RouteStep } from './approval-facts.ts'
import { levelOf, peopleOf, roleLevel, whyUnable } from './approvers.ts'
import { lineNosOf, openLinesOf, type RouteContract, type RouteLine } from './route-rows.ts'

const STEP = 'RATE_CONTRACT'

/** Step 20: every order of a contract that wants approval, more than is open of one, or a rate that no longer stands. */
export const contractApproval: RouteStep = {
  step: STEP,
  seq: 20,
  title: approvalNames.RATE_CONTRACT,
  coveredBy: 'inputs',
  trigger: facts => {
    const calls = callsOf(facts)
    const needed = calls.filter(isAsked)
    const steps = calls.map(callStep)
    if (needed.length === 0) return { needed: null, steps }
    const lines = needed.flatMap(call => call.lines)
    const over = sum(needed.map(call => call.over))
    const inputs = needed.map(({ contractLineId, qty, contract }) => ({
      contractLineId,
      qty,
      rate: contract.line.rate,
      ...(contract.lost !== null && { lost: contract.lost }),
    }))
    const reason = needed.map(callText).join('; ')
    return { needed: { measuredValue: over, over, lineNos: lineNosOf(lines), reason, inputs }, steps }
  },
  resolve: facts => {
    const needed = callsOf(facts).filter(isAsked)
    return approversOf(
      needed.map(({ contract }) => contract),
      facts,
    )
  },
}

/** What an order calls off one line of a contract, in thousandths. */
interface Call {
  contractLineId: number
  contract: RouteContract
  lines: RouteLine[]
  qty: number
  /** The quantity beyond what is open. */
  over: number
}

function callsOf(facts: RouteFacts): Call[] {
  const priced = openLinesOf(facts).filter(line => line.priceSource === 'RATE_CONTRACT')
  return [...Map.groupBy(priced, line => line.priceSourceId)].flatMap(([contractLineId, lines]) => {
    const contract = contractLineId === null ? undefined : facts.contracts.get(contractLineId)
    if (contractLineId === null || !contract) return []
    const qty = sum(lines.map(line => line.qty))
    return [{ contractLineId, contract, lines, qty, over: Math.max(0, qty - contract.openQty) }]
  })
}

const isAsked = ({ contract, over }: Call) => over > 0 || !contract.autoRelease || contract.lost !== null

const callText = ({ contract, qty, over }: Call) =>
  contract.lost !== null
    ? `Contract ${contract.contractNo} ${contract.lost}: its rate holds for this order only if you approve it`
    : over > 0
      ? `${quantityText(qty)} on contract ${contract.contractNo}, ${quantityText(over)} more than is open`
      : `Contract ${contract.contractNo} has every order approved`

function callStep(call: Call): TraceStep {
  const { contract, over, qty } = call
  const fine = !isAsked(call)
  return {
    step: STEP,
    name: 'OPEN_QTY',
    verdict: fine ? 'won' : 'lost',
    row:
      contract.lost === null && (over > 0 || fine)
        ? rowUsed('rate-contract-line', contract.line, ['rate', 'contractQty', 'consumedQty'])
        : rowUsed('rate-contract-customer', contract, ['contractNo', 'autoRelease', 'status']),
    reason: fine ? `${quantityText(qty)} is open on contract ${contract.contractNo}` : callText(call),
  }
}

/** The approver of each contract in turn; the pricing desk for contracts that name none, or one who may not decide. */
function approversOf(contracts: readonly RouteContract[], facts: RouteFacts): Resolved {
  const people = peopleOf(facts)
  const levels: Approver[] = []
  const steps: TraceStep[] = []
  let desk = false
  for (const contract of contracts) {
    const named = contract.approverEmployeeId === null ? undefined : people.get(contract.approverEmployeeId)
    const unable = named && whyUnable(STEP, named, facts)
    if (!named || unable) {
      desk = true
      if (unable) steps.push(approverStep(contract, 'skipped', `${named.name} ${unable}`))
      continue
    }
    const level = levelOf(STEP, [named], null, facts)
    if (levels.some(({ userIds }) => userIds[0] === level.userIds[0])) continue
    levels.push(level)
    steps.push(approverStep(contract, 'won', `${named.name} approves the orders of contract ${contract.contractNo}`))
  }
  if (!desk) return { levels, headDecides: false, steps }
  const { approver, noted } = roleLevel(STEP, 'PRICING_APPROVER', facts)
  steps.push(noted)
  return { levels: approver ? [...levels, approver] : levels, headDecides: approver === null, steps }
}

const approverStep = (contract: RouteContract, verdict: TraceStep['verdict'], reason: string): TraceStep => ({
  step: STEP,
  name: 'CONTRACT_APPROVER',
  verdict,
  row: rowUsed('rate-contract-customer', contract, ['contractNo', 'approverEmployeeId']),
  reason,
})
