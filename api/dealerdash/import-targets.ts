import type { Knex } from 'knex'
import { type CustomerTarget, customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { isClosed } from '../../resources/dealerdash/financial-year.ts'
import type { ImportRow } from '../derive/import/import-row.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { changesIn, insertRows, updateRow } from '../derive/save/write.ts'
import type { UploadContext } from '../derive/uploads/upload.ts'
import { today } from '../platform/clock.ts'

const LEAST_REASON = 5

/**
 * Saves the targets of a file: each row replaces that of its distributor, SBU and month alone, and keeps what its file leaves
 * empty. Refuses rows of distributors out of scope, and of months that are over unless the form says why.
 */
export async function importTargets(
  trx: Knex.Transaction,
  rows: ImportRow[],
  { author, person, given }: UploadContext,
): Promise<void> {
  const reason = (given.reason ?? '').trim()
  const by = reason ? { ...author, reason } : author
  const idsOf = (name: 'customerId' | 'sbuId') => [...new Set(rows.map(({ row }) => row[name] as number))]
  const mine = await pairsInScope(trx, person, idsOf('customerId'), idsOf('sbuId'))
  const stored = await rowsOf(trx, customerTarget, found =>
    found.whereIn('customerId', idsOf('customerId')).whereIn('sbuId', idsOf('sbuId')).forUpdate(),
  )
  const targetsByKey = new Map(stored.map(target => [keyOf(target), target]))
  const fresh: ImportRow[] = []
  for (const one of rows) {
    const { customerId, sbuId, fy, month } = one.row as unknown as CustomerTarget
    const before = targetsByKey.get(keyOf(one.row as unknown as CustomerTarget))
    if (!mine.has(`${customerId}/${sbuId}`)) {
      one.refuse('customerId', 'OUT_OF_SCOPE', 'You may not set targets for this distributor and SBU')
      continue
    }
    one.row.targetQty ??= before?.targetQty ?? null
    one.row.incentivePct ??= before?.incentivePct ?? 0
    const changes = before && changesIn<Partial<CustomerTarget>>(before, one.row)
    if (before) {
      one.before = { ...before }
      one.entityId = before.id
      one.unchanged = Object.keys(changes!).length === 0
      if (one.unchanged) continue
    }
    if (isClosed(fy, month, today()) && reason.length < LEAST_REASON) {
      one.refuse('month', 'REASON_REQUIRED', 'This month is over: enter a reason with the file to change its target')
      continue
    }
    if (before) await updateRow(trx, customerTarget, before, changes!, by)
    else fresh.push(one)
  }
  const newTargets = await insertRows<typeof customerTarget>(
    trx,
    customerTarget,
    fresh.map(({ row }) => row),
    by,
  )
  for (const [index, one] of fresh.entries()) one.entityId = newTargets[index]!.id
}

const keyOf = ({ customerId, sbuId, fy, month }: Pick<CustomerTarget, 'customerId' | 'sbuId' | 'fy' | 'month'>) =>
  `${customerId}/${sbuId}/${fy}/${month}`

/** Which of these distributors and SBUs the person may set targets for, by the rows that the declaration gives them. */
async function pairsInScope(db: Knex, person: Person, distributors: readonly number[], sbus: readonly number[]) {
  const pairs = db('customer')
    .crossJoin('sbu' as never)
    .whereIn('customer.id', [...distributors])
    .whereIn('sbu.id', [...sbus])
    .select('customer.id as customerId', 'sbu.id as sbuId')
  const rows: { customerId: number; sbuId: number }[] = await restrict(
    db.from(pairs.as('customer_target')),
    db,
    customerTarget,
    person,
    'import',
  ).select('customer_target.customerId', 'customer_target.sbuId')
  return new Set(rows.map(({ customerId, sbuId }) => `${customerId}/${sbuId}`))
}
