import { useQuery } from '@tanstack/react-query'
import type { OrderComment } from '../../../resources/orders/order-comment.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'

/** The comments on an order, oldest first. */
export const useComments = (orderId: number) =>
  useQuery<OrderComment[], Refusal>({
    queryKey: ['order-comments', orderId],
    queryFn: () => listOf<OrderComment>('order-comments', { orderId, $sort: { id: 1 } }),
  })
