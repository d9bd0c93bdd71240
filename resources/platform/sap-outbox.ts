import { logs } from '../access.ts'
import { choice, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'

/** A message to SAP: written with its cause in one transaction, claimed by one worker at a time. */
export const sapOutbox = record({
  path: 'sap-outbox',
  name: 'sap-outbox',
  title: 'Messages to SAP',
  purpose: 'Messages to SAP, with attempts and answers.',
  fields: {
    messageNo: text({ max: 14 }),
    messageType: choice([
      'ORDER_CREATE',
      'ORDER_ITEM_CANCEL',
      'ORDER_CHANGE',
      'PAYMENT_POST',
      'PAYMENT_TRANSFER',
      'PAYMENT_CLEAR',
      'REFUND_POST',
      'REFUND_REVERSE',
      'CHARGES_POST',
    ]),
    ownerType: choice(['ORDER', 'ORDER_LINE', 'CAPTURE', 'TRANSFER']),
    ownerId: integer({ min: 1 }),
    orderId: reference('order', { optional: true, hint: 'Messages of one order go out one after the other' }),
    idempotencyKey: text({ max: 64, unique: true }),
    payload: json(),
    status: choice(['READY', 'SENDING', 'DONE', 'RETRY', 'FAILED_BUSINESS', 'FAILED_TECH', 'CANCELLED'], {
      default: 'READY',
    }),
    attempts: integer({ min: 0, default: 0 }),
    nextAttemptAt: instant(),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    httpStatus: integer({ optional: true, label: 'HTTP status' }),
    sapMessageClass: text({ max: 10, optional: true }),
    sapMessageNo: text({ max: 10, optional: true }),
    errorClass: choice(['TECH', 'BUSINESS', 'AUTH', 'DUPLICATE', 'UNKNOWN'], { optional: true }),
    errorText: text({ max: 10_000, long: true, optional: true, label: 'Error' }),
    response: json({ optional: true }),
    uncertainSince: instant({
      optional: true,
      label: 'May be in SAP since',
      hint: 'When it was last sent without a clear answer',
    }),
    sapDocumentNo: text({ max: 10, optional: true, label: 'SAP document' }),
    firstFailedAt: instant({ optional: true }),
    doneAt: instant({ optional: true }),
  },
  key: ['messageNo'],
  list: ['messageNo', 'messageType', 'ownerType', 'ownerId', 'status', 'attempts', 'nextAttemptAt', 'errorText'],
  search: ['messageNo', 'sapDocumentNo'],
  sort: ['-id'],
  indexes: [['status', 'nextAttemptAt'], ['ownerType', 'ownerId'], ['orderId', 'status'], ['sapDocumentNo']],
  access: logs,
})

export type SapOutbox = Row<typeof sapOutbox>
