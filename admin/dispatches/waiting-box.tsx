import { Button } from 'antd'
import { momentText } from '../derive/value-text.ts'
import type { Waiting } from './outbox-store.ts'

/** What waits for a connection, and what the server refused of it later. Nothing while nothing waits. */
export function WaitingBox<Body>(box: {
  waiting: readonly Waiting<Body>[]
  onRetry: () => void
  onDiscard: (key: string) => void
}) {
  if (box.waiting.length === 0) return null
  const open = box.waiting.filter(({ refused }) => refused === undefined)
  const refused = box.waiting.filter(entry => entry.refused !== undefined)
  return (
    <div className="notice-box waiting-box" role="status">
      {open.length > 0 && (
        <>
          <p>
            <strong>Waiting to be sent ({open.length})</strong>
          </p>
          <ul>
            {open.map(({ key, label, enteredAt }) => (
              <li key={key}>
                {label} <span className="quiet">entered {momentText(enteredAt)}</span>
              </li>
            ))}
          </ul>
          <Button onClick={box.onRetry}>Send now</Button>
        </>
      )}
      {refused.map(({ key, label, refused }) => (
        <p key={key} className="waiting-refused">
          <span>
            <strong>{label}</strong> was not accepted: {refused}
          </span>
          <Button onClick={() => box.onDiscard(key)}>
            Discard<span className="for-readers"> {label}</span>
          </Button>
        </p>
      ))}
    </div>
  )
}
