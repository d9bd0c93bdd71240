import type { RowCheck } from '../checks.ts'
import { touches } from '../derive/candidate.ts'
import { warnAboveList } from './list-prices.ts'

/** The delivery address of an agreed price is one of that customer (M22); a price above his list price looks wrong. */
export const checkShipToPrices: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(candidate => touches(candidate, 'customerId', 'shipToId'))
  const ids = [...new Set(moved.map(({ row }) => row.shipToId as number))]
  const owners: { id: number; customerId: number }[] = await db('ship_to').whereIn('id', ids).select('id', 'customerId')
  const ownerOf = new Map(owners.map(({ id, customerId }) => [id, customerId]))
  for (const { row, faults } of moved) {
    if (ownerOf.get(row.shipToId as number) === row.customerId) continue
    faults.push({
      field: 'shipToId',
      code: 'UNKNOWN_REF',
      message: 'Ship-to is not a delivery address of this customer',
    })
  }
  await warnAboveList(db, candidates)
}
