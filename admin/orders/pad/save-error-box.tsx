import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { SavedOrder } from '../../../resources/orders/order-input.ts'
import type { SaveError } from './use-saving.ts'

/** Why saving or sending failed, and what can be done now; takes the focus. */
export function SaveErrorBox(props: {
  saveError: SaveError
  order: SavedOrder | null
  onKeepMine: (over: SavedOrder) => void
}) {
  const { saveError, order, onKeepMine } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (saveError) box.current?.focus()
  }, [saveError])
  const { message, requestId, theirs } = saveError
  return (
    <div ref={box} tabIndex={-1} role="alert" className="notice-box is-bad trouble">
      <p>{message}</p>
      {requestId && <p className="quiet">Reference: {requestId}</p>}
      {theirs && order && (
        <>
          <p>Your changes are kept. Overwrite the other version, or open it in a new tab first.</p>
          <span className="notice-actions">
            <a href={`/orders/order-history/${order.id}`} target="_blank" rel="noreferrer">
              Show the other version
            </a>
            <Button onClick={() => onKeepMine({ ...order, rowVersion: theirs.rowVersion })}>Save mine over it</Button>
          </span>
        </>
      )}
    </div>
  )
}
