import { api } from '../shell/api.ts'
import type { Press } from '../shell/idempotency-key.ts'
import type { OrderBody } from './order-shapes.ts'

/** The fields of an order that its buttons need. */
export interface KeptOrder {
  id: number
  orderNo: string
  status: string
  rowVersion: number
}

/** Saves the pad: as a new draft, or over the version that was read. */
export async function keepOrder(body: OrderBody, before: KeptOrder | null, sendOnce: Press): Promise<KeptOrder> {
  if (before) {
    const changed = { ...body, rowVersion: before.rowVersion }
    return (await api.patch<KeptOrder>(`/orders/${before.id}`, changed)).data
  }
  return sendOnce(
    `create ${JSON.stringify(body)}`,
    async headers => (await api.post<KeptOrder>('/orders', body, { headers })).data,
  )
}

export interface StepTaken {
  order: KeptOrder & { pendingStep: string | null }
  /** Orders that were split off, one for each further SBU. */
  created: { id: number; orderNo: string }[]
  /** Lines of a copy whose price differs from the original order, a sentence each. */
  repriced?: string[]
}

/** The body of a step: its remark, and the other fields that the flow declares for it. */
interface StepInput {
  orderId: number
  step: string
  rowVersion: number
  remark?: string | null
  [more: string]: unknown
}

/** Takes a step of the order's flow; the answer has the new status. */
export const takeStep = (input: StepInput, sendOnce: Press): Promise<StepTaken> =>
  sendOnce(JSON.stringify(input), async headers => (await api.post<StepTaken>('/order-steps', input, { headers })).data)
