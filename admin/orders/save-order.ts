import { api } from '../shell/api.ts'
import type { Press } from '../shell/idempotency-key.ts'
import type { OrderBody } from './order-shapes.ts'

/** An order as far as its buttons need to know it. */
export interface KeptOrder {
  id: number
  orderNo: string
  status: string
  rowVersion: number
}

/** Saves what is on the pad: as a new draft, or over the version that was read. */
export async function keepOrder(body: OrderBody, before: KeptOrder | null, press: Press): Promise<KeptOrder> {
  if (before) {
    const asked = { ...body, rowVersion: before.rowVersion }
    return (await api.patch<KeptOrder>(`/orders/${before.id}`, asked)).data
  }
  return press(
    `create ${JSON.stringify(body)}`,
    async headers => (await api.post<KeptOrder>('/orders', body, { headers })).data,
  )
}

export interface StepTaken {
  order: KeptOrder & { pendingStep: string | null }
  /** Orders that were split off, one for each further SBU. */
  created: { id: number; orderNo: string }[]
  /** What of a copy costs something else than in the order it was made of, a sentence each. */
  repriced?: string[]
}

/** What is sent with a step: its remark, and whatever else the flow says that it reads. */
interface StepAsked {
  orderId: number
  step: string
  rowVersion: number
  remark?: string | null
  [more: string]: unknown
}

/** Takes a step of the order's flow; the answer says where it stands now. */
export const takeStep = (asked: StepAsked, press: Press): Promise<StepTaken> =>
  press(JSON.stringify(asked), async headers => (await api.post<StepTaken>('/order-steps', asked, { headers })).data)
