import type * as payments from '../../../resources/payments/commands/cart.ts'
import { at, useAsk } from '../../derive/command/ask.ts'

export const showCart = at<typeof payments.showCart>('GET payments/cart')
export const saveCart = at<typeof payments.saveCart>('POST payments/cart')
export const checkout = at<typeof payments.checkout>('POST payments/checkout')

/** The cart of the person's own customer, or for staff of another. It is read anew whenever a page opens. */
export const useCart = (customerId: number | null, enabled = true) =>
  useAsk(showCart, { customerId }, { enabled, staleTime: 0, refetchOnMount: 'always', gcTime: 0 })
