import type { SentOf } from '../../resources/define/command.ts'
import type * as orders from '../../resources/orders/commands/orders.ts'
import type * as steps from '../../resources/orders/commands/steps.ts'
import type { OrderBody, SavedOrder } from '../../resources/orders/order-input.ts'
import type { PricesChanged } from '../../resources/orders/quote/seen-prices.ts'
import type { SamePo } from '../../resources/orders/terms/same-po.ts'
import { ask, at } from '../derive/command/ask.ts'
import type { Refusal } from '../shell/api.ts'
import type { SendOnce } from '../shell/idempotency-key.ts'
import { asSent } from './order-api.ts'

/** Saves the pad: as a new draft, or over the version that was read. */
export async function saveOrder(body: OrderBody, before: SavedOrder | null, sendOnce: SendOnce): Promise<SavedOrder> {
  if (before) {
    const { id, rowVersion } = before
    return (await ask(at<typeof orders.saveOrder>('PATCH orders/{id}'), {
      ...asSent(body),
      id,
      rowVersion,
    })) as SavedOrder
  }
  return sendOnce(
    `create ${JSON.stringify(body)}`,
    async headers => (await ask(at<typeof orders.createOrder>('POST orders'), asSent(body), headers)) as SavedOrder,
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
export const takeStep = (input: StepInput, sendOnce: SendOnce): Promise<steps.StepTaken> =>
  sendOnce(JSON.stringify(input), headers =>
    ask(at<typeof steps.takeStep>('POST order-steps'), input as SentOf<typeof steps.takeStep>, headers),
  )

/** The orders of the same PO with which a submit was refused; null for other refusals. */
export const samePoOf = ({ code, data }: Refusal) => (code === 'DUPLICATE_PO' ? (data.samePo as SamePo) : null)

/** The old and new prices with which a submit was refused; null for other refusals. */
export const pricesChangedOf = ({ code, data }: Refusal) =>
  code === 'PRICES_CHANGED' ? (data as unknown as PricesChanged) : null
