import { percentText } from '../../../resources/define/show.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ApprovalLines } from '../approvals/approval-lines.tsx'
import type { QuoteState } from '../lines/line-store.ts'
import './pad-credit.css'

/** The approvals the order will need, before it is submitted. */
export function ApprovalsPanel({
  answer,
  ownLimit,
  usual,
}: {
  answer: QuoteState
  ownLimit: number | null
  usual: OrderContext['usual']
}) {
  const approvals = answer.quote?.approvals ?? []
  const settled = !answer.faults.some(({ key }) => key) && answer.quote?.lines.every(line => line.priceSource !== null)
  return (
    <section className="panel" aria-labelledby="approvals-head">
      <h2 id="approvals-head" tabIndex={-1}>
        Approvals
      </h2>
      {ownLimit !== null && (
        <p className="quiet">
          Your own discount limit: <strong>{percentText(ownLimit)}</strong>
        </p>
      )}
      <div role="status">
        <ApprovalLines
          approvals={approvals}
          many={(answer.quote?.orders.length ?? 0) > 1}
          usualOf={({ sbu, step }) => usual.find(each => each.sbu === sbu && each.step === step)}
        />
      </div>
      {approvals.length === 0 && answer.quote && settled && (
        <p className="all-good">
          <Icon name="check" /> No approval is needed.
        </p>
      )}
      {approvals.length === 0 && answer.quote && !settled && <p className="quiet">Shown once all lines are valid.</p>}
      {!answer.quote && <p className="quiet">Shown as soon as there is a line.</p>}
    </section>
  )
}
