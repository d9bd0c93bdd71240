import type { Knex } from 'knex'
import type { MyNotifications } from '../../resources/platform/commands/mail.ts'
import { MOST_NOTIFICATIONS } from '../../resources/platform/notification.ts'
import type { Person } from '../derive/rights/person.ts'
import { now } from '../platform/clock.ts'

/** The latest notifications of a person, newest first, and how many are unread. */
export async function myNotifications(db: Knex, { id: userId }: Person): Promise<MyNotifications> {
  const mine = () => db('notification').where({ userId })
  const [{ unread }] = (await mine().where('isRead', 0).count({ unread: '*' })) as [{ unread: number }]
  const data = await mine()
    .orderBy('id', 'desc')
    .limit(MOST_NOTIFICATIONS)
    .select('id', 'title', 'body', 'link', 'isRead', 'createdAt')
  return { unread: Number(unread), data: data.map(note => ({ ...note, isRead: Boolean(note.isRead) })) }
}

/** Marks the notifications of a person as read up to one of them, and says how many. */
export async function markNotifications(db: Knex, { id: userId }: Person, readUpTo: number) {
  const at = now()
  const read = await db('notification')
    .where({ userId, isRead: 0 })
    .where('id', '<=', readUpTo)
    .update({ isRead: 1, readAt: at, updatedAt: at })
  return { read }
}
