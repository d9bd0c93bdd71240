import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { SavedOrder } from '../../../resources/orders/order-input.ts'
import type { SaveError } from './use-saving.ts'

/** Why saving or sending failed, and what can be done now; takes the focus. */
export function SaveErrorBox(props: {
  saveError: SaveError
  order: SavedOrder | null
  onKeepMine: (over: SavedOrder) => void
  onSubmitDuplicate: () => void
}) {
  const { saveError, order, onKeepMine, onSubmitDuplicate } = props
  const [meant, setMeant] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (saveError) box.current?.focus()
  }, [saveError])
  const { message, requestId, theirs, duplicate } = saveError
  return (
    <div ref={box} tabIndex={-1} role="alert" className="notice-box is-bad trouble">
      <p>{message}</p>
      {requestId && <p className="quiet">Reference: {requestId}</p>}
      {duplicate && (
        <span className="notice-actions">
          <label className="check">
            <input type="checkbox" checked={meant} onChange={({ target }) => setMeant(target.checked)} />
            Not a duplicate: order again
          </label>
          <Button disabled={!meant} onClick={onSubmitDuplicate}>
            Send order
          </Button>
        </span>
      )}
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
