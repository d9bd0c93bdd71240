import { fromTo } from '../../resources/define/show.ts'
import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'

interface Mapping {
  id: number | undefined
  distributorId: number
  customerId: number
  sbuId: number
  validFrom: string
  validTo: string
}

/** A customer buys through one distributor at a time in an SBU. */
export const checkDistributorCustomers: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(
    candidate =>
      candidate.row.isActive !== false &&
      changesAny(candidate, 'distributorId', 'customerId', 'sbuId', 'validFrom', 'validTo', 'isActive'),
  )
  if (moved.length === 0) return
  const stored: (Mapping & { code: string; name: string })[] = await db('dist_cust_mapping')
    .join('customer', 'customer.id', 'dist_cust_mapping.distributorId')
    .where('dist_cust_mapping.isActive', 1)
    .whereIn('dist_cust_mapping.customerId', [...new Set(moved.map(({ row }) => row.customerId as number))])
    .select('dist_cust_mapping.*', 'customer.code', 'customer.name')
  const leaving = new Set(moved.map(({ before }) => before?.id))
  const taken: (Mapping & { code?: string; name?: string; rowNo?: number | undefined })[] = stored.filter(
    ({ id }) => !leaving.has(id),
  )
  for (const { row, before, faults, rowNo } of moved) {
    const mapping = { ...(row as unknown as Mapping), id: before?.id, rowNo }
    const clash = taken.find(
      other =>
        other.distributorId !== mapping.distributorId &&
        other.customerId === mapping.customerId &&
        other.sbuId === mapping.sbuId &&
        other.validFrom <= mapping.validTo &&
        mapping.validFrom <= other.validTo,
    )
    if (clash) {
      const whom = clash.code ? `${clash.code} ${clash.name}` : otherOfFile(clash.rowNo)
      const message = `Customer buys through ${whom} in this SBU ${fromTo(clash.validFrom, clash.validTo)}: end that row first`
      faults.push({ field: 'customerId', code: 'RULE', message })
    } else taken.push(mapping)
  }
}

const otherOfFile = (rowNo: number | undefined) =>
  rowNo ? `the distributor of row ${rowNo}` : 'another distributor of this file'
