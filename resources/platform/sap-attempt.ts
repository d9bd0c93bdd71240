import { logs } from '../access.ts'
import { choice, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import type { SapWarning } from '../sap/warning.ts'
import { sapOutbox } from './sap-outbox.ts'

/** One try to send a message to SAP: when, by which process, how long it took, and what SAP answered. */
export const sapAttempt = record({
  path: 'sap-attempts',
  name: 'sap-attempt',
  title: 'Attempts towards SAP',
  purpose: 'Every attempt to send a message to SAP, with time, duration and answer.',
  fields: {
    messageId: reference(sapOutbox, { label: 'Message' }),
    attemptNo: integer({ min: 1, label: 'Attempt' }),
    at: instant(),
    ms: integer({ min: 0, label: 'Milliseconds' }),
    asked: text({ max: 500, optional: true, hint: 'The requests of this attempt, each with the status of its answer' }),
    httpStatus: integer({ optional: true, label: 'HTTP status' }),
    errorClass: choice(['TECH', 'BUSINESS', 'AUTH', 'UNKNOWN'], {
      optional: true,
      hint: 'None where SAP accepted the message',
    }),
    errorText: text({ max: 1_000, long: true, optional: true, label: 'Error', audience: 'staff' }),
    reply: text({
      max: 4_096,
      long: true,
      optional: true,
      label: 'Reply of SAP',
      hint: 'The beginning of the text, verbatim',
      nature: 'amount',
    }),
    warnings: json<{ said: SapWarning[] }, { optional: true; label: string; hint: string }>({
      optional: true,
      label: 'Warnings of SAP',
      hint: 'What SAP warned of although it accepted the message',
    }),
    process: text({ max: 60 }),
  },
  key: [],
  display: ['messageId', 'attemptNo'],
  list: ['at', 'messageId', 'attemptNo', 'ms', 'asked', 'httpStatus', 'errorClass', 'errorText', 'process'],
  sort: ['-id'],
  indexes: [['messageId'], ['at']],
  access: logs,
})

export type SapAttempt = Row<typeof sapAttempt>
