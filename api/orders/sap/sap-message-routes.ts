import { can } from '../../../resources/capabilities.ts'
import { choice, instant, integer, text } from '../../../resources/define/fields.ts'
import type { DryRun, ShownAttempt, ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { answerOf, anything, bodyOf, listOf, orNull, type Routes } from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'

const TAG = 'Orders and SAP'
const isFor = (person: Person) => can(person, 'openSapConsole')
const { messageNo, messageType, status, errorClass } = sapOutbox.fields

const attempt = answerOf<ShownAttempt>({
  id: integer(),
  attemptNo: integer(),
  at: instant(),
  ms: integer(),
  asked: orNull(text()),
  httpStatus: orNull(integer()),
  errorClass: orNull(text()),
  errorText: orNull(text()),
  reply: orNull(text()),
  process: text(),
  means: text(),
})

/** What other programs may ask of single messages to SAP. */
export const sapMessageRoutes: Routes = {
  'GET sap-messages/{id}': {
    tag: TAG,
    summary: 'A message to SAP as sent, with every attempt and possible fixes',
    answer: answerOf<ShownMessage>({
      id: integer(),
      messageNo,
      messageType,
      status,
      attempts: integer(),
      nextAttemptAt: instant(),
      createdAt: instant(),
      errorClass: orNull(errorClass),
      errorCode: orNull(text()),
      errorText: orNull(text()),
      sapDocumentNo: orNull(text()),
      uncertainSince: orNull(instant()),
      firstFailedAt: orNull(instant()),
      doneAt: orNull(instant()),
      means: text(),
      order: answerOf<ShownMessage['order']>({
        id: integer(),
        orderNo: text(),
        rowVersion: integer(),
        status: text(),
        customerName: text(),
        placedById: integer(),
      }),
      payload: anything('The message by the names of the portal; amounts in paise, quantities in thousandths'),
      request: orNull(
        answerOf<NonNullable<ShownMessage['request']>>({
          method: text(),
          path: text(),
          body: anything('The message by the names of SAP'),
        }),
      ),
      mends: listOf(anything('A master row that would fix it')),
      alike: integer(),
      tries: listOf(attempt),
      others: listOf(answerOf({ id: integer(), messageNo, messageType, status })),
    }),
    isFor,
  },
  'POST sap-dry-runs': {
    tag: TAG,
    summary: 'Whether SAP would take a message as it is now; nothing is saved in SAP',
    body: bodyOf({ messageId: integer() }),
    answer: answerOf<DryRun>({
      by: choice(['SIMULATOR', 'FIELD_LIST']),
      faults: listOf(answerOf({ code: text(), message: text() })),
    }),
    refusals: {
      409: 'NOT_ALLOWED_STATE: messages of this kind, or of an earlier version, cannot be tried without saving',
      503: 'BUSY: the simulated SAP does not answer',
    },
    isFor,
  },
}
