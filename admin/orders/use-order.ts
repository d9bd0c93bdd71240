import { useQuery } from '@tanstack/react-query'
import type { listSteps, OfferedStep } from '../../resources/orders/commands/steps.ts'
import { ask, at } from '../derive/command/ask.ts'
import { api, type Refusal } from '../shell/api.ts'
import { listOf } from '../shell/list-of.ts'
import type { ApprovalTaskRow, OrderLineRow, OrderRow, OrderStepRow } from './order-rows.ts'

/** An order with all its details. */
export interface WholeOrder {
  order: OrderRow
  lines: OrderLineRow[]
  steps: OrderStepRow[]
  tasks: ApprovalTaskRow[]
  actions: readonly OfferedStep[]
}

/** Milliseconds between fetches while SAP has not answered. */
const REFETCH_MS = 3_000

export const useOrder = (id: number | null) =>
  useQuery<WholeOrder, Refusal>({
    queryKey: ['orders', 'one', id, 'whole'],
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.order.status === 'APPROVED' ? REFETCH_MS : false),
    queryFn: async () => {
      const [order, lines, steps, tasks, actions] = await Promise.all([
        api.get<OrderRow>(`/orders/${id}`).then(answer => answer.data),
        listOf<OrderLineRow>('order-lines', { orderId: id, $sort: { lineNo: 1 }, $select: ['*', 'plantState'] }),
        listOf<OrderStepRow>('order-steps', { orderId: id, $sort: { id: 1 } }),
        listOf<ApprovalTaskRow>('approval-tasks', { orderId: id, $sort: { id: 1 } }),
        ask(at<typeof listSteps>('GET order-actions'), { orderId: id! }),
      ])
      return { order, lines, steps, tasks, actions }
    },
  })
