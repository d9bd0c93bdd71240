import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import type { Author } from '../save/author.ts'

/** An event that is recorded without a change of a row: an export, a sign-in, a refusal, a view as another person. */
interface RecordedEvent {
  action:
    | 'EXPORT'
    | 'DOWNLOAD'
    | 'VIEW'
    | 'REFUSED'
    | 'LOGIN'
    | 'LOGOUT'
    | 'PASSWORD'
    | 'STATUS'
    | 'LOGIN_ADMIN'
    | 'EXPLAIN'
  /** The resource by its name, and the id of the row; 0 for many rows. */
  entity: string
  entityId: number
  businessKey?: string
  what?: object
}

/** Records an event in the history, with the author's reason. */
export const recordEvent = (db: Knex, author: Author, event: RecordedEvent): Promise<void> =>
  recordEvents(db, author, [event])

/** Records events in the history, all with the author's reason. */
export async function recordEvents(db: Knex, author: Author, events: readonly RecordedEvent[]): Promise<void> {
  if (events.length === 0) return
  const at = now()
  const rows = events.map(({ what, ...act }) => ({
    at,
    actorId: author.id,
    actorIp: author.ip,
    ...act,
    businessKey: act.businessKey?.slice(0, 60) ?? null,
    afterJson: what ? JSON.stringify(what) : null,
    reason: [author.viewing, author.reason].filter(Boolean).join('; ').slice(0, 500) || null,
    requestId: author.requestId,
    source: author.source,
    rowVersion: 1,
    createdAt: at,
    createdById: author.id,
    updatedAt: at,
    updatedById: author.id,
  }))
  await db('audit_entry').insert(rows)
}
