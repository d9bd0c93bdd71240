import { can } from '../../resources/capabilities.ts'
import { choice, flag, instant, integer, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, listOf, maybe, orNull, type Routes } from '../derive/docs/route.ts'

const TAG = 'Notifications and mail'

/** What stands behind the bell, and the mails of a demonstration. */
export const mailRoutes: Routes = {
  'GET my-notifications': {
    tag: TAG,
    summary: 'The latest notifications of the caller, newest first, and how many are unread',
    answer: answerOf({
      unread: integer(),
      data: listOf(
        answerOf({
          id: integer(),
          title: text(),
          body: orNull(text()),
          link: orNull(text()),
          isRead: flag(),
          createdAt: instant(),
        }),
      ),
    }),
  },
  'POST my-notifications': {
    tag: TAG,
    summary: 'Marks notifications as read, up to the last one that was seen',
    body: bodyOf({ readUpTo: integer({ min: 1 }) }),
    answer: answerOf({ read: integer() }),
  },
  'POST sms-reports': {
    tag: TAG,
    summary: 'The delivery status of an SMS, reported by the gateway with SMS_REPORT_TOKEN in X-Report-Token',
    body: bodyOf({
      messageId: text({ max: 14 }),
      status: choice(['DELIVERED', 'UNDELIVERED']),
      reason: maybe(orNull(text({ max: 200 }))),
    }),
    answer: answerOf({ changed: integer({ hint: '0 for a repeated report, and for a message that is unknown' }) }),
    status: 200,
    refusals: { 401: 'UNAUTHENTICATED: the token is missing or wrong' },
    isPublic: true,
  },
  'GET demo-mail': {
    tag: TAG,
    summary: 'A mail as its receiver would read it; only in a demonstration, where no mail leaves the portal',
    query: { id: integer({ min: 1 }) },
    answer: answerOf({ body: text() }),
    refusals: { 404: 'NOT_FOUND: there is no such mail, or this is no demonstration' },
    isFor: person => can(person, 'readDemoMail'),
  },
}
