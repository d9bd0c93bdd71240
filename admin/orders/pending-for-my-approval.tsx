import { ApprovalQueue } from './approval-queue.tsx'

/** Discounts beyond the limit of who gave them, which this person may approve. */
export default function PendingForMyApproval() {
  return (
    <ApprovalQueue
      step="MY_APPROVAL"
      title="Pending For My Approval"
      purpose="Orders whose discount is beyond the limit of who placed them. Approve, reject, or send back for a correction."
      measure="Discount"
    />
  )
}
