import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { oldestFirst } from '../../../resources/payments/cart-rules.ts'
import type { CartAnswer } from '../../../resources/payments/commands/cart.ts'
import { AmountInput } from './amount-input.tsx'
import type { EnteredLines } from './cart-lines.ts'

/** Selects the items that are due first, up to an amount; what was selected before is replaced, credits are not used. */
export function OldestFirst({ answer, onChosen }: { answer: CartAnswer; onChosen: (lines: EnteredLines) => void }) {
  const [amount, setAmount] = useState<number | string | null>(null)
  const [said, setSaid] = useState('')

  function choose(event: FormEvent) {
    event.preventDefault()
    if (typeof amount !== 'number' || amount <= 0) return setSaid('Enter the amount that you want to pay.')
    const lines = oldestFirst(answer.items, amount, answer)
    if (lines.length === 0) return setSaid('No open item can be paid whole with this amount.')
    const left = amount - sum(lines.map(({ payAmount }) => payAmount))
    setSaid(
      `${lines.length === 1 ? 'One item is' : `${lines.length} items are`} selected${left > 0 ? `, ${rupees(left)} are left` : ''}.`,
    )
    onChosen(new Map(lines.map(({ itemId, payAmount }) => [itemId, { pay: payAmount, tds: 0 }])))
  }

  return (
    <form className="cart-oldest" onSubmit={choose}>
      <label htmlFor="cart-oldest">Pay an amount, oldest due first</label>
      <span>
        <AmountInput
          id="cart-oldest"
          label="Pay an amount, oldest due first"
          value={amount}
          faultId={undefined}
          onChange={setAmount}
        />
        <Button htmlType="submit">Select oldest first</Button>
      </span>
      <span role="status" className="quiet">
        {said}
      </span>
    </form>
  )
}
