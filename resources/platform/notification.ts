import { logs } from '../access.ts'
import { flag, instant, reference, text } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { user } from '../settings/user.ts'

/** A notification inside the portal: a line behind the bell, with a link. */
export const notification = record({
  path: 'notifications',
  name: 'notification',
  title: 'Notifications',
  purpose: 'The notifications behind the bell of each person, and whether they have read them.',
  fields: {
    userId: reference(user, { label: 'For' }),
    title: text({ max: 120 }),
    body: text({ max: 500, optional: true }),
    link: text({ max: 255, optional: true }),
    isRead: flag(),
    readAt: instant({ optional: true }),
  },
  key: [],
  display: ['title'],
  list: ['createdAt', 'userId', 'title', 'isRead', 'readAt'],
  search: ['title'],
  sort: ['-id'],
  indexes: [['userId', 'isRead']],
  access: logs,
})

/** So many of them stand behind the bell. */
export const MOST_NOTIFICATIONS = 30
