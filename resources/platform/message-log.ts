import { logs } from '../access.ts'
import { choice, instant, integer, reference, self, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** A mail or an SMS (§C.22): queued with its cause, sent by a worker. The text may hold links and one-time codes. */
export const messageLog = record({
  path: 'message-logs',
  name: 'message-log',
  title: 'Messages',
  purpose: 'The e-mails and SMS that were sent, to whom, and what became of them.',
  fields: {
    medium: choice(['EMAIL', 'SMS']),
    templateCode: text({ max: 40, label: 'Template' }),
    topic: choice(['ORDER', 'SHIPMENT', 'PAYMENT', 'MARKETING', 'SECURITY', 'COMPLAINT', 'EUD']),
    toAddress: text({ max: 254, label: 'To' }),
    cc: text({ max: 500, optional: true, label: 'Copies' }),
    subject: text({ max: 200, optional: true }),
    body: text({ max: 10_000, long: true, optional: true, secret: true }),
    ownerType: text({ max: 30, optional: true }),
    ownerId: integer({ optional: true }),
    status: choice(['QUEUED', 'SENT', 'FAILED', 'SUPPRESSED', 'BOUNCED'], { default: 'QUEUED' }),
    attempts: integer({ min: 0, default: 0 }),
    nextAttemptAt: instant({ optional: true }),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    errorText: text({ max: 255, optional: true, label: 'Error' }),
    retriggerOfId: self({ optional: true, label: 'Sent again for' }),
    userId: reference(user, { optional: true, label: 'Recipient' }),
    sentAt: instant({ optional: true }),
  },
  key: [],
  display: ['templateCode', 'toAddress'],
  list: ['medium', 'templateCode', 'topic', 'toAddress', 'subject', 'status', 'attempts', 'sentAt'],
  search: ['toAddress', 'subject', 'templateCode'],
  sort: ['-id'],
  indexes: [
    ['status', 'nextAttemptAt'],
    ['ownerType', 'ownerId'],
    ['toAddress'],
    ['templateCode'],
    ['retriggerOfId'],
    ['userId'],
  ],
  access: logs,
})

export type MessageLog = Row<typeof messageLog>
