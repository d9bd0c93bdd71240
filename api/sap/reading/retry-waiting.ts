import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import { retryPending } from './pending-rows.ts'
import type { SapReader } from './reader.ts'
import { recordRead } from './sync-run.ts'
import type { RetryWaiting } from './unknown-references.ts'

/** Makes what tries the waiting rows again, of all readers, which are made later. */
export const retryWaiting =
  (db: Knex, readers: () => readonly SapReader[]): RetryWaiting =>
  async object => {
    const startedAt = now()
    const saved = await retryPending(db, object, async (waiting, items) => {
      await readers()
        .find(reader => reader.object === waiting)
        ?.saveParked(items)
    })
    if (saved === 0) return
    const read = { filterCode: 'waiting rows', trigger: 'SCHEDULE' as const, requestedById: null, startedAt }
    await recordRead(db, object, { ...read, status: 'OK', rowsRead: saved, rowsUpdated: saved }, [])
  }
