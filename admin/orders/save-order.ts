import type { OrderBody } from '../../resources/orders/order-input.ts'
import type { PricesChanged } from '../../resources/orders/quote/seen-prices.ts'
import type { SavedOrder, StepTaken } from '../../resources/orders/step-taken.ts'
import { api, type Refusal } from '../shell/api.ts'
import type { SendOnce } from '../shell/idempotency-key.ts'

/** Saves the pad: as a new draft, or over the version that was read. */
export async function saveOrder(body: OrderBody, before: SavedOrder | null, sendOnce: SendOnce): Promise<SavedOrder> {
  if (before) {
    const changed = { ...body, rowVersion: before.rowVersion }
    return (await api.patch<SavedOrder>(`/orders/${before.id}`, changed)).data
  }
  return sendOnce(
    `create ${JSON.stringify(body)}`,
    async headers => (await api.post<SavedOrder>('/orders', body, { headers })).data,
  )
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
export const takeStep = (input: StepInput, sendOnce: SendOnce): Promise<StepTaken> =>
  sendOnce(JSON.stringify(input), async headers => (await api.post<StepTaken>('/order-steps', input, { headers })).data)

/** The old and new prices with which a submit was refused; null for other refusals. */
export const pricesChangedOf = ({ code, data }: Refusal) =>
  code === 'PRICES_CHANGED' ? (data as unknown as PricesChanged) : null
