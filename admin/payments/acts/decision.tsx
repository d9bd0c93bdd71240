import { Button } from 'antd'
import { rupees } from '../../../resources/define/show.ts'
import type { confirmDecision } from '../../../resources/payments/commands/money.ts'
import { paymentDecision } from '../../../resources/payments/payment-decision.ts'
import { usePerson } from '../../account/person.ts'
import { Refusals } from '../../derive/action/refusals.tsx'
import { at } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { type DecisionRow, moneyPaths } from '../payment/payment-api.ts'

/** What one person of Finance said became of a payment: another confirms or drops it. */
export default function Decision({ decision }: { decision: DecisionRow }) {
  const { user, may } = usePerson()
  const confirm = useCommand(at<typeof confirmDecision>('POST payments/{id}/confirm-decision'), {
    changes: moneyPaths,
    onDone: ({ message }) => showSuccess(message),
  })
  const { transactionId: id, isPaid, amount, gatewayTxnId, reason, proposedById, proofId, texts } = decision
  const isMine = proposedById === user.id
  return (
    <div className="notice-box is-warning" role="status">
      <p>
        {isMine ? 'You say' : `${texts?.proposedById ?? 'A colleague'} says`} that this payment is{' '}
        <strong>
          {isPaid ? `paid: ${rupees(amount ?? 0)} under gateway reference ${gatewayTxnId}` : `not paid: ${reason}`}
        </strong>
        . {isMine && 'Another person of Finance confirms it; nothing changes until then.'}
      </p>
      {proofId !== null && (
        <p>
          <a href={`/api/attachments/${proofId}/file`} download>
            Download the proof
          </a>
        </p>
      )}
      {!isMine && may('approve', paymentDecision.path) && (
        <span className="notice-actions">
          <Button type="primary" loading={confirm.busy} onClick={() => confirm.send({ id, agrees: true })}>
            Confirm decision
          </Button>
          <Button danger disabled={confirm.busy} onClick={() => confirm.send({ id, agrees: false })}>
            Reject decision
          </Button>
        </span>
      )}
      <Refusals sentences={confirm.faults.map(({ message }) => message)} />
    </div>
  )
}
