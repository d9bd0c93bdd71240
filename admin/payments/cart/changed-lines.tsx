import { rupees } from '../../../resources/define/show.ts'
import type { ChangedLine } from '../../../resources/payments/cart-changes.ts'
import { ButtonLink } from '../../shell/button-link.tsx'

/** Which documents are no longer as they were reviewed, and the way back to the cart. */
export function ChangedLines({ lines, why }: { lines: readonly ChangedLine[]; why: string }) {
  if (lines.length === 0)
    return (
      <div className="notice-box is-bad" role="alert">
        <p>Nothing has been paid. {why}.</p>
        <BackToCart />
      </div>
    )
  return (
    <div className="notice-box is-bad" role="alert">
      <p>Nothing has been paid, for these documents changed since you opened the cart:</p>
      <ul>
        {lines.map(({ itemId, documentNo, message, reviewed, now }) => (
          <li key={itemId}>
            <strong>{documentNo}</strong>: {message}
            {reviewed && now && reviewed.payable !== now.payable && (
              <span className="quiet">
                {' '}
                ({rupees(reviewed.payable)} before, {rupees(now.payable)} now)
              </span>
            )}
          </li>
        ))}
      </ul>
      <BackToCart />
    </div>
  )
}

const BackToCart = () => (
  <ButtonLink type="primary" to="/transaction-view/payment-cart">
    Back to the cart
  </ButtonLink>
)
