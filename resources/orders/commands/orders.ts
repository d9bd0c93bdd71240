import { command, fileOf, may, rowOf } from '../../define/command.ts'
import { integer } from '../../define/fields.ts'
import { order } from '../order.ts'
import { sampleOrder, sentOrder } from '../sent-order.ts'

const room = 'Orders'
const id = integer({ min: 1 })
const refusals = {
  NOT_ALLOWED_STATE: [409, 'the order is submitted, and can no longer be edited'],
  STALE_ROW: [409, 'the order has another rowVersion'],
  RULE: [422, 'a rule of the business refuses it, one error for each line and rule'],
} as const

export const createOrder = command('POST orders', {
  room,
  summary: 'Saves a new draft of an order',
  who: may(order, 'create'),
  sees: 'latest',
  idempotent: 'must',
  body: sentOrder,
  answer: rowOf(order),
  example: sampleOrder,
})

export const saveOrder = command('PATCH orders/{id}', {
  room,
  summary: 'Saves a draft, or an order in error, with all its lines',
  who: may(order, 'update'),
  sees: 'latest',
  idempotent: 'may',
  body: { ...sentOrder, id, rowVersion: integer() },
  answer: rowOf(order),
  refusals,
  example: { ...sampleOrder, id: 41, rowVersion: 1 },
})

export const printOrder = command('GET orders/{id}/pdf', {
  room,
  summary: 'The order as a PDF, with the amounts that the person may read',
  who: may(order, 'read'),
  answer: fileOf('application/pdf'),
})
