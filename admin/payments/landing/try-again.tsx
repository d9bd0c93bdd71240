import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ask } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { saveCart, showCart } from '../cart/cart-api.ts'
import type { PlanRow } from '../payment/payment-api.ts'
import { readWhole } from './result-api.ts'

const CART = '/transaction-view/payment-cart'

/** Leads to a cart with the same items, or to the review of the same advance; who is not signed in signs in first. */
export function TryAgain({ txnNo }: { txnNo: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')

  async function again() {
    setBusy(true)
    try {
      const transaction = await readWhole(txnNo)
      if (transaction?.payment.isAdvance)
        return await navigate(`/transaction-view/view-selected-invoices?advance=${transaction.payment.amount}`)
      if (transaction) await fillCart(transaction.items)
      await navigate(CART)
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <>
      <Button type="primary" size="large" loading={busy} onClick={() => void again()}>
        Try again
      </Button>
      {wrong && <p role="alert">{wrong}</p>}
    </>
  )
}

/** Adds the items of a payment that came to nothing to the cart, where they are open and not in it already. */
async function fillCart(items: readonly PlanRow[]) {
  const cart = await ask(showCart, {})
  const inCart = cart.items.flatMap(({ id, inCart }) => (inCart ? [{ itemId: id, ...inCart }] : []))
  const openIds = new Set(cart.items.filter(({ isOpen }) => isOpen).map(({ id }) => id))
  const more = items
    .filter(({ itemId }) => openIds.has(itemId) && !inCart.some(line => line.itemId === itemId))
    .map(({ itemId, amount, tdsAmount }) => ({ itemId, payAmount: amount, tdsAmount }))
  if (more.length > 0) await ask(saveCart, { rowVersion: cart.cart?.rowVersion, items: [...inCart, ...more] })
}
