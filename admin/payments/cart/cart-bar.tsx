import type { ReactNode } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { CartTotals } from '../../../resources/payments/cart-rules.ts'
import type { SaveState } from './use-saved-cart.ts'

/** What the cart comes to, always in sight, with how it is saved and the way on. */
export function CartBar({
  count,
  totals,
  fault,
  state,
  children,
}: {
  count: number
  totals: CartTotals
  /** What is wrong with the cart as a whole. */
  fault: string | undefined
  state: SaveState | null
  children?: ReactNode
}) {
  return (
    <div className="cart-bar">
      <dl className="cart-totals">
        <div>
          <dt>{count === 1 ? '1 item' : `${count} items`}</dt>
          <dd>{rupees(totals.debits)}</dd>
        </div>
        {totals.credits !== 0 && (
          <div>
            <dt>Credits</dt>
            <dd>{rupees(totals.credits)}</dd>
          </div>
        )}
        {totals.tds !== 0 && (
          <div>
            <dt>TDS</dt>
            <dd>{rupees(totals.tds)}</dd>
          </div>
        )}
        <div className="cart-net">
          <dt>To pay</dt>
          <dd>{rupees(totals.net)}</dd>
        </div>
      </dl>
      {fault && count > 0 && <p className="field-error">{fault}</p>}
      <span className="cart-saved quiet" role="status">
        {state && textOf(state)}
      </span>
      {children}
    </div>
  )
}

function textOf(state: SaveState): string {
  if (state === 'saving') return 'Saving...'
  if (state === 'saved' || state === 'theirs') return 'Saved'
  return `Not saved: ${state.failed}`
}
