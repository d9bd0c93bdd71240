import { percentText, rupees } from '../../../resources/define/show.ts'
import type { PriceDifference, PricesChanged, SeenLine } from '../../../resources/orders/quote/seen-prices.ts'
import { Modal } from '../../shell/modal.tsx'
import './prices-changed.css'

type Amount = { name: string; of: keyof SeenLine; text: (value: number) => string }

const amounts: Amount[] = [
  { name: 'Price', of: 'netPrice', text: rupees },
  { name: 'Discount', of: 'discountPct', text: percentText },
  { name: 'Net', of: 'netValue', text: rupees },
  { name: 'Freight', of: 'freightValue', text: rupees },
  { name: 'Tax', of: 'taxValue', text: rupees },
  { name: 'Total', of: 'grossValue', text: rupees },
]

/** Asks whether to submit at prices that changed since they were shown: old and new of each line, and one button. */
export function PricesChangedDialog({
  prices,
  busy,
  onAccept,
  onClose,
}: {
  prices: PricesChanged
  busy: boolean
  onAccept: () => void
  onClose: () => void
}) {
  const { differences, grossValue } = prices
  return (
    <Modal
      open
      width={720}
      title="Prices changed since you saw them"
      okText="Accept and send"
      cancelText="Back"
      confirmLoading={busy}
      onOk={onAccept}
      onCancel={onClose}
    >
      <p>
        The order is now <strong>{rupees(grossValue.now)}</strong> instead of {rupees(grossValue.was)} with tax. Nothing
        was sent yet.
      </p>
      {differences.map(line => (
        <ChangedLine key={line.index} line={line} />
      ))}
    </Modal>
  )
}

/** One line with the amounts that changed. */
function ChangedLine({ line: { index, code, name, was, now } }: { line: PriceDifference }) {
  const changed = amounts.filter(({ of }) => was[of] !== now[of])
  return (
    <table className="plain-table changed-prices">
      <caption>
        Line {index + 1}: {code} {name}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="for-readers">Amount</span>
          </th>
          <th scope="col" className="is-number">
            You saw
          </th>
          <th scope="col" className="is-number">
            Now
          </th>
        </tr>
      </thead>
      <tbody>
        {changed.map(({ name, of, text }) => (
          <tr key={of}>
            <th scope="row">{name}</th>
            <td className="is-number">{text(was[of])}</td>
            <td className="is-number">
              <strong>{text(now[of])}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
