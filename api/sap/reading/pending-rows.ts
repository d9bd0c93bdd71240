import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'

type SapObject = string

/** A row of SAP that names something the portal does not know yet. */
export interface PendingRow {
  object: SapObject
  sapKey: string
  /** The object whose reading may bring what is missing. */
  waitsFor: SapObject
  /** The row as the portal read it. */
  item: unknown
  reason: string
}

/** Keeps rows until what they name is known; one that waits already is replaced. At most 500 in a call. */
export async function parkRows(trx: Knex, rows: readonly PendingRow[]): Promise<void> {
  if (rows.length === 0) return
  const since = now()
  await trx('sap_pending_row')
    .insert(
      rows.map(({ item, reason, ...row }) => ({
        ...row,
        item: JSON.stringify(item),
        reason: reason.slice(0, 255),
        since,
      })),
    )
    .onConflict(['object', 'sapKey'])
    .merge(['waitsFor', 'item', 'reason'])
}

/** Rows that came later, or were saved, wait no longer. */
export async function unparkRows(trx: Knex, object: SapObject, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await trx('sap_pending_row').where({ object }).whereIn('sapKey', keys).delete()
}

/**
 * Tries the rows again that waited for an object which has just been read; `save` takes those of one object, and unparks
 * what it can save. Returns how many wait no longer.
 */
export async function retryPending(
  db: Knex,
  waitsFor: SapObject,
  save: (object: SapObject, items: unknown[]) => Promise<void>,
): Promise<number> {
  const before = await countPending(db, waitsFor)
  let after = { object: '', sapKey: '' }
  for (;;) {
    const pendingRows: { object: string; sapKey: string; item: string }[] = await db('sap_pending_row')
      .where({ waitsFor })
      .where(any =>
        any
          .where('object', '>', after.object)
          .orWhere(same => same.where('object', after.object).where('sapKey', '>', after.sapKey)),
      )
      .orderBy(['object', 'sapKey'])
      .limit(AT_ONCE)
    const rows = pendingRows.filter(({ object }) => object === pendingRows[0]?.object)
    const last = rows.at(-1)
    if (!last) return before - (await countPending(db, waitsFor))
    after = { object: last.object, sapKey: last.sapKey }
    await save(
      last.object,
      rows.map(({ item }) => JSON.parse(item)),
    )
  }
}

const AT_ONCE = 200

async function countPending(db: Knex, waitsFor: SapObject): Promise<number> {
  const counted = await db('sap_pending_row').where({ waitsFor }).count({ rows: '*' }).first()
  return Number(counted?.rows ?? 0)
}
