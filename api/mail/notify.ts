import type { Knex } from 'knex'
import { insertMany } from '../derive/save/write.ts'
import { now } from '../platform/clock.ts'
import { publishChange } from '../platform/live-changes.ts'

/** A notification behind the bell; the link is a path of the portal. */
export interface NewNotification {
  title: string
  body: string | null
  link: string
}

/** Notifies each of these users, in the transaction of its cause. */
export async function notify(
  trx: Knex,
  userIds: readonly number[],
  { title, body, link }: NewNotification,
): Promise<void> {
  if (userIds.length === 0) return
  const at = now()
  const note = { title: title.slice(0, 120), body: body?.slice(0, 500) ?? null, link: link.slice(0, 255) }
  const systemColumns = { isRead: false, readAt: null, rowVersion: 1, createdAt: at, createdById: null, updatedAt: at }
  const rows = [...new Set(userIds)].map(userId => ({ userId, ...note, ...systemColumns, updatedById: null }))
  await insertMany(trx, 'notification', rows)
  publishChange(trx, { users: userIds })
}
