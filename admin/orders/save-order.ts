import type { OrderBody } from '../../resources/orders/order-input.ts'
import type { SavedOrder, StepTaken } from '../../resources/orders/step-taken.ts'
import { api } from '../shell/api.ts'
import type { Press } from '../shell/idempotency-key.ts'

/** Saves what is on the pad: as a new draft, or over the version that was read. */
export async function keepOrder(body: OrderBody, before: SavedOrder | null, press: Press): Promise<SavedOrder> {
  if (before) {
    const asked = { ...body, rowVersion: before.rowVersion }
    return (await api.patch<SavedOrder>(`/orders/${before.id}`, asked)).data
  }
  return press(
    `create ${JSON.stringify(body)}`,
    async headers => (await api.post<SavedOrder>('/orders', body, { headers })).data,
  )
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
