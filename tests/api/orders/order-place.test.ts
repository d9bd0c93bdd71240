import { expect, it } from 'vitest'
import { type OrderMove, placeOf } from '../../../api/orders/move-order.ts'
import type { Order } from '../../../resources/orders/order.ts'

const order = (more: Partial<Order>) => ({ orderNo: 'OR2627000001', pendingStep: null, ...more }) as Order

it('an order that stays where it is keeps the approval it waits for, and none waits for nothing', () => {
  expect(placeOf(order({ status: 'PENDING', pendingStep: 'LIMIT' }))).toEqual({
    status: 'PENDING',
    pendingStep: 'LIMIT',
  })
  expect(placeOf(order({ status: 'CONFIRMED' }))).toEqual({ status: 'CONFIRMED' })
  expect(() => placeOf(order({ status: 'PENDING' }))).toThrow(
    'Order OR2627000001 is pending, and waits for no approval',
  )
  // @ts-expect-error A pending order without its approval would be in no queue.
  const lost: OrderMove = { step: 'changeLine', status: 'PENDING' }
  // @ts-expect-error Nor may it be taken from a status that might be pending.
  const perhaps: OrderMove = { step: 'retry', status: order({}).status }
  expect([lost, perhaps]).toHaveLength(2)
})
