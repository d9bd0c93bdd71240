import { type AnswerOf, command, holds } from '../../define/command.ts'
import { choice, instant, integer, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { many } from '../../define/shape.ts'
import { MOST_NOTIFICATIONS, notification } from '../notification.ts'

const room = 'Notifications and mail'
const id = integer({ min: 1 })
const count = integer({ min: 0 })

const note = { id, ...pick(notification.fields, ['title', 'body', 'link', 'isRead']), createdAt: instant() }

export const showNotifications = command('GET my-notifications', {
  room,
  summary: 'The latest notifications of the caller, newest first, and how many are unread',
  who: 'signed in',
  answer: { unread: count, data: many(note, { most: MOST_NOTIFICATIONS }) },
})
/** What stands behind the bell of a person. */
export type MyNotifications = AnswerOf<typeof showNotifications>

export const markRead = command('POST my-notifications', {
  room,
  summary: 'Marks notifications as read, up to the last one that was seen: what came later stays new',
  who: 'signed in',
  body: { readUpTo: id },
  answer: { read: count },
})

export const reportSms = command('POST sms-reports', {
  room,
  summary: 'The delivery status of an SMS, reported by the gateway with SMS_REPORT_TOKEN in X-Report-Token',
  who: 'public',
  reads: 'another body',
  body: {
    messageId: text({ max: 14 }),
    status: choice(['DELIVERED', 'UNDELIVERED']),
    reason: text({ max: 200, optional: true }),
  },
  answer: { changed: integer({ hint: '0 for a repeated report, and for a message that is unknown' }) },
  refusals: { UNAUTHENTICATED: [401, 'the token is missing or wrong'] },
})

export const showDemoMail = command('GET demo-mail', {
  room,
  summary: 'A mail as its receiver would read it; only in a demonstration, where no mail leaves the portal',
  who: holds('readDemoMail'),
  body: { id },
  answer: { body: text({ max: 100_000 }) },
  refusals: { NOT_FOUND: [404, 'there is no such mail, or this is no demonstration'] },
})
