import { rupees } from '../../../resources/define/show.ts'
import { creditUsed } from '../../../resources/orders/approvals/credit.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import './pad-credit.css'

/** The customer's credit including this order; amounts in paise. */
export function PadCredit({ credit, gross }: { credit: NonNullable<OrderContext['credit']>; gross: number }) {
  const { creditLimit, outstanding, newInvoices, otherOrders, overdueDays } = credit
  const exposure = creditUsed(credit) + gross
  const room = creditLimit - exposure
  const share = (part: number) =>
    `${creditLimit > 0 ? Math.min(100, Math.max(0, (part / Math.max(creditLimit, exposure)) * 100)) : 0}%`
  return (
    <section className="panel credit-panel" aria-labelledby="credit-head">
      <h2 id="credit-head" tabIndex={-1}>
        Credit
      </h2>
      <div className="credit-bar" aria-hidden="true">
        <span className="is-owed" style={{ width: share(outstanding + newInvoices) }} />
        <span className="is-ordered" style={{ width: share(otherOrders) }} />
        <span className="is-new" style={{ width: share(gross) }} />
      </div>
      <dl className="totals">
        {(
          [
            ['Outstanding', outstanding, 'is-owed'],
            ...(newInvoices > 0 ? [['Newer invoices', newInvoices, 'is-owed'] as const] : []),
            ['Other open orders', otherOrders, 'is-ordered'],
            ['This order', gross, 'is-new'],
            ['Credit limit', creditLimit, ''],
          ] as const
        ).map(([label, value, mark]) => (
          <div key={label}>
            <dt>
              {mark && <i className={`credit-mark ${mark}`} />}
              {label}
            </dt>
            <dd>{rupees(value)}</dd>
          </div>
        ))}
        <div className="totals-sum">
          <dt>{room < 0 ? 'Over the limit by' : 'Credit left'}</dt>
          <dd className={room < 0 ? 'field-error' : ''}>{rupees(Math.abs(room))}</dd>
        </div>
      </dl>
      {credit.isBlocked && (
        <p className="credit-overdue">
          <Icon name="alert" size={12} /> The credit account is blocked in SAP: the order needs approval.
        </p>
      )}
      {overdueDays > 0 && (
        <p className="credit-overdue">
          <Icon name="alert" size={12} /> The oldest open invoice is {overdueDays} {overdueDays === 1 ? 'day' : 'days'}{' '}
          overdue.
        </p>
      )}
    </section>
  )
}
