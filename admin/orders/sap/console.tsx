import { Button } from 'antd'
import { Link } from 'react-router'
import type { showMessage } from '../../../resources/orders/sap/commands.ts'
import type { ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { nextInWords } from '../../../resources/orders/sap/waiting.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { momentText } from '../../derive/value-text.ts'
import { Drawer } from '../../shell/drawer.tsx'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { Waiting } from '../../shell/waiting.tsx'
import { AsSent } from './as-sent.tsx'
import { Attempts } from './attempts.tsx'
import { DryRunBox } from './dry-run-box.tsx'
import { messageKinds, messageStates } from './message-words.ts'
import { SendAgain } from './send-again.tsx'
import './console.css'

/** A message to SAP in a drawer: what was sent, every attempt, what would mend it, and the ways on. */
export function SapConsole({ messageId, onOpen, onClose }: Opened & { messageId: number }) {
  const ref = at<typeof showMessage>('GET sap-messages/{id}')
  const { data, error, refetch } = useAsk(ref, { id: messageId }, { shows: ['sap-outbox'], refetchInterval: 15_000 })
  return (
    <Drawer
      open
      onClose={onClose}
      title={data ? `${data.order.orderNo}: ${messageKinds[data.messageType]}` : 'Message to SAP'}
      width={Math.min(860, window.innerWidth)}
      closeIcon={<Icon name="close" />}
    >
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Message message={data} onOpen={onOpen} />
      ) : (
        <Waiting />
      )}
    </Drawer>
  )
}

interface Opened {
  /** Opens another message of the order. */
  onOpen: (messageId: number) => void
  onClose: () => void
}

function Message({ message, onOpen }: { message: ShownMessage; onOpen: Opened['onOpen'] }) {
  const { order, status } = message
  const moment = (instant: string | null) => instant && momentText(instant)
  return (
    <div className="sap-console">
      <section aria-label="What happened">
        <p className="sap-console-lead">
          <strong>{messageStates[status]}.</strong> {status !== 'DONE' && message.means}
        </p>
        {message.errorText && status !== 'DONE' && (
          <blockquote className="sap-words">
            {message.errorText}
            {message.errorCode && !message.errorText.includes(message.errorCode) && (
              <span className="quiet"> ({message.errorCode})</span>
            )}
          </blockquote>
        )}
        <SendAgain message={message} />
        <FactList
          className="facts"
          facts={[
            [
              'Order',
              <Link
                key="order"
                to={`/orders/order-history/${order.id}`}
              >{`${order.orderNo}, ${order.customerName}`}</Link>,
            ],
            ['Message', message.messageNo],
            ['Waits since', status === 'DONE' ? null : moment(message.createdAt)],
            ['First failed', moment(message.firstFailedAt)],
            ['Attempts', String(message.attempts)],
            ['What happens next', nextInWords(message, new Date().toISOString(), momentText)],
            ['SAP document', message.sapDocumentNo],
            ['Done', moment(message.doneAt)],
          ]}
        />
      </section>
      <Attempts tries={message.tries} attempts={message.attempts} />
      <DryRunBox message={message} />
      <AsSent message={message} />
      {message.others.length > 0 && (
        <section>
          <h3>Other messages of this order</h3>
          <ul className="sap-others">
            {message.others.map(other => (
              <li key={other.id}>
                <Button type="link" size="small" className="cell-link" onClick={() => onOpen(other.id)}>
                  {other.messageNo}
                </Button>{' '}
                {messageKinds[other.messageType]}: {messageStates[other.status]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
