import { logs } from '../access.ts'
import { choice, instant, integer, json, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'

/** What a message is about; people opt out by topic. */
const topics = ['ORDER', 'SHIPMENT', 'PAYMENT', 'MARKETING', 'SECURITY', 'COMPLAINT', 'EUD'] as const
export type Topic = (typeof topics)[number]

/** Topics that nobody can opt out of: sign-in and money. */
export const alwaysSent: readonly Topic[] = ['SECURITY', 'PAYMENT']

/** An e-mail or SMS: written with its cause in one transaction, sent afterwards. */
export const messageLog = record({
  path: 'message-logs',
  name: 'message-log',
  title: 'Messages',
  purpose: 'The e-mails and SMS the portal has written, to whom, and what became of each.',
  fields: {
    messageNo: text({ max: 14, label: 'Message' }),
    medium: choice(['EMAIL', 'SMS']),
    templateCode: text({ max: 40, label: 'Template' }),
    topic: choice(topics),
    toAddress: text({ max: 254, label: 'To' }),
    cc: text({ max: 500, optional: true, label: 'Copy to' }),
    subject: text({ max: 200, optional: true }),
    body: text({
      max: 20_000,
      long: true,
      hint: 'Links and codes that open something are filled in only when it is sent',
    }),
    /** Values of the body's placeholders that only the receiver may read; erased once it is sent. */
    secrets: json<Record<string, string>>({ optional: true, secret: true }),
    /** The attachment, made when it is sent: the order's PDF, with amounts or without. */
    attach: json<{ orderPdf: number; amounts: boolean }>({ optional: true, secret: true }),
    ownerType: text({ max: 30, optional: true }),
    ownerId: integer({ optional: true }),
    status: choice(['QUEUED', 'SENT', 'FAILED', 'SUPPRESSED', 'EXPIRED', 'BOUNCED'], { default: 'QUEUED' }),
    attempts: integer({ min: 0, default: 0 }),
    nextAttemptAt: instant(),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    errorText: text({ max: 255, optional: true, label: 'Error' }),
    sentAt: instant({ optional: true, label: 'Sent' }),
  },
  key: ['messageNo'],
  list: ['messageNo', 'toAddress', 'subject', 'templateCode', 'status', 'attempts', 'sentAt', 'errorText'],
  search: ['messageNo', 'toAddress', 'subject'],
  sort: ['-id'],
  indexes: [['status', 'nextAttemptAt'], ['toAddress'], ['ownerType', 'ownerId']],
  access: logs,
})

export type MessageLog = Row<typeof messageLog>
