import { memo } from 'react'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { isCredit } from '../../../resources/masters/outstanding.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { optionText } from '../../derive/value-text.ts'
import { AmountInput } from './amount-input.tsx'
import { canSelect, type Entered, enteredInFull, withTds } from './cart-lines.ts'

/** An open item: selected with a click, then with the amount to pay and the tax that is deducted. */
export const CartRow = memo(function CartRow(row: {
  item: CartItem
  entered: Entered | undefined
  /** What is wrong with it, and in which box. */
  fault: string | undefined
  faultAt: string | undefined
  allowPartial: boolean
  readOnly: boolean
  onChange: (id: number, entered: Entered | null) => void
}) {
  const { item, entered, fault, faultAt, readOnly, onChange } = row
  const credit = isCredit(item.documentType)
  const faultId = fault && `cart-fault-${item.id}`
  const note = entered && credit ? 'Taken off what you pay' : noteOf(item)
  return (
    <tr className={entered ? 'cart-row is-selected' : 'cart-row'} data-id={item.id}>
      <td className="cart-mark">
        <input
          type="checkbox"
          aria-label={`Pay ${item.documentNo}`}
          checked={entered !== undefined}
          disabled={readOnly || (!entered && !canSelect(item))}
          onChange={({ target }) => onChange(item.id, target.checked ? enteredInFull(item) : null)}
        />
      </td>
      <td data-label="Document" className="cart-document">
        <strong>{item.documentNo}</strong>
        <span className="quiet">
          {optionText(item.documentType)} of {dayText(item.documentDate)}
        </span>
        {note && <span className="cart-note">{note}</span>}
        {fault && (
          <span className="field-error" id={faultId}>
            {fault}
          </span>
        )}
      </td>
      <td data-label="Due">
        <span>
          {dayText(item.dueDate)}
          {!credit && !item.isPaid && item.daysOverdue > 0 && (
            <span className="cart-late">
              {item.daysOverdue === 1 ? '1 day overdue' : `${item.daysOverdue} days overdue`}
            </span>
          )}
        </span>
      </td>
      <td data-label="Balance" className="is-number">
        {rupees(item.balanceAmount)}
      </td>
      <td data-label="Payable" className="is-number">
        {item.payable === 0 ? '–' : rupees(item.payable)}
      </td>
      <td data-label={credit ? 'Use' : 'Pay'} className="is-number cart-entry">
        {entered &&
          (readOnly || (!row.allowPartial && !credit) ? (
            rupees((credit ? -1 : 1) * (typeof entered.pay === 'number' ? entered.pay : 0))
          ) : (
            <AmountInput
              id={`cart-payAmount-${item.id}`}
              label={credit ? `Use of ${item.documentNo}` : `Pay for ${item.documentNo}`}
              value={entered.pay}
              faultId={faultAt === 'payAmount' ? faultId : undefined}
              onChange={pay => onChange(item.id, { ...entered, pay })}
            />
          ))}
      </td>
      <td data-label="TDS" className="is-number cart-entry">
        {entered &&
          !credit &&
          (readOnly ? (
            rupees(typeof entered.tds === 'number' ? entered.tds : 0)
          ) : (
            <AmountInput
              id={`cart-tdsAmount-${item.id}`}
              label={`TDS of ${item.documentNo}`}
              value={entered.tds}
              faultId={faultAt === 'tdsAmount' ? faultId : undefined}
              onChange={tds => onChange(item.id, withTds(item, entered, tds))}
            />
          ))}
      </td>
    </tr>
  )
})

function noteOf({ lockedByTxnNo, isPaid, disputedAmount, payable }: CartItem): string | undefined {
  if (isPaid) return `Paid by ${lockedByTxnNo}, not yet booked`
  if (lockedByTxnNo !== null) return `Being paid by ${lockedByTxnNo}`
  if (disputedAmount === 0) return undefined
  return payable === 0
    ? 'Disputed: not payable until the dispute is settled'
    : `${rupees(disputedAmount)} disputed: pay the rest`
}
