import { messageLogs } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { action } from '../define/action.ts'
import { choice, instant, integer, json, reference, self, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'

/** What a message is about; people opt out by topic. */
const topics = ['ORDER', 'SHIPMENT', 'PAYMENT', 'MARKETING', 'SECURITY', 'COMPLAINT', 'EUD', 'FEEDBACK'] as const
export type Topic = (typeof topics)[number]

/** Topics that nobody can opt out of: sign-in and money. */
export const alwaysSent: readonly Topic[] = ['SECURITY', 'PAYMENT']

/** Topics whose messages the desks may send again. */
const resentTopics = ['ORDER', 'SHIPMENT', 'FEEDBACK'] as const satisfies readonly Topic[]

/** An e-mail or SMS: written with its cause in one transaction, sent afterwards. */
export const messageLog = record({
  path: 'message-logs',
  name: 'message-log',
  title: 'Messages',
  purpose: 'E-mails and SMS of the portal, with recipient and delivery status.',
  fields: {
    messageNo: text({ max: 14, label: 'Message' }),
    medium: choice(['EMAIL', 'SMS']),
    templateCode: text({ max: 40, label: 'Template' }),
    topic: choice(topics),
    toAddress: text({ max: 254, label: 'To' }),
    cc: text({ audience: 'readers', max: 500, optional: true, label: 'Copy to' }),
    subject: text({ max: 200, optional: true }),
    body: text({
      audience: 'staff',
      max: 20_000,
      long: true,
      hint: 'Links and codes that open something are filled in only when it is sent',
    }),
    /** Values of the body's placeholders that only the receiver may read; erased once it is sent. */
    secrets: json<Record<string, string>>({ optional: true, secret: true }),
    /** The attachment, made when it is sent: an order's PDF, with amounts or without, or the receipt of a payment. */
    attach: json<{ orderPdf: number; amounts: boolean } | { receiptPdf: number }>({ optional: true, secret: true }),
    ownerType: text({ max: 30, optional: true }),
    ownerId: integer({ optional: true }),
    customerId: reference(customer, { optional: true }),
    retriggerOfId: self({ optional: true, label: 'Sent again from' }),
    status: choice(['QUEUED', 'SENT', 'FAILED', 'SUPPRESSED', 'EXPIRED', 'BOUNCED'], { default: 'QUEUED' }),
    attempts: integer({ min: 0, default: 0 }),
    nextAttemptAt: instant(),
    lockedBy: text({ max: 60, optional: true }),
    lockedUntil: instant({ optional: true }),
    errorText: text({ audience: 'site', max: 255, optional: true, label: 'Error' }),
    sentAt: instant({ optional: true, label: 'Sent' }),
    deliveredAt: instant({
      optional: true,
      label: 'Delivered',
      hint: 'When the phone had it, as the SMS gateway reports',
    }),
  },
  key: ['messageNo'],
  list: ['messageNo', 'subject', 'toAddress', 'status', 'createdAt', 'sentAt', 'templateCode', 'attempts', 'errorText'],
  filters: ['status', 'medium', 'topic', 'templateCode', 'createdAt'],
  search: ['messageNo', 'toAddress', 'subject'],
  sort: ['-id'],
  indexes: [['status', 'nextAttemptAt'], ['toAddress'], ['ownerType', 'ownerId'], ['customerId'], ['retriggerOfId']],
  actions: {
    resend: action({
      label: 'Send again',
      letter: 'A',
      on: 'rows',
      when: { topic: resentTopics, status: ['SENT', 'FAILED', 'SUPPRESSED', 'EXPIRED', 'BOUNCED'] },
      inputs: {
        toAddress: text({
          max: 254,
          optional: true,
          label: 'To another address',
          hint: 'Only for this message, one at a time; leave empty to send to the same address',
        }),
      },
    }),
  },
  access: messageLogs,
  openIf: 'never',
  within: {
    CSC_AGENT: [
      { topic: ['ORDER'], ownerType: ['order'], ownerId: 'ordersOfMySbus' },
      { topic: ['SHIPMENT', 'FEEDBACK'], ownerType: ['lr'], ownerId: 'lrsInMyScope' },
    ],
    DISPATCH: [
      { topic: ['ORDER'], ownerType: ['order'], ownerId: 'ordersOfMyPlants' },
      { topic: ['SHIPMENT', 'FEEDBACK'], ownerType: ['lr'], ownerId: 'lrsInMyScope' },
    ],
  },
})

export type MessageLog = Row<typeof messageLog>
