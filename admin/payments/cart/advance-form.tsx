import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import { LEAST_NET } from '../../../resources/payments/cart-rules.ts'
import { AmountInput } from './amount-input.tsx'

/** Pays an amount in advance: it goes to the account of the customer and settles no document. */
export function AdvanceForm({ maxTxnAmount }: { maxTxnAmount: number }) {
  const navigate = useNavigate()
  const [amount, setAmount] = useState<number | string | null>(null)
  const [wrong, setWrong] = useState('')

  function review(event: FormEvent) {
    event.preventDefault()
    if (typeof amount !== 'number' || amount < LEAST_NET || amount > maxTxnAmount)
      return setWrong(`Enter an amount from ${rupees(LEAST_NET)} to ${rupees(maxTxnAmount)}.`)
    void navigate(`/transaction-view/view-selected-invoices?advance=${amount}`)
  }

  return (
    <section className="panel" aria-labelledby="cart-advance-head">
      <h2 id="cart-advance-head">Pay in advance</h2>
      <form className="cart-oldest" onSubmit={review}>
        <label htmlFor="cart-advance">Advance amount for future orders</label>
        <span>
          <AmountInput
            id="cart-advance"
            label="Advance amount for future orders"
            value={amount}
            faultId={wrong ? 'cart-advance-fault' : undefined}
            onChange={setAmount}
          />
          <Button htmlType="submit">Review advance</Button>
        </span>
        {wrong && (
          <span className="field-error" role="alert" id="cart-advance-fault">
            {wrong}
          </span>
        )}
      </form>
    </section>
  )
}
