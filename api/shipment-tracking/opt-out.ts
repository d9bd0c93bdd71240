import type { Knex } from 'knex'
import type { OptOutRequest } from '../../resources/opt-out-topics.ts'
import { optOutEmail } from '../../resources/shipment-tracking/opt-out-email.ts'
import type { ActionHandler, RowCheck } from '../derive/extend.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows, updateRow } from '../derive/save/write.ts'
import { lostRace, transact } from '../platform/transact.ts'

/** Marks addresses that come from a file as imported. */
export const markImported: RowCheck = async (_db, candidates, author) => {
  if (author.source !== 'IMPORT') return
  for (const { row, before } of candidates) if (!before) row.source = 'IMPORT'
}

/** Allows messages again: the opt-out stays as history and no longer counts. */
export const resubscribe: ActionHandler = async (trx, { resource, rows, author }) => {
  for (const row of rows) await updateRow(trx, resource, row, { isActive: false }, author)
  return undefined
}

const ofSilence = (db: Knex, { address, topic }: OptOutRequest) =>
  rowsOf(db, optOutEmail, rows => rows.where({ address, topic }))

/** Whether the address has opted out of the topic already. */
export const hasOptedOut = async (db: Knex, silence: OptOutRequest): Promise<boolean> =>
  (await ofSilence(db, silence)).some(({ isActive }) => isActive)

/** Records that the receiver opted out of a topic; once, however often it is requested. */
export const recordOwnOptOut = (db: Knex, { address, topic }: OptOutRequest, author: Author): Promise<void> =>
  transact(db, async trx => {
    const [existing] = await ofSilence(trx, { address, topic })
    if (existing?.isActive) return
    const bySelf = { source: 'SELF', tokenUsed: true } as const
    if (existing) await updateRow(trx, optOutEmail, existing, { ...bySelf, isActive: true }, author)
    else
      await insertRows(trx, optOutEmail, [{ medium: 'EMAIL', address, topic, ...bySelf }], author).catch(error => {
        // Of two at once, the second finds the row when it is run again.
        throw ['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE'].includes(error?.code) ? lostRace() : error
      })
  })
