import type { Knex } from 'knex'
import { type OutstandingItem, uploadOutstanding } from '../../resources/masters/upload-outstanding.ts'
import type { RowCheck } from '../derive/extend.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { systemAuthor } from '../derive/save/author.ts'
import type { Candidate } from '../derive/save/candidate.ts'
import { updateEach } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { transact } from '../platform/transact.ts'
import { balanceOnceGone, heldAmong } from './held-items.ts'

/**
 * Open items that people enter by hand: none that SAP or a file has already, none that has ended, and none that one
 * person takes away. What SAP or a file listed ends there.
 */
export const checkTypedItems: RowCheck = async (db, candidates, author) => {
  // SAP and files replace what is open, and say themselves what is.
  if (author.source === 'SAP' || author.importJobId !== undefined) return
  for (const candidate of candidates) checkEnd(candidate)
  await refuseListed(
    db,
    candidates.filter(({ row }) => row.source === 'TYPED' && row.isActive !== false),
  )
}

function checkEnd({ row, before, faults }: Candidate) {
  const item = row as unknown as OutstandingItem
  const isSwitched = before !== undefined && before.isActive !== row.isActive
  if (item.source !== 'TYPED') {
    if (isSwitched)
      faults.push(fault('isActive', `Status cannot be changed by hand: this item is one of ${LISTS[item.source]}`))
    return
  }
  if (isSwitched && row.isActive === false)
    faults.push(fault('isActive', 'Set “Counts until” to an earlier day instead: another person confirms it'))
  const begins = !before || before.endsOn !== item.endsOn || (isSwitched && row.isActive !== false)
  if (begins && item.endsOn && item.endsOn < today())
    faults.push(fault('endsOn', 'Counts until must be today or later'))
}

const LISTS = { SAP: 'those read from SAP, and ends when SAP clears it', UPLOAD: 'a file, and ends with the next one' }

const fault = (field: string, message: string) => ({ field, code: 'RULE', message })

async function refuseListed(db: Knex, candidates: readonly Candidate[]) {
  if (candidates.length === 0) return
  const others: Pick<OutstandingItem, 'id' | 'source' | 'customerId' | 'documentNo'>[] = await db('upload_outstanding')
    .where(any => any.where('isActive', 1).orWhere({ source: 'TYPED', confirmStatus: 'PENDING' }))
    .whereIn('customerId', [...new Set(candidates.map(({ row }) => row.customerId as number))])
    .select('id', 'source', 'customerId', 'documentNo')
  for (const { row, before, faults } of candidates) {
    const name = nameOf(row as unknown as OutstandingItem)
    const other = others.find(one => one.id !== before?.id && nameOf(one) === name)
    if (!other) continue
    const has = other.source === 'TYPED' ? 'entered already' : 'listed already, by SAP or a file'
    faults.push(fault('documentNo', `Document no ${row.documentNo} of this customer is ${has}`))
  }
}

const nameOf = ({ customerId, documentNo }: { customerId: number; documentNo: string }) =>
  `${customerId}/${documentNo.toLowerCase()}`

const author = systemAuthor('end of an item entered by hand')

/** Ends items that were entered by hand, on the day after their last. Returns how many. */
export const endTypedItems = (db: Knex): Promise<number> =>
  transact(db, async trx => {
    const over = await rowsOf(trx, uploadOutstanding, rows =>
      rows.where({ source: 'TYPED', isActive: 1 }).where('endsOn', '<', today()).orderBy('id'),
    )
    const held = await heldAmong(trx, over)
    const ended = over.map(before => ({
      before,
      asked: { isActive: false, closedOn: before.endsOn, ...balanceOnceGone(before, held) },
    }))
    await updateEach(trx, uploadOutstanding, ended, author)
    return over.length
  })
