import { useQuery } from '@tanstack/react-query'
import { approvalTask } from '../../resources/orders/approval-task.ts'
import type { listSteps, OfferedStep } from '../../resources/orders/commands/steps.ts'
import { order as orderResource } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { ask, at } from '../derive/command/ask.ts'
import type { Refusal } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'
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
        rowsOf(orderResource).at<OrderRow>(id!),
        rowsOf(orderLine).all<OrderLineRow>({
          where: { orderId: id },
          sort: { lineNo: 1 },
          select: ['*', 'plantState'],
        }),
        rowsOf(orderStep).all<OrderStepRow>({ where: { orderId: id }, sort: { id: 1 } }),
        rowsOf(approvalTask).all<ApprovalTaskRow>({ where: { orderId: id }, sort: { id: 1 } }),
        ask(at<typeof listSteps>('GET order-actions'), { orderId: id! }),
      ])
      return { order, lines, steps, tasks, actions }
    },
  })
