import type { UsualDuration } from '../../../resources/orders/approvals/usual-hours.ts'
import { approvalInSentence } from '../../../resources/orders/order-status.ts'
import type { ApprovalAhead } from '../../../resources/orders/quote/quote.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ExplainButton, ExplainedTrace } from '../explain/explain.tsx'
import './approval-lines.css'

/**
 * The approvals an order will need: why, from whom, and how long such decisions usually take; `many` adds the SBU of
 * each.
 */
export function ApprovalLines<A extends Omit<ApprovalAhead, 'sbuId'>>({
  approvals,
  many,
  usualOf,
}: {
  approvals: readonly A[]
  many: boolean
  usualOf: (approval: A) => UsualDuration | null | undefined
}) {
  return (
    <ul className="approvals">
      {approvals.map(approval => (
        <li key={`${approval.sbu} ${approval.step}`}>
          <Icon name="alert" size={12} />
          <span>
            Needs <strong>{approvalInSentence(approval.step)}</strong>: {approval.reason}
            {approval.missing
              ? ', but no one may approve it, so the order would stop in error. Ask for an approver to be assigned first.'
              : ` — ${approval.people.join(', then ')}`}
            {many && ` (order of SBU ${approval.sbu})`} <UsualTime of={usualOf(approval)} />
          </span>
          <ExplainButton of={approval.title} title={`Why ${approval.title}?`}>
            {() => <ExplainedTrace trace={approval.trace} label="How approvers were found" />}
          </ExplainButton>
        </li>
      ))}
    </ul>
  )
}

/** How long such a decision usually takes; nothing where too few are known. */
export function UsualTime({ of }: { of: UsualDuration | null | undefined }) {
  if (!of) return null
  const { hours, tasks } = of
  return (
    <span className="approval-when quiet">
      Usually decided within{' '}
      {hours < 1 ? 'an hour' : hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} days`} ({tasks}{' '}
      decisions)
    </span>
  )
}
