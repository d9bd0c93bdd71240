import { rupees } from '../../resources/define/show.ts'
import type { RowCheck } from '../derive/extend.ts'
import { addWarning, changesAny } from '../derive/save/candidate.ts'
import { firstDayOf, readPriceList } from './list-prices.ts'

/** Warns of a limit price above the list price: every order at list would need approval. */
export const checkLimitPrices: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(candidate =>
    changesAny(candidate, 'limitPrice', 'productId', 'channelId', 'validFrom'),
  )
  if (moved.length === 0) return
  const list = await readPriceList(
    db,
    moved.map(({ row }) => row.productId as number),
  )
  for (const candidate of moved) {
    const { channelId, productId, limitPrice } = candidate.row as Record<string, number>
    const listed = list(channelId ?? null, productId!, firstDayOf(candidate))
    if (listed === undefined || limitPrice! <= listed) continue
    const which = channelId ? 'the list price' : 'the lowest list price of its channels,'
    const message = `Limit price ${rupees(limitPrice!)} is above ${which} ${rupees(listed)}: even orders at list need approval`
    addWarning(candidate, { field: 'limitPrice', code: 'ABOVE_LIST', message })
  }
}
