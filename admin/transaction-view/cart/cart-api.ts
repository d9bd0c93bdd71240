import { useQuery } from '@tanstack/react-query'
import type { CartAnswer, CartInput, CheckedOut, CheckoutInput } from '../../../resources/payments/cart-answers.ts'
import { api, type Refusal } from '../../shell/api.ts'

export const cartKey = (customerId: number | null) => ['payment-cart', customerId]

/** The cart of the person's own customer, or for staff of another. It is read anew whenever a page opens. */
export const useCart = (customerId: number | null, enabled = true) =>
  useQuery<CartAnswer, Refusal>({
    queryKey: cartKey(customerId),
    enabled,
    staleTime: 0,
    refetchOnMount: 'always',
    gcTime: 0,
    queryFn: async () =>
      (await api.get<CartAnswer>('/payments/cart', { params: customerId === null ? {} : { customerId } })).data,
  })

export const saveCart = async (input: CartInput) => (await api.post<CartAnswer>('/payments/cart', input)).data

export const checkOut = async (input: CheckoutInput, key: string) =>
  (await api.post<CheckedOut>('/payments/checkout', input, { headers: { 'Idempotency-Key': key } })).data
