import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { MyNotifications } from '../../resources/platform/notification.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { now } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'

const SHOWN = 30

/** `/api/my-notifications`: the latest notifications of the person, newest first, and how many are unread. */
const myNotifications = (db: Knex) => ({
  async find(call: Call): Promise<MyNotifications> {
    const mine = () => db('notification').where('userId', requirePerson(call).id)
    const [{ unread }] = (await mine().where('isRead', 0).count({ unread: '*' })) as [{ unread: number }]
    const data = await mine()
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .select('id', 'title', 'body', 'link', 'isRead', 'createdAt')
    return { unread: Number(unread), data: data.map(note => ({ ...note, isRead: Boolean(note.isRead) })) }
  },

  /** Marks notifications as read, up to the last one that was seen: what came later stays new. */
  async create({ readUpTo, ...rest }: Record<string, unknown>, call: Call) {
    const { id: userId } = requirePerson(call)
    const [extra] = Object.keys(rest)
    if (extra) throw invalidField(extra.slice(0, 60), 'UNKNOWN_FIELD', `${extra.slice(0, 60)} is not known here`)
    if (!Number.isSafeInteger(readUpTo) || (readUpTo as number) < 1)
      throw invalidField('readUpTo', 'TYPE', 'readUpTo must be the number of a notification')
    const at = now()
    const read = await db('notification')
      .where({ userId, isRead: 0 })
      .where('id', '<=', readUpTo as number)
      .update({ isRead: 1, readAt: at, updatedAt: at })
    return { read }
  },
})

/** Serves what stands behind the bell of whoever asks. */
export function serveNotifications(app: Application, db: Knex) {
  app.use('api/my-notifications', myNotifications(db) as never, { methods: ['find', 'create'] } as never)
}
