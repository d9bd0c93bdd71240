import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateEach } from '../../derive/save/write.ts'
import { balanceOnceGone, heldAmong } from '../../masters/held-items.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../sap-author.ts'

const AT_ONCE = 200

/**
 * After every open item was read: those of files are closed, for SAP's list is complete and newer, and those of SAP are
 * as of today. Returns how many were closed.
 */
export async function finishOpenItems(db: Knex): Promise<number> {
  let closed = 0
  for (;;) {
    const count = await transact(db, closeUploaded)
    closed += count
    if (count < AT_ONCE) break
  }
  for (;;) {
    const stale: number[] = await db('upload_outstanding')
      .where({ source: 'SAP', isActive: 1 })
      .where('asOnDate', '<', today())
      .limit(AT_ONCE)
      .pluck('id')
    // Not a change of the item: without an entry in its history.
    if (stale.length > 0) await db('upload_outstanding').whereIn('id', stale).update({ asOnDate: today() })
    if (stale.length < AT_ONCE) return closed
  }
}

async function closeUploaded(trx: Knex): Promise<number> {
  const uploaded = await rowsOf(trx, uploadOutstanding, rows =>
    rows.where({ source: 'UPLOAD', isActive: 1 }).orderBy('id').limit(AT_ONCE),
  )
  const held = await heldAmong(trx, uploaded)
  const closed = uploaded.map(before => ({
    before,
    asked: { isActive: false, closedOn: today(), ...balanceOnceGone(before, held) },
  }))
  await updateEach(trx, uploadOutstanding, closed, sapAuthor)
  return uploaded.length
}
