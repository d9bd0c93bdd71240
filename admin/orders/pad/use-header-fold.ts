import { useState } from 'react'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'

/**
 * Whether the header of the pad is folded: once it is filled without an error and somebody enters lines; it opens as soon
 * as something is missing or wrong.
 */
export function useHeaderFold(start: { folded: boolean; header: HeaderBody; needsPo: boolean; hasErrors: boolean }) {
  const { shipToId, orderTypeId, requestedDeliveryDate, customerPoNo, customerPoDate } = start.header
  const hasPo = !start.needsPo || Boolean(customerPoNo && customerPoDate)
  const isFilled = [shipToId, orderTypeId, requestedDeliveryDate].every(value => value !== null) && hasPo
  const mayFold = isFilled && !start.hasErrors
  const [folded, setFolded] = useState(start.folded && mayFold)
  // Typing what was missing must not fold it under the cursor.
  if (folded && !mayFold) setFolded(false)
  return { folded: folded && mayFold, fold: () => mayFold && setFolded(true), unfold: () => setFolded(false) }
}
