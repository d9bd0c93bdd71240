import './decision.css'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '../../../resources/define/command.ts'
import type { showDecision } from '../../../resources/orders/approvals/commands.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { ask, at } from '../../derive/command/ask.ts'
import type { Refusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import type { OrderLineRow } from '../order-rows.ts'
import { approvalText } from '../order-words.ts'
import { CreditPanel } from './credit-panel.tsx'
import { DecisionLines } from './decision-lines.tsx'
import { Due } from './queue-due.tsx'

/** The facts for a decision; fetched only while the order awaits one. */
export const useDecision = ({ id: orderId, status }: { id: number; status: string } = { id: 0, status: '' }) =>
  useQuery<AnswerOf<typeof showDecision>, Refusal>({
    queryKey: ['orders', 'one', orderId, 'decision', 'approval-tasks'],
    enabled: status === 'PENDING',
    queryFn: () => ask(at<typeof showDecision>('GET decisions'), { orderId }),
  })

/** What an approver needs to decide an order: why it is here, its prices beside earlier ones, credit and files. */
export function DecisionPanel({ decision, lines }: { decision: Decision | undefined; lines: readonly OrderLineRow[] }) {
  if (!decision?.task) return null
  const { task, lastPrices, credit, files } = decision
  return (
    <div className="decision">
      <Why task={task} />
      {lines.some(line => line.limitPrice !== undefined) && (
        <DecisionLines lines={lines} concerned={task.lineNos ?? []} lastPrices={lastPrices} />
      )}
      {credit && (
        <section className="panel" aria-labelledby="decision-credit">
          <h2 id="decision-credit">Credit</h2>
          <CreditPanel credit={credit} />
        </section>
      )}
      {files.length > 0 && (
        <section className="panel" aria-labelledby="decision-files">
          <h2 id="decision-files">Files</h2>
          <DecisionFiles files={files} />
        </section>
      )}
    </div>
  )
}

/** The files to look at before deciding. */
export const DecisionFiles = ({ files }: { files: Decision['files'] }) => (
  <ul>
    {files.map(({ what, lineNo, id, fileName }) => (
      <li key={`${id}/${lineNo}`}>
        {what}
        {lineNo !== null && `, line ${lineNo}`}:{' '}
        <a href={`/api/attachments/${id}/file`} download>
          {fileName}
        </a>
      </li>
    ))}
  </ul>
)

/** Why an order waits, for whom, and until when. */
export function Why({ task }: { task: NonNullable<Decision['task']> }) {
  const { step, level, dueAt, leftMinutes, reason, mine, onBehalfOf, deciders, escalatedTo = null } = task
  return (
    <section className="panel decision-why" aria-labelledby="decision-why">
      <h2 id="decision-why">
        {approvalText(step)}
        {level !== undefined && `, level ${level}`}
      </h2>
      {reason && <p>{reason}.</p>}
      {step === 'ACCEPTANCE' && mine && <p>This order was changed or placed for you: accept or decline it.</p>}
      {onBehalfOf ? (
        <p className="decision-behalf">
          <Icon name="person" /> You decide on behalf of <strong>{onBehalfOf}</strong>.
        </p>
      ) : (
        !mine && deciders && deciders.length > 0 && <p className="quiet">May be decided by {deciders.join(', ')}.</p>
      )}
      {dueAt !== undefined && leftMinutes !== null && (
        <p>
          Decide by <Due dueAt={dueAt} leftMinutes={leftMinutes} escalatedTo={escalatedTo} />
        </p>
      )}
    </section>
  )
}
