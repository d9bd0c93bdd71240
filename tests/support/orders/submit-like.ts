import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'

/** Submits an order with the lines of another one, which needs the same approval unless it has no discount; its number. */
export async function submitLike(request: APIRequestContext, orderId: number, discountPct?: number): Promise<string> {
  const headers = () => ({ 'X-Requested-With': 'bilty', 'Idempotency-Key': randomUUID() })
  const { customerId, shipToId, orderTypeId, requestedDeliveryDate, customerPoDate } = await (
    await request.get(`/api/orders/${orderId}`)
  ).json()
  const { data: lines } = await (await request.get(`/api/order-lines?orderId=${orderId}`)).json()
  const draft = {
    ...{ customerId, shipToId, orderTypeId, requestedDeliveryDate, customerPoDate },
    customerPoNo: `PO-${randomUUID().slice(0, 8)}`,
    lines: lines.map(({ productId, manualDiscountPct }: Record<string, number>) => ({
      productId,
      qty: 1_000,
      manualDiscountPct: discountPct ?? manualDiscountPct,
    })),
  }
  const made = await request.post('/api/orders', { headers: headers(), data: draft })
  expect([made.status(), await made.text()]).toEqual([201, expect.any(String)])
  const step = { orderId: (await made.json()).id, step: 'submit' }
  const submitted = await request.post('/api/order-steps', { headers: headers(), data: step })
  expect([submitted.status(), await submitted.text()]).toEqual([201, expect.any(String)])
  return (await (await request.get(`/api/orders/${step.orderId}`)).json()).orderNo
}
