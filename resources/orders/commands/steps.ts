import { type AnswerOf, anyOf, command, holds, may } from '../../define/command.ts'
import { choice, integer, text } from '../../define/fields.ts'
import { columns, group, many, maybe, type Told } from '../../define/shape.ts'
import { reasonCode } from '../../settings/reason-code.ts'
import { order } from '../order.ts'
import { MOST_LINES } from '../sent-order.ts'
import { stepBodies } from '../step-body.ts'
import { userSteps } from '../user-steps.ts'

const room = 'Orders'
const id = integer({ min: 1 })
const { orderNo } = order.fields
const mayRead = may(order, 'read')

const columnNames = Object.keys(order.fields) as (keyof typeof order.fields)[]
const orderNow = { id, rowVersion: integer(), ...columns(order, ...columnNames) }

export const takeStep = command('POST order-steps', {
  room,
  summary: 'Takes a step with an order: submits, approves, rejects, sends back, changes, cancels or copies it',
  who: anyOf(mayRead, holds('handleFailedOrdersOfAll')),
  // SAP is asked before the transaction, and why a submit was refused is kept after it.
  does: 'each',
  idempotent: 'must',
  body: stepBodies,
  answer: {
    order: group(orderNow),
    created: many({ id, orderNo }, { most: MOST_LINES, hint: 'The orders that were made with it' }),
    repriced: many(text({ max: 255 }), {
      most: MOST_LINES,
      optional: true,
      hint: 'The lines of a copy that cost something else than in the original, a sentence each',
    }),
    notKept: many(text({ max: 500 }), {
      most: MOST_LINES * 5,
      optional: true,
      hint: 'What a copy could not take over, and the promo codes that a change of quantity takes off, a sentence each',
    }),
  },
  refusals: {
    NOT_ALLOWED_STATE: [409, 'the step is not taken from this state'],
    STALE_ROW: [409, 'the order has another rowVersion'],
    TASK_ALREADY_DONE: [409, 'another person decided'],
    RULE: [422, 'a rule of the business refuses it, one error for each line and rule'],
  },
  example: { orderId: 41, step: 'submit', rowVersion: 1 },
})
/** The order with its new state, and what came with it. */
export type StepTaken = AnswerOf<typeof takeStep>

const { code, name } = reasonCode.fields
const reason = { id, code, name }
const reasons = { most: 500 } as const
/** A reason that can be given for a step. */
export type OfferedReason = Told<typeof reason>

const offered = {
  step: choice([...userSteps, 'save', 'correct']),
  label: text({ max: 40 }),
  remark: maybe(choice(['required'])),
  says: many(text({ max: 40 }), { most: 20, optional: true, hint: 'What else the step reads' }),
  reasons: many(reason, { ...reasons, optional: true }),
}
/** A step that the person may take on an order now. */
export type OfferedStep = Told<typeof offered>

export const listSteps = command('GET order-actions', {
  room,
  summary: 'The steps that the person may take with an order now',
  who: mayRead,
  body: { orderId: id },
  answer: many(offered, { most: 50 }),
})

export const listReasons = command('GET order-reasons', {
  room,
  summary: 'The reasons to select from for a step',
  who: 'signed in',
  body: { step: choice(userSteps) },
  answer: many(reason, reasons),
})
