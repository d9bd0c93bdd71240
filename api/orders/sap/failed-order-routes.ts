import { can } from '../../../resources/capabilities.ts'
import { choice, date, instant, integer, text } from '../../../resources/define/fields.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import type { StuckOrder } from '../../../resources/orders/sap/stuck-order.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { bulkStepResult } from '../order-routes.ts'
import { ERROR_CLASSES } from './failed-orders.ts'

const TAG = 'Orders and SAP'

const toSeeFailed = (person: Person) => can(person, 'seeFailedOrders')

/** What other programs may ask of orders that did not reach SAP. */
export const failedOrderRoutes: Routes = {
  'GET orders-in-error': {
    tag: TAG,
    summary: 'The orders that SAP or a rule refused, latest first',
    answer: listOf(
      answerOf<FailedOrder>({
        id: integer(),
        orderNo: text(),
        orderDate: date(),
        rowVersion: integer(),
        errorCode: orNull(text()),
        errorText: orNull(text()),
        means: text(),
        stoppedBy: orNull(answerOf({ resource: text(), id: integer() })),
        of: answerOf({ customerId: integer(), sbuId: integer(), channelId: integer(), orderTypeId: integer() }),
        statusSince: instant(),
        sapOrderNo: orNull(text()),
        placedById: integer(),
        sbu: text(),
        customerCode: text(),
        customerName: text(),
        placedBy: text(),
        attempts: orNull(integer()),
        messageId: orNull(integer()),
      }),
    ),
    isFor: toSeeFailed,
  },
  'POST orders-in-error': {
    tag: TAG,
    summary: 'Resubmits the orders with one error that has been fixed, at most 50 in a run',
    body: bodyOf({ errorCode: text({ max: 60 }) }),
    answer: answerOf({ results: listOf(bulkStepResult), left: integer() }),
    isIdempotent: 'must',
    isFor: toSeeFailed,
  },
  'GET orders-stuck': {
    tag: TAG,
    summary: 'The messages to SAP that wait too long',
    answer: listOf(
      answerOf<StuckOrder>({
        id: integer(),
        messageType: text(),
        orderId: integer(),
        orderNo: text(),
        rowVersion: integer(),
        status: text(),
        statusSince: instant(),
        sbuId: integer(),
        sbu: text(),
        customerCode: text(),
        customerName: text(),
        attempts: integer(),
        nextAttemptAt: instant(),
        messageStatus: text(),
        errorClass: orNull(text()),
        errorCode: orNull(text()),
        httpStatus: orNull(integer()),
        uncertainSince: orNull(instant()),
        lastError: orNull(text()),
        waitsSince: instant(),
      }),
    ),
    isFor: toSeeFailed,
  },
  'POST orders-stuck': {
    tag: TAG,
    summary: 'Sends all stuck messages to SAP again, or those with one class of error',
    body: bodyOf({ errorClass: choice(ERROR_CLASSES, { optional: true }) }),
    answer: answerOf({ results: listOf(bulkStepResult) }),
    isFor: toSeeFailed,
  },
}
