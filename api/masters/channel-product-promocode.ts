import { rupees } from '../../resources/define/show.ts'
import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'
import { firstDayOf, readPriceList } from './list-prices.ts'

/** An amount taken off a sales unit is less than its list price. */
export const checkPromoCodes: RowCheck = async (db, candidates) => {
  const changedPromos = candidates.filter(
    candidate =>
      candidate.row.discountType === 'AMOUNT_PER_UNIT' &&
      changesAny(candidate, 'discountType', 'discountValue', 'channelId', 'productId', 'validFrom'),
  )
  if (changedPromos.length === 0) return
  const list = await readPriceList(
    db,
    changedPromos.map(({ row }) => row.productId as number),
  )
  for (const candidate of changedPromos) {
    const { channelId, productId, discountValue } = candidate.row as Record<string, number>
    const listed = list(channelId!, productId!, firstDayOf(candidate))
    if (listed === undefined || discountValue! < listed) continue
    const message = `Discount must be less than the list price of ${rupees(listed)}`
    candidate.faults.push({ field: 'discountValue', code: 'RANGE', message })
  }
}
