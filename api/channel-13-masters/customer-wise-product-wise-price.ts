import type { RowCheck } from '../derive/extend.ts'
import { addWarning, changesAny } from '../derive/save/candidate.ts'
import { warnAboveList } from '../masters/list-prices.ts'

/** Refuses a price for a customer of another channel, where it would never be read; warns of one above the list price. */
export const checkChannel13Prices: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(candidate => changesAny(candidate, 'customerId'))
  const buyers: { id: number; channel: string }[] = await db('customer')
    .join('channel', 'channel.id', 'customer.channelId')
    .whereIn('customer.id', [...new Set(moved.map(({ row }) => row.customerId as number))])
    .select('customer.id', 'channel.code as channel')
  const channelOf = new Map(buyers.map(({ id, channel }) => [id, channel]))
  for (const candidate of moved) {
    const channel = channelOf.get(candidate.row.customerId as number)
    if (channel === '13' || channel === undefined) continue
    const message = `Customer buys in channel ${channel}: this price is read only for customers of channel 13`
    addWarning(candidate, { field: 'customerId', code: 'OTHER_CHANNEL', message })
  }
  await warnAboveList(db, candidates)
}
