import { useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'

/**
 * Whether the header of the pad may be folded: while somebody enters lines and it is filled without an error, of which
 * the server may tell a moment later.
 */
export function useHeaderFold(start: { folded: boolean; header: HeaderBody; needsPo: boolean; hasErrors: boolean }) {
  const { shipToId, orderTypeId, requestedDeliveryDate, customerPoNo, customerPoDate } = start.header
  const hasPo = !start.needsPo || Boolean(customerPoNo && customerPoDate)
  const isFilled = [shipToId, orderTypeId, requestedDeliveryDate].every(value => value !== null) && hasPo
  const [isEntering, setEntering] = useState(start.folded)
  return {
    isFoldable: isEntering && isFilled && !start.hasErrors,
    fold: () => setEntering(true),
    // Whoever types what was missing keeps the header open until they go on to the lines.
    unfold: () => setEntering(false),
  }
}
