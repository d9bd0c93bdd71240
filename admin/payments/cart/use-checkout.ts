import { useMemo, useState } from 'react'
import type { ChangedLine } from '../../../resources/payments/cart-changes.ts'
import type { CheckoutInput } from '../../../resources/payments/commands/cart.ts'
import { ask } from '../../derive/command/ask.ts'
import { leaveForGateway } from '../../http/way-to-gateway.ts'
import { isRefusal } from '../../shell/api.ts'
import { newKey } from '../../shell/idempotency-key.ts'
import { checkout } from './cart-api.ts'

/**
 * Turns what is reviewed into a payment and opens the gateway. One review has one key, so that however often its button
 * is pressed, one payment is made.
 */
export function useCheckout(body: CheckoutInput) {
  const words = JSON.stringify(body)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another review has another key
  const key = useMemo(newKey, [words])
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const [changed, setChanged] = useState<readonly ChangedLine[]>()

  async function pay() {
    setBusy(true)
    setWrong('')
    try {
      const { location } = await ask(checkout, body, { 'Idempotency-Key': key })
      leaveForGateway(location)
      // The page stays busy until the gateway's is there.
    } catch (error) {
      setBusy(false)
      if (!isRefusal(error)) throw error
      setWrong(error.message)
      if (error.code === 'CART_CHANGED') setChanged(error.data.lines as readonly ChangedLine[])
    }
  }
  return { pay, busy, wrong, changed }
}
