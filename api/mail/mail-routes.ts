import { can } from '../../resources/capabilities.ts'
import { flag, instant, integer, text } from '../../resources/define/fields.ts'
import { answerOf, bodyOf, listOf, orNull, type Routes } from '../derive/docs/route.ts'

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
  'GET demo-mail': {
    tag: TAG,
    summary: 'A mail as its receiver would read it; only in a demonstration, where no mail leaves the portal',
    query: { id: integer({ min: 1 }) },
    answer: answerOf({ body: text() }),
    refusals: { 404: 'NOT_FOUND: there is no such mail, or this is no demonstration' },
    isFor: person => can(person, 'readDemoMail'),
  },
}
