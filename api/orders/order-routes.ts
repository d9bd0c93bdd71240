import { choice, integer, text } from '../../resources/define/fields.ts'
import type { BulkStepResult } from '../../resources/orders/bulk-step-result.ts'
import { order } from '../../resources/orders/order.ts'
import type { OfferedReason, OfferedStep } from '../../resources/orders/order-actions.ts'
import { type Mentionable, orderComment } from '../../resources/orders/order-comment.ts'
import { deliveryFields, headerFields, lineFields } from '../../resources/orders/order-input.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { StepTaken } from '../../resources/orders/step-taken.ts'
import {
  answerOf,
  bodyOf,
  columnsOf,
  forEmployees,
  listOf,
  maybe,
  oneOf,
  orNull,
  type Routes,
  rowOf,
} from '../derive/docs/route.ts'
import type { Person } from '../derive/rights/person.ts'
import { CANCEL_FIELDS, CHANGE_FIELDS, lineResource, SEEN_FIELDS, seenResource, step } from './step-input.ts'
import { userSteps } from './take-step.ts'

const TAG = 'Orders'

const toReadOrders = ({ ability }: Person) => ability.can('read', order.path)
const toPlaceOrders = ({ ability }: Person) => ability.can('create', order.path)

const optional = <F extends object>(field: F) => ({ ...field, optional: true as const })
const pick = <F extends object, const Name extends keyof F>(fields: F, names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, fields[name]])) as Pick<F, Name>

const scheduleNo = maybe(integer({ hint: 'Not read: deliveries are numbered in their order' }))

/** A line as it is sent; prices and plants are found by the server. */
const sentLine = bodyOf({
  ...pick(orderLine.fields, lineFields),
  schedules: maybe(listOf(bodyOf({ ...pick(scheduleLine.fields, deliveryFields), scheduleNo }), 50)),
})

/** The header and lines of an order as they are sent to be quoted or saved. */
export const sentOrder = {
  ...pick(order.fields, headerFields),
  freightTerms: optional(order.fields.freightTerms),
  transMode: optional(order.fields.transMode),
  internalNote: maybe(forEmployees(order.fields.internalNote)),
  lines: listOf(sentLine, 1000),
}

/** An example of an order that is sent. */
export const ORDER_EXAMPLE = {
  customerId: 3,
  shipToId: 5,
  orderTypeId: 1,
  requestedDeliveryDate: '2026-04-08',
  customerPoNo: 'PO/26/0871',
  lines: [{ productId: 12, qty: 10_000 }],
}

const STEP_EXAMPLE = { orderId: 41, step: 'submit', rowVersion: 1 }

/** The result of a step that was taken on many orders. */
export const bulkStepResult = answerOf<BulkStepResult>({
  orderId: integer(),
  orderNo: orNull(text()),
  status: orNull(text()),
  pendingStep: orNull(text()),
  level: maybe(integer()),
  waitingFor: maybe(orNull(text())),
  refused: orNull(text()),
})

const reason = answerOf<OfferedReason>({ id: integer(), code: text(), name: text() })
const SUBMIT_REFUSALS = {
  409: 'NOT_ALLOWED_STATE: the step is not taken from this state; STALE_ROW: the order has another rowVersion; TASK_ALREADY_DONE: another person decided',
  422: 'RULE: a rule of the business refuses it, one error for each line and rule',
}

/** What other programs may ask of orders, besides reading them. */
export const orderRoutes: Routes = {
  'POST orders': {
    tag: TAG,
    summary: 'Saves a new draft of an order',
    body: bodyOf(sentOrder),
    answer: rowOf(order),
    isIdempotent: 'must',
    isFor: toPlaceOrders,
    examples: { body: ORDER_EXAMPLE },
  },
  'PATCH orders/{id}': {
    tag: TAG,
    summary: 'Saves a draft, or an order in error, with all its lines',
    body: bodyOf({ ...sentOrder, rowVersion: integer() }),
    answer: rowOf(order),
    isFor: toPlaceOrders,
    refusals: SUBMIT_REFUSALS,
    examples: { body: { ...ORDER_EXAMPLE, rowVersion: 1 } },
  },
  'POST order-steps': {
    tag: TAG,
    summary: 'Takes a step with an order: submits, approves, rejects, sends back, changes, cancels or copies it',
    body: bodyOf({
      orderId: integer({ min: 1 }),
      step: choice(userSteps),
      rowVersion: integer({ optional: true, hint: 'The version that was read; 409 when it is another by now' }),
      remark: orderStep.fields.remark,
      ...pick(step.fields, ['reasonCodeId', 'leadsTo', 'sapOrderNo', 'requestedDeliveryDate']),
      notDuplicate: maybe(step.fields.notDuplicate),
      lineNos: maybe(listOf(integer({ min: 1 }), 1000)),
      lines: maybe(
        listOf(
          oneOf(bodyOf(pick(lineResource.fields, CHANGE_FIELDS)), bodyOf(pick(lineResource.fields, CANCEL_FIELDS))),
          1000,
        ),
      ),
      seenLines: maybe(listOf(bodyOf(pick(seenResource.fields, SEEN_FIELDS)), 1000)),
    }),
    answer: answerOf<StepTaken>({
      order: answerOf<StepTaken['order']>({
        ...columnsOf(order, 'orderNo', 'status', 'pendingStep'),
        id: integer(),
        rowVersion: integer(),
      }),
      created: listOf(answerOf({ id: integer(), orderNo: text() })),
      repriced: maybe(listOf(text())),
    }),
    isIdempotent: 'must',
    isFor: toReadOrders,
    refusals: SUBMIT_REFUSALS,
    examples: { body: STEP_EXAMPLE },
  },
  'POST order-comments': {
    tag: TAG,
    summary: 'Writes a comment on an order; people who are mentioned get a notification',
    body: bodyOf({
      ...pick(orderComment.fields, ['orderId', 'body']),
      isInternal: maybe(forEmployees(orderComment.fields.isInternal)),
      mentions: maybe(listOf(integer({ min: 1 }))),
    }),
    isIdempotent: 'must',
    answer: rowOf(orderComment),
    isFor: toReadOrders,
  },
  'GET order-mentions': {
    tag: TAG,
    summary: 'The people who can be mentioned in a comment on an order',
    query: { orderId: integer({ min: 1 }) },
    answer: listOf(answerOf<Mentionable>({ id: integer(), name: text() })),
    isFor: toReadOrders,
  },
  'GET order-actions': {
    tag: TAG,
    summary: 'The steps that the person may take with an order now',
    query: { orderId: integer({ min: 1 }) },
    answer: listOf(
      answerOf<OfferedStep>({
        step: choice(Object.keys(orderProcess.steps)),
        label: text(),
        remark: maybe(text()),
        says: maybe(listOf(text())),
        reasons: maybe(listOf(reason)),
      }),
    ),
    isFor: toReadOrders,
  },
  'GET order-reasons': {
    tag: TAG,
    summary: 'The reasons to choose from for a step',
    query: { step: choice(Object.keys(orderProcess.steps)) },
    answer: listOf(reason),
  },
  'GET orders/{id}/pdf': {
    tag: TAG,
    summary: 'The order as a PDF, with the amounts that the person may read',
    media: ['application/pdf'],
    isFor: toReadOrders,
  },
}
