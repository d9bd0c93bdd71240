import { type AnswerOf, type BodyOf, command, holds } from '../../define/command.ts'
import { choice, integer, text } from '../../define/fields.ts'
import { many, maybe } from '../../define/shape.ts'
import { sapOutbox } from '../../platform/sap-outbox.ts'
import { MOST_AT_ONCE } from '../approvals/queues.ts'
import { bulkStepResult } from '../bulk-step-result.ts'
import { failedOrder, stuckOrder } from './failed-order.ts'
import { shownMessage } from './sap-message.ts'

const room = 'Orders and SAP'
const who = holds('seeFailedOrders')
const id = integer({ min: 1 })
const MOST_ROWS = 500

export const listInError = command('GET orders-in-error', {
  room,
  summary: 'The orders that SAP or a rule refused, latest first',
  who,
  answer: many(failedOrder, { most: MOST_ROWS }),
})

export const resubmitAlike = command('POST orders-in-error', {
  room,
  summary: 'Resubmits the orders with one error that has been fixed, at most 50 in a run',
  who,
  does: 'each',
  idempotent: 'must',
  body: { errorCode: text({ max: 60 }) },
  answer: {
    results: many(bulkStepResult, { most: MOST_AT_ONCE }),
    left: integer({ hint: 'Orders that were too many for one run' }),
  },
})

export const listStuck = command('GET orders-stuck', {
  room,
  summary: 'The messages to SAP that wait too long',
  who,
  answer: many(stuckOrder, { most: MOST_ROWS }),
})

export const retryStuck = command('POST orders-stuck', {
  room,
  summary: 'Sends all stuck messages to SAP again, or those with one class of error',
  who,
  does: 'each',
  body: { errorClass: maybe(sapOutbox.fields.errorClass) },
  answer: { results: many(bulkStepResult, { most: MOST_ROWS }) },
})
export type StuckAlike = BodyOf<typeof retryStuck>

const whoOpens = holds('openSapConsole')

export const showMessage = command('GET sap-messages/{id}', {
  room,
  summary: 'A message to SAP as sent, with every attempt and possible fixes',
  who: whoOpens,
  body: { id },
  answer: shownMessage,
})

export const tryMessage = command('POST sap-dry-runs', {
  room,
  summary: 'Whether SAP would take a message as it is now; nothing is saved in SAP',
  who: whoOpens,
  does: 'reads',
  body: { messageId: integer() },
  answer: {
    by: choice(['SIMULATOR', 'FIELD_LIST'], {
      hint: 'The simulated SAP, or where there is none the portal’s own list of SAP’s fields',
    }),
    faults: many(
      { code: text(), message: text({ max: 1_000 }) },
      { most: 1_000, hint: 'The refusal; none where SAP would accept it' },
    ),
  },
  refusals: {
    NOT_ALLOWED_STATE: [409, 'messages of this kind, or of an earlier version, cannot be tried without saving'],
    BUSY: [503, 'the simulated SAP does not answer'],
  },
})
/** What a dry run found. */
export type DryRun = AnswerOf<typeof tryMessage>
