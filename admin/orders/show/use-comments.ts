import { useQuery } from '@tanstack/react-query'
import { type OrderComment, orderComment } from '../../../resources/orders/order-comment.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

/** The comments on an order, oldest first. */
export const useComments = (orderId: number) =>
  useQuery<OrderComment[], Refusal>({
    queryKey: ['order-comments', orderId],
    queryFn: () => rowsOf(orderComment).all<OrderComment>({ where: { orderId }, sort: { id: 1 } }),
  })
