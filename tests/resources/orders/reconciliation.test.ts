import { expect, it } from 'vitest'
import {
  counterDifferences,
  type OrderToReconcile,
  orderDifferences,
} from '../../../resources/orders/reconciliation.ts'
import { orderTotals } from '../../../resources/orders/totals.ts'

const line: OrderToReconcile['lines'][number] = {
  ...{
    lineNo: 10,
    lineStatus: 'OPEN',
    qty: 4000,
    uom: 'EA',
    cancelledQty: 0,
    priceSource: 'RATE_CONTRACT',
    priceSourceId: 7,
  },
  ...{
    promoCodeId: 3,
    eudNeeds: [
      { qtyControlled: true, documentId: 9 },
      { qtyControlled: false, documentId: 8 },
    ],
  },
  ...{ priceUnit: 1, listPrice: 1000, netValue: 4000, freightValue: 0, taxableValue: 4000 },
  ...{ cgst: 360, sgst: 360, igst: 0, grossValue: 4720, discountPct: 0 },
}
const held = (more = {}) => ({ uses: 1, heldQty: 4000, usedQty: 0, ...more })
const agreeing: OrderToReconcile = {
  order: { ...orderTotals([line]), orderNo: 'OR1', status: 'PENDING', pendingStep: 'EUD' },
  lines: [line],
  steps: [
    { fromStatus: null, toStatus: 'DRAFT' },
    { fromStatus: 'DRAFT', toStatus: 'PENDING_EUD' },
  ],
  messages: [],
  reservations: [
    { kind: 'CONTRACT', heldOf: 7, ...held() },
    { kind: 'PROMO', heldOf: 3, ...held() },
    { kind: 'EUD', heldOf: 9, ...held() },
  ],
}
const off = (more: Partial<OrderToReconcile>) => orderDifferences({ ...agreeing, ...more })

it('a consistent order has no findings', () => {
  expect(off({})).toEqual([])
})

it('totals, history, messages and reservations are each compared', () => {
  expect(off({ order: { ...agreeing.order, grossValue: 1 } })).toEqual([
    'Order OR1: grossValue is 1, and its lines come to 4720',
  ])
  expect(off({ steps: agreeing.steps.slice(0, 1) })).toEqual([
    'Order OR1: it is PENDING_EUD, and its history ends with DRAFT',
  ])
  expect(off({ steps: agreeing.steps.slice(1) })[0]).toContain('step 1 of its history')
  expect(off({ messages: ['READY'] })).toEqual(['Order OR1: 1 messages to SAP are on their way, where 0 should be'])
  expect(off({ messages: ['DONE', 'DONE'] })).toEqual(['Order OR1: SAP was told of it 2 times'])
  expect(off({ reservations: agreeing.reservations.slice(0, 2) })).toEqual([
    'Order OR1: it holds 0 (uses) of EUD/9, and its lines ask for 1',
    'Order OR1: it holds 0 (heldQty) of EUD/9, and its lines ask for 4000',
  ])
})

it('what SAP confirmed is consumed, what was cancelled is released', () => {
  const order = { ...agreeing.order, status: 'CONFIRMED', pendingStep: null } as const
  const steps = [...agreeing.steps, { fromStatus: 'PENDING_EUD', toStatus: 'CONFIRMED' }]
  const used = agreeing.reservations.map(row => ({ ...row, ...held({ heldQty: 0, usedQty: 4000 }) }))
  expect(off({ order, steps, reservations: used })).toEqual([])
  const lines = [{ ...line, cancelledQty: 1000 }]
  expect(off({ order, steps, lines, reservations: used }).length).toBe(3)
  const gone = { ...agreeing.order, status: 'CANCELLED', pendingStep: null } as const
  const ended = [...agreeing.steps, { fromStatus: 'PENDING_EUD', toStatus: 'CANCELLED' }]
  expect(off({ order: gone, steps: ended, reservations: [] })).toEqual([])
})

it('counters equal the reservations of orders; a contract may also be consumed outside orders', () => {
  const none = { uses: 0, heldQty: 0, usedQty: 0 }
  expect(
    counterDifferences([{ kind: 'CONTRACT', name: 'C', recorded: { ...none, usedQty: 9 }, reserved: none }]),
  ).toEqual([])
  expect(
    counterDifferences([{ kind: 'CONTRACT', name: 'C', recorded: none, reserved: { ...none, usedQty: 9 } }]),
  ).toHaveLength(1)
  expect(
    counterDifferences([{ kind: 'CONTRACT', name: 'C', recorded: { ...none, heldQty: 1 }, reserved: none }]),
  ).toHaveLength(1)
  expect(
    counterDifferences([{ kind: 'PROMO', name: 'P', recorded: { ...none, uses: 2 }, reserved: none }]),
  ).toHaveLength(1)
  expect(
    counterDifferences([{ kind: 'EUD', name: 'E', recorded: { ...none, usedQty: 2 }, reserved: none }]),
  ).toHaveLength(1)
})
