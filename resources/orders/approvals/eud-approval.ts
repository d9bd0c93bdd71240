import type { RouteStep } from './approval-facts.ts'
import { roleLevel } from './approvers.ts'
import { lineNosOf, linesText, openLinesOf } from './route-rows.ts'

const STEP = 'EUD'

/** Step 10: goods whose end-user document is not approved yet. */
export const eudApproval: RouteStep = {
  step: STEP,
  seq: 10,
  title: 'End-user document',
  coveredBy: 'inputs',
  trigger: facts => {
    const lines = openLinesOf(facts).filter(({ eudStatus }) => eudStatus === 'REQUIRED' || eudStatus === 'SUBMITTED')
    if (lines.length === 0) return { needed: null, steps: [] }
    const reason = `${linesText(lines)}: the end-user document is still to be approved`
    // By product, because a correction renumbers the lines.
    const inputs = lines.map(({ productId, eudDocumentId, qty }) => ({ productId, eudDocumentId, qty }))
    return {
      needed: { measuredValue: null, over: 0, lineNos: lineNosOf(lines), reason, inputs },
      steps: [{ step: STEP, name: 'DOCUMENT', verdict: 'lost', row: null, reason }],
    }
  },
  resolve: facts => {
    const { approver, noted } = roleLevel(STEP, 'EUD_APPROVER', facts)
    return { levels: approver ? [approver] : [], headDecides: false, steps: [noted] }
  },
}
