import { percentText, rupeesPer } from '../../define/show.ts'
import { compareRatios, exactly, exactNet, rupeesExact } from '../line-price.ts'
import { approvalNames } from '../order-status.ts'
import type { TraceStep } from '../trace.ts'
import type { RouteStep } from './approval-facts.ts'
import { directLimit } from './direct-limit.ts'
import { lineNosOf, openLinesOf, type RouteLine } from './route-rows.ts'

const STEP = 'LIMIT_PRICE'

/** Step 40: a price below the limit price of its product; an agreed price counts only where it was lowered by hand. */
export const limitPriceApproval: RouteStep = {
  step: STEP,
  seq: 40,
  title: approvalNames.LIMIT_PRICE,
  coveredBy: 'value',
  trigger: facts => {
    const below = openLinesOf(facts).filter(isBelow)
    if (below.length === 0) return { needed: null, steps: [] }
    const worst = below.reduce((most, each) => (each.limitGapPct > most.limitGapPct ? each : most))
    const measuredValue = worst.limitGapPct
    const reason = `Line ${worst.lineNo} is ${percentText(measuredValue)} below its limit price`
    return {
      needed: { measuredValue, over: measuredValue, lineNos: lineNosOf(below), reason },
      steps: below.map(line => gapStep(line, line === worst)),
    }
  },
  resolve: (facts, { measuredValue }) => ({
    ...directLimit(STEP, { limitType: 'LIMIT_PRICE_PCT', value: measuredValue ?? 0, show: percentText }, facts),
    headDecides: false,
  }),
}

const isBelow = ({ limitPrice, priceSource, manualDiscountPct, ...price }: RouteLine) =>
  limitPrice !== null &&
  compareRatios(exactNet({ ...price, manualDiscountPct }), exactly(limitPrice)) < 0 &&
  (priceSource === 'LIST' || manualDiscountPct > 0)

function gapStep(line: RouteLine, largest: boolean): TraceStep {
  const { lineNo, priceUnit, limitPrice, limitGapPct, priceTrace } = line
  const won = priceTrace?.steps.find(step => step.name === 'LIMIT_PRICE' && step.verdict === 'won')
  const gap = `Line ${lineNo}: ${rupeesExact(exactNet(line), priceUnit)} is ${percentText(limitGapPct)} below the limit price of ${rupeesPer(limitPrice ?? 0, priceUnit)}`
  const row = won?.row ?? null
  return { step: STEP, name: 'GAP', verdict: largest ? 'won' : 'lost', row, reason: gap }
}
