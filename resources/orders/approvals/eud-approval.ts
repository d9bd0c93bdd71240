import { approvalNames } from '../order-status.ts'
import type { RouteStep } from './approval-facts.ts'
import { roleLevel } from './approvers.ts'
import { lineNosOf, linesText, openLinesOf } from './route-rows.ts'

const STEP = 'EUD'

/** Step 10: goods whose end-user document is not approved yet, or whose customer was blocked after the submit. */
export const eudApproval: RouteStep = {
  step: STEP,
  seq: 10,
  title: approvalNames.EUD,
  coveredBy: 'inputs',
  trigger: facts => {
    const blocked = openLinesOf(facts).filter(({ eudBlockNo }) => eudBlockNo !== null)
    const undecided = openLinesOf(facts).filter(
      ({ eudStatus }) => eudStatus === 'REQUIRED' || eudStatus === 'SUBMITTED',
    )
    const lines = openLinesOf(facts).filter(line => blocked.includes(line) || undecided.includes(line))
    if (lines.length === 0) return { needed: null, steps: [] }
    const reason = [
      ...(undecided.length > 0 ? [`${linesText(undecided)}: the end-user document is still to be approved`] : []),
      ...blocked.map(line => `${linesText([line])}: blocked by ${line.eudBlockNo}`),
    ].join('; ')
    // By product, because a correction renumbers the lines.
    const inputs = lines.map(({ productId, eudDocumentId, qty, eudBlockNo }) => ({
      productId,
      eudDocumentId,
      qty,
      ...(eudBlockNo !== null && { eudBlockNo }),
    }))
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
